import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH, INDUSTRY_PENDING } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { UNBILLED_ROWS, unbilledRowsKey } from './unbilled-rows.document.js';

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
