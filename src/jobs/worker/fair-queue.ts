/**
 * Picks the chunk that a worker takes next. Accounts share a worker evenly, however many rows of each are
 * waiting, and so do the jobs of one account. Among equals the smaller chunk goes first, so that a small job
 * never waits behind a large one.
 *
 * This is fair queueing by virtual finish time. Taking rows moves the clock of the account, and the clock of
 * the job, forward by that many rows, and the chunk with the earliest finish is next. A new account or job
 * starts at the latest finish so far. So nobody saves turns while idle, and a stream of small new jobs can't
 * delay a large job for ever. It does no I/O; its only effect is on the `FairState` that it is given.
 */
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';

/** The next chunk of a job, ready to be taken. */
export interface WaitingChunk {
  readonly account: AccountId;
  readonly job: JobId;
  readonly chunk: number;
  readonly rowCount: number;
}

/** Counts the rows that an account or a job took. A new clock starts at the latest finish. */
interface VirtualClock {
  takenRows: number;
  /** The last round in which a chunk of the account or job was waiting. */
  lastRound: number;
}

/** The clocks of all accounts and jobs. `pickChunk` advances them in place, since there may be thousands. */
export interface FairState {
  readonly clockByAccount: Map<AccountId, VirtualClock>;
  readonly clockByJob: Map<JobId, VirtualClock>;
  /** The latest finish of all accounts, where new accounts start. */
  latestFinish: number;
  /** The latest finish of the jobs of each account, where new jobs of the account start. */
  readonly latestFinishByAccount: Map<AccountId, number>;
  /** The number of picks. */
  round: number;
}

export const newFairState = (): FairState => ({
  clockByAccount: new Map(),
  clockByJob: new Map(),
  latestFinish: 0,
  latestFinishByAccount: new Map(),
  round: 0,
});

interface QueueTurn {
  readonly candidate: WaitingChunk;
  readonly accountClock: VirtualClock;
  readonly jobClock: VirtualClock;
  /** The clocks of the account and of the job after this turn. */
  readonly accountFinish: number;
  readonly jobFinish: number;
}

/** Picks the next chunk. Returns null if nothing waits. @param candidates the next chunk of each job */
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
  let nextTurn: QueueTurn | null = null;
  for (const turn of turnByAccount.values()) {
    if (nextTurn === null || goesBefore(turn.accountFinish, nextTurn.accountFinish, turn, nextTurn))
      nextTurn = turn;
  }
  if (nextTurn === null) return null;
  advanceClocks(state, nextTurn);
  forgetIdleClocks(state, candidates);
  return nextTurn.candidate;
}

/** Returns the turn of a candidate, with the time at which it would finish. */
function turnOf(state: FairState, candidate: WaitingChunk): QueueTurn {
  const { account, job, rowCount } = candidate;
  const accountClock = clockOf(state, state.clockByAccount, account, state.latestFinish);
  const jobStart = state.latestFinishByAccount.get(account) ?? 0;
  const jobClock = clockOf(state, state.clockByJob, job, jobStart);
  const accountFinish = accountClock.takenRows + rowCount;
  return { candidate, accountClock, jobClock, accountFinish, jobFinish: jobClock.takenRows + rowCount };
}

/** Returns the clock of an account or job. A clock that is new or was idle goes on from `start` or later. */
function clockOf<K>(
  { round }: FairState,
  clockByKey: Map<K, VirtualClock>,
  key: K,
  start: number,
): VirtualClock {
  let clock = clockByKey.get(key);
  if (clock === undefined) {
    clock = { takenRows: start, lastRound: round };
    clockByKey.set(key, clock);
  } else if (clock.lastRound < round - 1) {
    clock.takenRows = Math.max(clock.takenRows, start);
  }
  clock.lastRound = round;
  return clock;
}

/** Returns true if a turn goes before another. Of two turns with the same finish the older job goes first. */
const goesBefore = (finish: number, otherFinish: number, turn: QueueTurn, other: QueueTurn): boolean =>
  finish < otherFinish || (finish === otherFinish && turn.candidate.job < other.candidate.job);

function advanceClocks(state: FairState, turn: QueueTurn): void {
  const { accountClock, jobClock, accountFinish, jobFinish } = turn;
  const { account } = turn.candidate;
  const { latestFinishByAccount } = state;
  accountClock.takenRows = accountFinish;
  jobClock.takenRows = jobFinish;
  state.latestFinish = Math.max(state.latestFinish, accountFinish);
  latestFinishByAccount.set(account, Math.max(latestFinishByAccount.get(account) ?? 0, jobFinish));
}

/** Drops the clocks of idle accounts and jobs, now and then, so that a pick stays cheap. */
function forgetIdleClocks(state: FairState, candidates: readonly WaitingChunk[]): void {
  const { round, clockByAccount, clockByJob } = state;
  if (clockByJob.size <= 2 * candidates.length + 64) return;
  for (const [job, { lastRound }] of clockByJob) if (lastRound < round) clockByJob.delete(job);
  for (const [account, { lastRound }] of clockByAccount) {
    if (lastRound === round) continue;
    clockByAccount.delete(account);
    state.latestFinishByAccount.delete(account);
  }
}
