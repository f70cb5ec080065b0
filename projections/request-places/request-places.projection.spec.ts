import { accountStream } from '../../src/streams/account/account.events.js';
import { jobStream } from '../../src/streams/job/job.events.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { REQUEST_PLACES } from './request-places.document.js';

it('has each stream that a request wrote to, once', async () => {
  const log = new LogBuilder(new MemoryEventStore());
  log.requestId = 'req_1';
  await log.openAccount();
  log.requestId = 'req_2';
  await log.claim(aSubmission());
  await log.run(aSubmission(), () => BOTH);
  log.requestId = 'req_3';
  await log.job(aSubmission(), { type: 'JobCancelRequested', data: { key_id: KEY } });
  const documents = Object.values(await (await documentsOf(log.store)).all(REQUEST_PLACES));
  expect(documents).toEqual([
    { request_id: 'req_1', stream: accountStream(ACCOUNT) },
    { request_id: 'req_2', stream: 'idempotency-1001.cafe' },
    { request_id: 'req_2', stream: jobStream(JOB) },
    { request_id: 'req_3', stream: jobStream(JOB) },
  ]);
});
