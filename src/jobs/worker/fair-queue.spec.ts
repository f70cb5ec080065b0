import * as fc from 'fast-check';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import type { WaitingChunk } from './fair-queue.js';
import { newFairState, pickChunk } from './fair-queue.js';

const A = 1001 as AccountId;
const B = 1002 as AccountId;

/** A job waiting with so many rows, in chunks of at most 500. */
interface Waiting {
  readonly account: AccountId;
  readonly job: string;
  rows: number;
  chunk?: number;
}

const candidatesOf = (waiting: readonly Waiting[]): WaitingChunk[] =>
  waiting
    .filter(({ rows }) => rows > 0)
    .map(({ account, job, rows, chunk }) => ({
      account,
      job: job as JobId,
      chunk: chunk ?? 0,
      rowCount: Math.min(rows, 500),
    }));

/** Picks until nothing waits or `most` chunks were taken; `arrive` may add jobs before each pick. */
function run(
  waiting: Waiting[],
  most: number,
  arrive: (turn: number) => Waiting[] = () => [],
): WaitingChunk[] {
  const picks: WaitingChunk[] = [];
  const state = newFairState();
  for (let turn = 0; turn < most; turn++) {
    waiting.push(...arrive(turn));
    const picked = pickChunk(state, candidatesOf(waiting));
    if (picked === null) break;
    picks.push(picked);
    const job = waiting.find((one) => one.job === picked.job);
    if (job !== undefined) {
      job.rows -= picked.rowCount;
      job.chunk = (job.chunk ?? 0) + 1;
    }
  }
  return picks;
}

const rowsOf = (picks: readonly WaitingChunk[], account: AccountId): number =>
  picks.filter((one) => one.account === account).reduce((sum, { rowCount }) => sum + rowCount, 0);
const turnOf = (picks: readonly WaitingChunk[], job: string): number =>
  picks.findIndex((one) => one.job === job);

describe('which chunk is next', () => {
  it('is nothing where nothing waits', () => {
    expect(pickChunk(newFairState(), [])).toBeNull();
  });

  it('is the older job among equals', () => {
    const picks = run(
      [
        { account: A, job: 'job_2', rows: 500 },
        { account: A, job: 'job_1', rows: 500 },
      ],
      1,
    );
    expect(picks[0]?.job).toBe('job_1');
  });

  it.each([
    ['of another account', B],
    ['of the same account', A],
  ])('is a small job %s that comes in behind a quarter of a million rows', (_title, account) => {
    const picks = run([{ account: A, job: 'job_1', rows: 250_000 }], 100, (turn) =>
      turn === 20 ? [{ account, job: 'job_2', rows: 10 }] : [],
    );
    expect(turnOf(picks, 'job_2')).toBe(20);
  });

  it('gives two accounts the same number of rows, however many jobs each has', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({
      account: A,
      job: `job_a${index}`,
      rows: 5_000,
    }));
    const picks = run([...many, { account: B, job: 'job_b', rows: 50_000 }], 60);
    expect(Math.abs(rowsOf(picks, A) - rowsOf(picks, B))).toBeLessThanOrEqual(500);
  });

  it('does not let an account that was idle catch up on what it did not ask for', () => {
    const picks = run([{ account: A, job: 'job_a', rows: 100_000 }], 120, (turn) =>
      turn === 100 ? [{ account: B, job: 'job_b', rows: 100_000 }] : [],
    );
    const later = picks.slice(100);
    expect(Math.abs(rowsOf(later, A) - rowsOf(later, B))).toBeLessThanOrEqual(500);
  });

  it('nor one that has come back', () => {
    const picks = run([{ account: A, job: 'job_a', rows: 100_000 }], 120, (turn) =>
      turn === 0 || turn === 100
        ? [{ account: B, job: `job_b${turn}`, rows: turn === 0 ? 500 : 100_000 }]
        : [],
    );
    const later = picks.slice(100);
    expect(Math.abs(rowsOf(later, A) - rowsOf(later, B))).toBeLessThanOrEqual(500);
  });

  it('is the large job again before long, although small ones of its account keep coming', () => {
    const picks = run([{ account: A, job: 'job_large', rows: 5_000 }], 600, (turn) =>
      turn % 10 === 0 ? [] : [{ account: A, job: `job_small${turn}`, rows: 10 }],
    );
    expect(picks.filter(({ job }) => job === 'job_large')).toHaveLength(10);
  });

  const jobs = fc.array(
    fc.record({
      account: fc.constantFrom(A, B, 1003 as AccountId),
      rows: fc.integer({ min: 1, max: 3_000 }),
      at: fc.nat(40),
    }),
    { minLength: 1, maxLength: 25 },
  );
  const arrivals = (specs: readonly { account: AccountId; rows: number; at: number }[]) => (turn: number) =>
    specs.flatMap(({ account, rows, at }, index) =>
      at === turn ? [{ account, rows, job: `job_${index}` }] : [],
    );

  it('remembers nobody who has nothing waiting', () => {
    const state = newFairState();
    for (let job = 0; job < 10_000; job++) {
      pickChunk(state, [
        { account: (1_001 + job) as AccountId, job: `job_${job}` as JobId, chunk: 0, rowCount: 10 },
      ]);
    }
    expect(
      Math.max(state.clockByJob.size, state.clockByAccount.size, state.latestFinishByAccount.size),
    ).toBeLessThan(100);
  });

  it('takes every row of every job exactly once, whatever comes when', () => {
    fc.assert(
      fc.property(jobs, (specs) => {
        const backlog: Waiting = { account: A, job: 'job_backlog', rows: 25_000 };
        const picks = run([backlog], 10_000, arrivals(specs));
        specs.forEach(({ rows }, index) => {
          const taken = picks.filter(({ job }) => job === `job_${index}`);
          expect(taken.reduce((sum, one) => sum + one.rowCount, 0)).toBe(rows);
        });
      }),
    );
  });

  it('never lets an account with work waiting fall more than a chunk behind another', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 30 }), (sizes) => {
        const large: Waiting = { account: A, job: 'job_large', rows: 1_000_000 };
        const small = sizes.map((rows, index) => ({ account: B, job: `job_${index}`, rows }));
        const total = sizes.reduce((sum, rows) => sum + rows, 0);
        const picks = run([large, ...small], 2_000);
        let [a, b] = [0, 0];
        for (const { account, rowCount: rows } of picks) {
          if (b === total) break;
          if (account === A) a += rows;
          else b += rows;
          expect(Math.abs(a - b)).toBeLessThanOrEqual(1_000);
        }
      }),
    );
  });
});
