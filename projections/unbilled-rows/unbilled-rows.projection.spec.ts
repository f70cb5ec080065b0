import type { BlockOutcome } from '../../packages/contract/src/row.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { UNBILLED_ROWS, UNSETTLED_ROWS, unbilledRowsKey } from './unbilled-rows.document.js';

const NOTHING = { industry: { status: 'not_found', reason: 'no_sic_on_file' } } as const;
const WAITING = { industry: { status: 'pending' } } as const;
const counts = { succeeded: 4, not_found: 1, failed: 0, site_unreachable: 0 };

it('are failed and skipped rows, and delivered ones of which no block is available or still to come', async () => {
  const log = new LogBuilder(new MemoryEventStore());
  const job = aSubmission(8, 5);
  await log.submit(job);
  await log.record(job, 0, [BOTH, 'not_matched', NOTHING, INDUSTRY_PENDING, WAITING], []);
  const { live } = await documentsOf(log.store);
  const today = unbilledRowsKey(ACCOUNT, '2026-11-21');
  expect(await live.find(UNBILLED_ROWS, today)).toEqual({ account_id: ACCOUNT, day: '2026-11-21', rows: 2 });
  log.time = '2026-11-22T00:00:00.000Z';
  const expires_at = '2026-12-21T12:00:00.000Z';
  await log.job(job, { type: 'JobCancelled', data: { counts, skipped: 3, expires_at } });
  const { all } = await documentsOf(log.store);
  expect(Object.values(await all(UNBILLED_ROWS)).map(({ day, rows }) => [day, rows])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-22', 3],
  ]);
});

const TWO_WAITING = { industry: { status: 'pending' }, charges: { status: 'pending' } } as const;
const NOT_FOUND = { status: 'not_found', reason: 'source_unavailable' } as const;

it('are rows whose last late block brings nothing either, on the day on which it is given up', async () => {
  const log = new LogBuilder(new MemoryEventStore());
  const job = aSubmission(5, 5);
  await log.submit(job);
  await log.record(job, 0, [WAITING, WAITING, INDUSTRY_PENDING, TWO_WAITING, TWO_WAITING], []);
  const counted = async () => {
    const { all } = await documentsOf(log.store);
    return Object.values(await all(UNBILLED_ROWS)).map(({ day, rows }) => [day, rows]);
  };
  expect(await counted()).toEqual([]);
  log.time = '2026-11-22T00:00:00.000Z';
  const fill = (row: number, block: 'industry' | 'charges', outcome: BlockOutcome) =>
    log.fill(job, { chunk: 0, row, block }, outcome);
  await fill(0, 'industry', NOT_FOUND);
  await fill(1, 'industry', { status: 'available' });
  await fill(2, 'industry', NOT_FOUND);
  await fill(3, 'industry', NOT_FOUND);
  await fill(4, 'industry', NOT_FOUND);
  expect(await counted()).toEqual([['2026-11-22', 1]]);
  log.time = '2026-11-23T00:00:00.000Z';
  await fill(3, 'charges', NOT_FOUND);
  await fill(4, 'charges', { status: 'available' });
  expect(await counted()).toEqual([
    ['2026-11-22', 1],
    ['2026-11-23', 1],
  ]);
  const { all } = await documentsOf(log.store);
  expect(await all(UNSETTLED_ROWS)).toEqual({});
});
