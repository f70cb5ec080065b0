import { documentsOf } from '../../test/support/documents-of.js';
import { aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { ROW_PACE } from './row-pace.document.js';

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
const minutes = async () => (await documentsOf(log.store)).all(ROW_PACE);

it('are rows of all jobs by the minute of their record, those that failed by why', async () => {
  const job = aSubmission(8, 4);
  await log.submit(job);
  log.time = '2026-11-21T12:00:01.000Z';
  await log.record(job, 0, [BOTH, 'not_matched', 'not_matched', 'no_company_key'], []);
  log.time = '2026-11-21T12:00:59.999Z';
  await log.record(job, 1, [BOTH, BOTH, 'not_matched', 'source_unavailable'], []);
  expect(await minutes()).toEqual({
    '12:00': {
      minute: '2026-11-21T12:00',
      rows: 8,
      failed: { not_matched: 3, no_company_key: 1, source_unavailable: 1 },
    },
  });
});

it('of the day before go once a minute has its rows of today, whichever come first', async () => {
  const job = aSubmission(9, 3);
  await log.submit(job);
  for (const [chunk, time] of ['2026-11-21T12:00:00.000Z', '2026-11-22T12:00:00.000Z'].entries()) {
    log.time = time;
    await log.record(job, chunk, [BOTH, BOTH, 'not_matched'], []);
  }
  const today = { '12:00': { minute: '2026-11-22T12:00', rows: 3, failed: { not_matched: 1 } } };
  expect(await minutes()).toEqual(today);
  log.time = '2026-11-21T12:00:30.000Z';
  await log.record(job, 2, [BOTH, BOTH, BOTH], []);
  expect(await minutes()).toEqual(today);
});
