/** The claim of an idempotency key that a job was submitted under: the key's text is stored nowhere. */
import { KEY_ACTIVITY, keyActivityKey } from '../../projections/key-activity/key-activity.document.js';
import { idempotencyStream } from '../streams/idempotency/idempotency.events.js';
import type { LoggedEvent } from '../streams/index.js';
import { ReadModelNotReadyError } from '../platform/projector/generation-reader.js';
import type { ReadModelReader } from '../platform/read-models/read-models.js';
import type { JobFacts } from './job-facts.js';
import { readWhole, scan, type InvestigatedLog } from './log-reading.js';

export type ClaimReader = Pick<ReadModelReader, 'get'>;

/** From the stream that the key's activity names; where it names none, all claims are searched. */
export async function findClaim(
  log: InvestigatedLog,
  job: JobFacts,
  readModels: ClaimReader | null,
): Promise<LoggedEvent | null> {
  const keyHash = readModels === null ? null : await keyHashOf(readModels, job);
  if (keyHash !== null) {
    const entries = await readWhole(log, idempotencyStream(job.submission.account_id, keyHash));
    const claim = entries.find((entry) => isClaimOf(job, entry));
    if (claim !== undefined) return claim;
  }
  const account = String(job.submission.account_id);
  const claims = scan(log, {
    categories: ['idempotency'],
    wanted: ({ metadata }) => metadata['account'] === account,
  });
  for await (const entry of claims) if (isClaimOf(job, entry)) return entry;
  return null;
}

const isClaimOf = ({ submission }: JobFacts, { event }: LoggedEvent): boolean =>
  event.type === 'IdempotencyKeyClaimed' && event.data.submission.job_id === submission.job_id;

/** All events of a submission carry one time, its claim included. */
async function keyHashOf(
  reader: ClaimReader,
  { submission: { key_id, job_id }, submitted: { time } }: JobFacts,
): Promise<string | null> {
  try {
    const document = await reader.get(KEY_ACTIVITY.name, keyActivityKey(key_id, time, job_id, 'claimed'));
    return document === undefined ? null : KEY_ACTIVITY.fields(document).key_hash;
  } catch (error) {
    if (error instanceof ReadModelNotReadyError) return null;
    throw error;
  }
}
