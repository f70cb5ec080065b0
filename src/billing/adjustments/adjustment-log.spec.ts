import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { ACCOUNT, JOB } from '../../../test/support/logs/job-builders.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { AdjustmentId } from '../../../packages/contract/src/ids.js';
import { adjustmentsStream } from '../../streams/adjustments/adjustments.events.js';
import { adjustmentsOf, type AdjustmentRange } from './adjustment-log.js';

const TIMES = ['2026-11-21T12:00:00.000Z', '2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z'];
const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
let positions: Position[];

/** An adjustment of a row at each of the times, and events of others between them. */
beforeEach(async () => {
  positions = [];
  for (const [row, time] of TIMES.entries()) {
    await log.openAccount();
    const data = {
      adjustment_id: `adj_01JDXB8Z5N000000000000001${row}` as AdjustmentId,
      account_id: ACCOUNT,
      scope: { job_id: JOB, row, block: null, from: null, to: null },
      except: [],
      reason: 'goodwill',
      note: 'as agreed',
      units: -1,
      currency: null,
      amount: null,
      charges: [{ jobs: [JOB], days: [{ date: '2026-11-21', units: { industry: -1 }, amount: null }] }],
    };
    await log.append(adjustmentsStream(ACCOUNT), log.event({ type: 'ChargeAdjusted', data }, { time }));
    positions.push(await log.store.head());
  }
});

async function rowsOf(range: AdjustmentRange): Promise<(number | null)[]> {
  const rows: (number | null)[] = [];
  for await (const { event } of adjustmentsOf(log.store, ACCOUNT, range)) rows.push(event.data.scope.row);
  return rows;
}

describe('the adjustments of an account', () => {
  it('come in the order in which they were made', async () => {
    expect(await rowsOf({})).toEqual([0, 1, 2]);
  });

  it('can be those of a month', async () => {
    expect(await rowsOf({ from: '2026-11-01T00:00:00.000Z', before: '2026-12-01T00:00:00.000Z' })).toEqual([
      0, 1,
    ]);
    expect(await rowsOf({ from: '2026-12-01T00:00:00.000Z' })).toEqual([2]);
  });

  it('can be those between two positions of the log', async () => {
    const [first, second] = positions;
    if (first === undefined || second === undefined) throw new Error('nothing was appended');
    expect(await rowsOf({ after: first })).toEqual([1, 2]);
    expect(await rowsOf({ until: second })).toEqual([0, 1]);
    expect(await rowsOf({ after: first, until: second })).toEqual([1]);
  });
});
