/**
 * Which chunk a worker takes next. Accounts share a worker evenly however much each has waiting, and so do the jobs of
 * one account; among equals the smaller chunk goes first, so a small job is never stuck behind a large one.
 *
 * This is weighted fair queueing by virtual finish time: taking rows moves an account (and within it the job) along its
 * own clock by that many rows, and the one that would finish earliest is next. A new account or job starts where the
 * last pick finished: turns are not saved up while idle, and a stream of small newcomers can't hold a large job up for
 * ever. Pure.
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

/** Rows taken by an account or a job, as a virtual clock; a new one starts at the time of the others. */
interface Clock {
  rows: number;
  /** The last pick at which something was waiting. */
  seen: number;
}

/** `pick` turns the clocks on in place: there may be thousands of them. */
export interface FairState {
  readonly accounts: Map<AccountId, Clock>;
  readonly jobs: Map<JobId, Clock>;
  /** Where newcomers start: what the last picks finished at. */
  accountNow: number;
  readonly jobNow: Map<AccountId, number>;
  /** Counts picks. */
  round: number;
}

export const freshState = (): FairState => ({
  accounts: new Map(),
  jobs: new Map(),
  accountNow: 0,
  jobNow: new Map(),
  round: 0,
});

interface Turn {
  readonly candidate: Candidate;
  readonly account: Clock;
  readonly job: Clock;
  /** What the clocks of its account and of the job would stand at after this turn. */
  readonly accountFinish: number;
  readonly jobFinish: number;
}

/** The next chunk; null where nothing is waiting. Candidates: at most one per job, its next chunk. */
export function pick(state: FairState, candidates: readonly Candidate[]): Candidate | null {
  state.round++;
  const ofAccounts = new Map<AccountId, Turn>();
  for (const candidate of candidates) {
    const turn = turnOf(state, candidate);
    const best = ofAccounts.get(candidate.account);
    if (best === undefined || before(turn.jobFinish, best.jobFinish, turn, best)) {
      ofAccounts.set(candidate.account, turn);
    }
  }
  let first: Turn | null = null;
  for (const turn of ofAccounts.values()) {
    if (first === null || before(turn.accountFinish, first.accountFinish, turn, first)) first = turn;
  }
  if (first === null) return null;
  turnOn(state, first);
  forgetIdle(state, candidates);
  return first.candidate;
}

/** The time at which a turn would finish. */
function turnOf(state: FairState, candidate: Candidate): Turn {
  const { rows } = candidate;
  const account = clockOf(state, state.accounts, candidate.account, state.accountNow);
  const job = clockOf(state, state.jobs, candidate.job, state.jobNow.get(candidate.account) ?? 0);
  return { candidate, account, job, accountFinish: account.rows + rows, jobFinish: job.rows + rows };
}

/** Who is new, or had nothing waiting for a while, starts at `now`. */
function clockOf<K>({ round }: FairState, clocks: Map<K, Clock>, key: K, now: number): Clock {
  let clock = clocks.get(key);
  if (clock === undefined) {
    clock = { rows: now, seen: round };
    clocks.set(key, clock);
  } else if (clock.seen < round - 1) {
    clock.rows = Math.max(clock.rows, now);
  }
  clock.seen = round;
  return clock;
}

/** Earlier finish first; among equals the older job. */
const before = (a: number, b: number, one: Turn, other: Turn): boolean =>
  a < b || (a === b && one.candidate.job < other.candidate.job);

function turnOn(state: FairState, { candidate, account, job, accountFinish, jobFinish }: Turn): void {
  account.rows = accountFinish;
  job.rows = jobFinish;
  state.accountNow = Math.max(state.accountNow, accountFinish);
  state.jobNow.set(candidate.account, Math.max(state.jobNow.get(candidate.account) ?? 0, jobFinish));
}

/** Clocks of accounts and jobs with nothing waiting are dropped from time to time, all at once. */
function forgetIdle(state: FairState, candidates: readonly Candidate[]): void {
  if (state.jobs.size <= 2 * candidates.length + 64) return;
  for (const [job, { seen }] of state.jobs) if (seen < state.round) state.jobs.delete(job);
  for (const [account, { seen }] of state.accounts) {
    if (seen === state.round) continue;
    state.accounts.delete(account);
    state.jobNow.delete(account);
  }
}
