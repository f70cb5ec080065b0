/**
 * Which chunk a worker takes next. Accounts share a worker evenly however much each has waiting, and so do the jobs of
 * one account; among equals the smaller chunk goes first, so a small job is never stuck behind a large one.
 *
 * This is weighted fair queueing by virtual finish time: taking rows moves an account (and within it the job) along its
 * own clock by that many rows, and whoever would finish earliest is next. A newcomer starts where the last pick finished:
 * nobody saves up turns while idle, and a stream of small newcomers can't hold a large job up for ever. Pure.
 */
import type { AccountId, JobId } from '../../shared/ids.js';

/** A job's next chunk, ready to be taken. */
export interface Candidate {
  readonly account: AccountId;
  readonly job: JobId;
  readonly chunk: number;
  /** Rows of the chunk. */
  readonly rows: number;
}

/** Clocks in rows, of everybody who had something waiting at the last pick. */
export interface FairState {
  readonly accounts: ReadonlyMap<AccountId, number>;
  readonly jobs: ReadonlyMap<JobId, number>;
  /** Where newcomers start: what the last picks finished at. */
  readonly accountNow: number;
  readonly jobNow: ReadonlyMap<AccountId, number>;
}

export const FRESH: FairState = { accounts: new Map(), jobs: new Map(), accountNow: 0, jobNow: new Map() };

export interface Pick {
  readonly candidate: Candidate;
  readonly state: FairState;
}

interface Turn {
  readonly candidate: Candidate;
  readonly accountStart: number;
  readonly jobStart: number;
}

/** Null where nothing is waiting. Candidates: at most one per job, its next chunk. */
export function pick(state: FairState, candidates: readonly Candidate[]): Pick | null {
  const ofAccounts = new Map<AccountId, Turn>();
  for (const candidate of candidates) {
    const turn = turnOf(state, candidate);
    const best = ofAccounts.get(candidate.account);
    if (best === undefined || jobBefore(turn, best)) ofAccounts.set(candidate.account, turn);
  }
  let first: Turn | null = null;
  for (const turn of ofAccounts.values()) if (first === null || accountBefore(turn, first)) first = turn;
  return first === null ? null : { candidate: first.candidate, state: taken(state, first, candidates) };
}

const turnOf = (state: FairState, candidate: Candidate): Turn => ({
  candidate,
  accountStart: state.accounts.get(candidate.account) ?? state.accountNow,
  jobStart: state.jobs.get(candidate.job) ?? state.jobNow.get(candidate.account) ?? 0,
});

/** Earlier finish first; among equals the older job. */
const before = (a: number, b: number, older: boolean): boolean => a < b || (a === b && older);

const jobBefore = (a: Turn, b: Turn): boolean =>
  before(a.jobStart + a.candidate.rows, b.jobStart + b.candidate.rows, a.candidate.job < b.candidate.job);

const accountBefore = (a: Turn, b: Turn): boolean =>
  before(
    a.accountStart + a.candidate.rows,
    b.accountStart + b.candidate.rows,
    a.candidate.job < b.candidate.job,
  );

/** The clocks after a turn. Who has nothing waiting is forgotten. */
function taken(
  state: FairState,
  { candidate, accountStart, jobStart }: Turn,
  candidates: readonly Candidate[],
): FairState {
  const accounts = new Map<AccountId, number>();
  const jobs = new Map<JobId, number>();
  const jobNow = new Map<AccountId, number>();
  for (const other of candidates) {
    const turn = turnOf(state, other);
    accounts.set(other.account, turn.accountStart);
    jobs.set(other.job, turn.jobStart);
    jobNow.set(other.account, state.jobNow.get(other.account) ?? 0);
  }
  accounts.set(candidate.account, accountStart + candidate.rows);
  jobs.set(candidate.job, jobStart + candidate.rows);
  jobNow.set(candidate.account, Math.max(jobNow.get(candidate.account) ?? 0, jobStart + candidate.rows));
  const accountNow = Math.max(state.accountNow, accountStart + candidate.rows);
  return { accounts, jobs, accountNow, jobNow };
}
