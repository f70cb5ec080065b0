import type { JobId } from '../../packages/contract/src/ids.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, JOB, NOON, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { IDEMPOTENCY, idempotencyKey } from './idempotency.document.js';

describe('an idempotency key', () => {
  it('stands for the job of its claim', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    await log.claim(aSubmission(), 'cafe');
    expect(await (await documentsOf(log.store)).all(IDEMPOTENCY)).toEqual({
      [idempotencyKey(ACCOUNT, 'cafe')]: {
        account_id: ACCOUNT,
        job_id: JOB,
        fingerprint: 'f',
        request_id: 'req_1',
        claimed_at: NOON,
      },
    });
  });

  it('stands for the last claim of its chain', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    const next = 'job_01JDXB8Z5N0000000000000009' as JobId;
    await log.claim(aSubmission(), 'cafe');
    await log.claim(aSubmission(1, 1, { job_id: next }), 'cafe');
    const documents = await (await documentsOf(log.store)).all(IDEMPOTENCY);
    expect(documents[idempotencyKey(ACCOUNT, 'cafe')]).toMatchObject({ job_id: next });
  });
});
