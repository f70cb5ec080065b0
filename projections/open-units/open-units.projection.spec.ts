import { documentsOf } from '../../test/support/documents-of.js';
import { aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { OPEN_UNITS } from './open-units.document.js';

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
const counts = { succeeded: 1, not_found: 1, failed: 0, site_unreachable: 0 };
const open = async () => {
  const { all } = await documentsOf(log.store);
  return Object.values(await all(OPEN_UNITS)).map(({ units }) => units);
};
const job = aSubmission(5, 2, { blocks: ['industry', 'charges', 'scores'], not_enabled: ['scores'] });

it('are a unit for each row and enabled block, less those of recorded rows but for what is still looked for', async () => {
  await log.submit(job);
  expect(await open()).toEqual([{ industry: 5, charges: 5 }]);
  const pending = { industry: { status: 'available' }, charges: { status: 'pending' } } as const;
  await log.record(job, 0, [pending, 'not_matched'], []);
  expect(await open()).toEqual([{ industry: 3, charges: 4 }]);
  await log.fill(job, { chunk: 0, row: 0, block: 'charges' }, { status: 'available' });
  expect(await open()).toEqual([{ industry: 3, charges: 3 }]);
});

it.each([
  ['JobCompleted', {}],
  ['JobCancelled', { skipped: 3 }],
])('are none of a job that is over (%s)', async (type, more) => {
  await log.submit(job);
  await log.job(job, { type, data: { counts, expires_at: '2026-12-21T12:00:00.000Z', ...more } });
  expect(await open()).toEqual([]);
});
