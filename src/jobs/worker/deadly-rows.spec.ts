import fc from 'fast-check';
import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { ProcessDiedError } from '../../../test/support/stores/faulty-event-store.js';
import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { MortalCoordination } from '../../../test/support/stores/mortal-coordination.js';
import { rowsAsked } from '../../../test/support/worlds/job-world.js';
import type { EnrichedRow } from '../../../packages/enrichment/src/pipeline/enricher.js';
import { SharedLock } from '../../../packages/platform/src/tasks/shared-lock.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import { answerCarefully } from './chunk-runner.js';
import { ChunkClaims } from './chunk-claims.js';
import { trialOrder, findLostRows, type RowAttempt } from './deadly-rows.js';

const at = (...pairs: readonly (readonly [row: number, deaths: number])[]): RowAttempt[] =>
  pairs.map(([row, deaths]) => ({ row, deaths }));

describe('a row is lost', () => {
  it.each<[string, RowAttempt[], RowAttempt[], number[]]>([
    ['by no single death', at([5, 2]), at([1, 2], [2, 3]), []],
    ['by two deaths with another row answered between', at([5, 2], [5, 3]), at([6, 3]), [5]],
    ['by no two deaths with nothing between', at([5, 2], [5, 3]), at([1, 2]), []],
    ['by no answer after both', at([5, 2], [5, 3]), at([6, 4]), []],
    ['by no answer of its own', at([5, 2], [5, 4]), at([5, 3]), []],
    ['by three deaths, whatever lies between', at([5, 2], [5, 3], [5, 4]), [], [5]],
    ['beside another that is', at([5, 2], [6, 3], [5, 4], [6, 5], [5, 6]), [], [5]],
    ['if many died and others were answered', at([5, 2], [6, 3], [7, 4], [6, 9]), at([1, 5]), [6]],
  ])('%s', (_what, died, answered, lost) => {
    expect([...findLostRows(died, answered)]).toEqual(lost);
    expect([...findLostRows(died.toReversed(), answered)]).toEqual(lost);
  });
});

it('rows that workers died on are tried last, the last death at the very end', () => {
  expect(trialOrder([0, 1, 2, 3, 4], at([1, 2], [3, 3], [1, 4]))).toEqual([0, 2, 4, 3, 1]);
});

const SUBMISSION = aSubmission(8, 8);
const ID = { job: SUBMISSION.job_id, chunk: 0 };

interface Lived {
  readonly rows: readonly EnrichedRow[];
  /** The row that was worked on in each death; null where none was. */
  readonly deaths: readonly (number | null)[];
  /** How often each row was begun. */
  readonly begun: readonly number[];
}

/**
 * Takes a chunk until it is answered. Workers die on `killers`, and from outside at these steps of
 * coordination.
 */
async function lived(count: number, killers: ReadonlySet<number>, kills: readonly number[]): Promise<Lived> {
  const shared = new MemoryCoordination();
  const attempt: ChunkAttempt = {
    submission: SUBMISSION,
    chunk: 0,
    attemptId: '01JDXB8Z5N000000000000000A',
    editions: { companies: '2026-11-01' },
    firstRow: 0,
    rows: rowsAsked(count),
    context: { requestId: 'req', actor: 'worker' },
  };
  const deaths: (number | null)[] = [];
  const begun = Array.from({ length: count }, () => 0);
  for (;;) {
    const process = { isDead: false };
    let working: number | null = null;
    const enricher = new FakeEnricher({
      beforeRow: (row) => {
        working = row;
        begun[row] = (begun[row] ?? 0) + 1;
        if (!killers.has(row)) return;
        process.isDead = true;
        throw new ProcessDiedError();
      },
    });
    let steps = kills[deaths.length] ?? Infinity;
    class Killed extends MortalCoordination {
      override async put(
        ...put: Parameters<MortalCoordination['put']>
      ): ReturnType<MortalCoordination['put']> {
        if (--steps < 0) process.isDead = true;
        const result = await super.put(...put);
        if (put[0].startsWith('answers/')) working = null;
        return result;
      }
    }
    const claims = new ChunkClaims(new Killed(shared, process), 'one', { ttlMs: 6_000, heartbeatMs: 1_500 });
    const tools = { enricher, claims, lock: new SharedLock(), onFault: () => undefined };
    // As a dead process: what its enrichment threw is heard by nobody.
    const run = answerCarefully(tools, { id: ID, deaths: 2 + deaths.length }, attempt);
    const rows = await run.catch((error: unknown) => {
      if (!(error instanceof ProcessDiedError)) throw error;
      return null;
    });
    if (rows !== null && !process.isDead) return { rows, deaths, begun };
    deaths.push(working);
  }
}

const lostIn = ({ rows }: Lived): number[] =>
  rows.flatMap((row, index) => (row.status === 'failed' && row.reason === 'worker_lost' ? [index] : []));

describe('a chunk whose workers are killed', () => {
  it('of two rows that both kill loses both, after three deaths each', async () => {
    const end = await lived(2, new Set([0, 1]), []);
    expect(lostIn(end)).toEqual([0, 1]);
    expect(end.deaths).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it('by one of its rows loses that one after two deaths, and asks no other again', async () => {
    const end = await lived(5, new Set([2]), []);
    expect([lostIn(end), end.deaths, end.begun]).toEqual([[2], [2, 2], [1, 1, 2, 1, 1]]);
  });

  it('from outside ever and again gets on: a kill at every fifth step', async () => {
    const end = await lived(
      8,
      new Set(),
      Array.from({ length: 100 }, () => 4),
    );
    expect(lostIn(end)).toEqual([]);
    expect(end.deaths.length).toBeLessThan(10);
  });

  it('at random loses a healthy row by the rule alone, ends, and loses every row that kills', async () => {
    const killed = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 });
    const plan = fc.tuple(
      fc.integer({ min: 1, max: 8 }),
      fc.uniqueArray(fc.nat(7), { maxLength: 3 }),
      killed,
    );
    await fc.assert(
      fc.asyncProperty(plan, async ([count, killers, kills]) => {
        const end = await lived(count, new Set(killers), kills);
        expect(end.rows).toHaveLength(count);
        const lost = lostIn(end);
        for (const row of killers.filter((one) => one < count)) expect(lost).toContain(row);
        for (const [row, { status }] of end.rows.entries()) {
          const marked = end.deaths.filter((one) => one === row).length;
          if (killers.includes(row)) continue;
          if (lost.includes(row)) expect(marked).toBeGreaterThanOrEqual(2);
          else expect([row, status]).toEqual([row, 'delivered']);
          // Nothing that was answered is asked again.
          expect(end.begun[row]).toBeLessThanOrEqual(1 + marked);
        }
      }),
    );
  });
});
