import { accountStream } from '../../src/streams/account/account.events.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, JOB, KEY, NOON, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { KEY_ACTIVITY, keyActivityKey, activityKeys } from './key-activity.document.js';

describe('the activity of a key', () => {
  it('lists by time what it did and what became of it', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    await log.openAccount();
    log.time = '2026-11-21T12:01:00.000Z';
    await log.claim(aSubmission());
    await log.submit(aSubmission());
    log.time = '2026-11-21T12:02:00.000Z';
    await log.job(aSubmission(), { type: 'JobCancelRequested', data: { key_id: KEY } });
    log.time = '2026-11-21T12:03:00.000Z';
    const revoked = { type: 'KeyRevoked', data: { key_id: KEY, reason: 'leaked' } };
    await log.append(accountStream(ACCOUNT), log.event(revoked, { requestId: 'req_9' }));
    const { live } = await documentsOf(log.store);
    const told = async (keys: { from: string; to: string }) =>
      (await live.range(KEY_ACTIVITY.name, keys)).map((document) => KEY_ACTIVITY.fields(document));
    const always = { from: null, before: null };
    const of = { key_id: KEY, account_id: ACCOUNT, request_id: 'req_1' };
    expect(await told(activityKeys(KEY, 'claims', always))).toMatchObject([
      { ...of, kind: 'claimed', time: '2026-11-21T12:01:00.000Z', job_id: JOB, key_hash: 'cafe' },
    ]);
    expect(await told(activityKeys(KEY, 'acts', always))).toMatchObject([
      { ...of, kind: 'issued', time: NOON, job_id: null, operation: null },
      { ...of, kind: 'submitted', time: '2026-11-21T12:01:00.000Z', job_id: JOB, operation: 'enrich_job' },
      { ...of, kind: 'cancel_requested', time: '2026-11-21T12:02:00.000Z', job_id: JOB, operation: 'cancel' },
      {
        ...of,
        kind: 'revoked',
        time: '2026-11-21T12:03:00.000Z',
        job_id: null,
        operation: null,
        request_id: 'req_9',
      },
    ]);
    // As documents on disk have it.
    expect(await live.get(KEY_ACTIVITY.name, keyActivityKey(KEY, NOON, 'key', 'issued'))).toBeDefined();
  });
});
