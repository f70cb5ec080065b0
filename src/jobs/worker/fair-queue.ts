/**
 * Picks the chunk that a worker takes next. Accounts share a worker evenly, however many rows of each are
 * waiting, and so do the jobs of one account. Among equals the smaller chunk goes first, so that a small job
 * never waits behind a large one.
 *
 * This is fair queueing by virtual finish time. Taking rows moves the clock of the account, and the clock of
 * the job, forward by that many rows, and the chunk with the earliest finish is next. A new account or job
 * starts at the latest finish so far. So nobody saves turns while idle, and a stream of small new jobs can't
 * delay a large job for ever. Pure.
 */
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';

/** The next chunk of a job, ready to be taken. */
export interface WaitingChunk {
  readonly account: AccountId;
  readonly job: JobId;
  readonly chunk: number;
  /** Rows of the chunk. */
  readonly rows: number;
}

/** Rows taken by an account or a job, as a virtual clock. A new clock starts at the time of the others. */
interface VirtualClock {
  rows: number;
  /** The last round in which a chunk of the account or job was waiting. */
  lastRound: number;
}

/** The clocks of all accounts and jobs. `pickChunk` advances them in place, since there may be thousands. */
export interface FairState {
  readonly accounts: Map<AccountId, VirtualClock>;
  readonly jobs: Map<JobId, VirtualClock>;
  /** The latest finish of an account, where new accounts start. */
  accountNow: number;
  /** The latest finish of a job of each account, where new jobs of the account start. */
  readonly jobNow: Map<AccountId, number>;
  /** The number of picks. */
  round: number;
}

export const newFairState = (): FairState => ({
  accounts: new Map(),
  jobs: new Map(),
  accountNow: 0,
  jobNow: new Map(),
  round: 0,
});

interface QueueTurn {
  readonly candidate: WaitingChunk;
  readonly account: VirtualClock;
  readonly job: VirtualClock;
  /** The clocks of the account and of the job after this turn. */
  readonly accountFinish: number;
  readonly jobFinish: number;
}

/** Picks the next chunk; null where nothing waits. @param candidates the next chunk of each job */
export function pickChunk(state: FairState, candidates: readonly WaitingChunk[]): WaitingChunk | null {
  state.round++;
  const turnByAccount = new Map<AccountId, QueueTurn>();
  for (const candidate of candidates) {
    const turn = turnOf(state, candidate);
    const bestTurn = turnByAccount.get(candidate.account);
    if (bestTurn === undefined || goesBefore(turn.jobFinish, bestTurn.jobFinish, turn, bestTurn)) {
      turnByAccount.set(candidate.account, turn);
    }
  }
  let first: QueueTurn | null = null;
  for (const turn of turnByAccount.values()) {
    if (first === null || goesBefore(turn.accountFinish, first.accountFinish, turn, first)) first = turn;
  }
  if (first === null) return null;
  advanceClocks(state, first);
  forgetIdle(state, candidates);
  return first.candidate;
}

/** Returns the turn of a candidate, with the time at which it would finish. */
function turnOf(state: FairState, candidate: WaitingChunk): QueueTurn {
  const { rows } = candidate;
  const account = clockOf(state, state.accounts, candidate.account, state.accountNow);
  const job = clockOf(state, state.jobs, candidate.job, state.jobNow.get(candidate.account) ?? 0);
  return { candidate, account, job, accountFinish: account.rows + rows, jobFinish: job.rows + rows };
}

/** Returns the clock of an account or job. If it is new or was idle for a while, it starts at `now`. */
function clockOf<K>({ round }: FairState, clocks: Map<K, VirtualClock>, key: K, now: number): VirtualClock {
  let clock = clocks.get(key);
  if (clock === undefined) {
    clock = { rows: now, lastRound: round };
    clocks.set(key, clock);
  } else if (clock.lastRound < round - 1) {
    clock.rows = Math.max(clock.rows, now);
  }
  clock.lastRound = round;
  return clock;
}

/**
 * Returns true if a turn goes before another: it finishes earlier, or at the same time and its job is older.
 */
const goesBefore = (finish: number, otherFinish: number, turn: QueueTurn, other: QueueTurn): boolean =>
  finish < otherFinish || (finish === otherFinish && turn.candidate.job < other.candidate.job);

function advanceClocks(
  state: FairState,
  { candidate, account, job, accountFinish, jobFinish }: QueueTurn,
): void {
  account.rows = accountFinish;
  job.rows = jobFinish;
  state.accountNow = Math.max(state.accountNow, accountFinish);
  state.jobNow.set(candidate.account, Math.max(state.jobNow.get(candidate.account) ?? 0, jobFinish));
}

/**
 * Drops the clocks of idle accounts and jobs once there are more than 64 clocks of jobs beyond twice the
 * number of candidates. This keeps the cost of a pick low and the number of idle clocks small.
 */
function forgetIdle(state: FairState, candidates: readonly WaitingChunk[]): void {
  if (state.jobs.size <= 2 * candidates.length + 64) return;
  for (const [job, { lastRound }] of state.jobs) if (lastRound < state.round) state.jobs.delete(job);
  for (const [account, { lastRound }] of state.accounts) {
    if (lastRound === state.round) continue;
    state.accounts.delete(account);
    state.jobNow.delete(account);
  }
}
