/** Jobs as tests speak of them. */
import type { Submission } from '../../../src/streams/job/job.events.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { grantOptions } from '../../../packages/contract/src/options.js';

export const JOB = 'job_01JDXB8Z5N0000000000000001' as JobId;
export const ACCOUNT = 1001 as AccountId;
export const KEY = 'abcdefghijkl' as KeyId;
export const NOON = '2026-11-21T12:00:00.000Z';

/** A background job of `rows` rows in chunks of `perChunk`. */
export function aSubmission(rows = 10, perChunk = 4, changes: Partial<Submission> = {}): Submission {
  return {
    job_id: JOB,
    account_id: ACCOUNT,
    key_id: KEY,
    environment: 'live',
    operation: 'enrich_job',
    blocks: ['company_identity', 'industry'],
    not_enabled: [],
    options: grantOptions({}, 'enrich_job'),
    rows,
    chunks: Array.from({ length: Math.ceil(rows / perChunk) }, (_, index) => index * perChunk),
    retention_days: 30,
    stored: true,
    collection: 'pages',
    idempotent: false,
    inline_until: null,
    digest: '00',
    ...changes,
  };
}
