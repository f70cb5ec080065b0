/** Finds the event that claimed a job's idempotency key. The text of the key is stored nowhere. */
import { KEY_ACTIVITY, keyActivityKey } from '../../projections/key-activity/key-activity.document.js';
import { idempotencyStream } from '../streams/idempotency/idempotency.events.js';
import type { LoggedEvent } from '../streams/index.js';
import { whenReady } from '../../packages/platform/src/projector/generation-reader.js';
import type { ReadModelReader } from '../../packages/platform/src/read-models/read-models.js';
import type { JobFacts } from './job-facts.js';
import { readStreamEvents, scanLog, type InvestigatedLog } from './log-reading.js';

export type ClaimReader = Pick<ReadModelReader, 'get'>;

/** Reads the stream that the read model of key activity names; if it names none, searches all claims. */
export async function findClaim(
  log: InvestigatedLog,
  job: JobFacts,
  readModels: ClaimReader | null,
): Promise<LoggedEvent | null> {
  const keyHash = readModels === null ? null : await keyHashOf(readModels, job);
  if (keyHash !== null) {
    const entries = await readStreamEvents(log, idempotencyStream(job.submission.account_id, keyHash));
    const claim = entries.find((entry) => isClaimOf(job, entry));
    if (claim !== undefined) return claim;
  }
  const account = String(job.submission.account_id);
  const claims = scanLog(log, {
    categories: ['idempotency'],
    filter: ({ metadata }) => metadata['account'] === account,
  });
  for await (const entry of claims) if (isClaimOf(job, entry)) return entry;
  return null;
}

const isClaimOf = ({ submission }: JobFacts, { event }: LoggedEvent): boolean =>
  event.type === 'IdempotencyKeyClaimed' && event.data.submission.job_id === submission.job_id;

/** Looks the claim up by the time of the submission: all events of a submission have the same time. */
async function keyHashOf(
  reader: ClaimReader,
  { submission: { key_id, job_id }, submittedEvent: { time } }: JobFacts,
): Promise<string | null> {
  const key = keyActivityKey(key_id, time, job_id, 'claimed');
  const document = await whenReady(() => reader.get(KEY_ACTIVITY.name, key), undefined);
  return document === undefined ? null : KEY_ACTIVITY.fields(document).key_hash;
}
