/**
 * What the log says of a key, a job, a row or a request; what it says nothing of is a wrong request. Each answer is
 * recorded as a look of support before it is given.
 */
import { investigateJob, type JobStory, type JobInvestigation } from '../../investigate/investigate-job.js';
import { investigateKey, type KeyQuery, type KeyStory } from '../../investigate/key/investigate-key.js';
import { keySurroundings, type KeySurroundings } from '../../investigate/key/key-surroundings.js';
import { investigateRequest, type RequestStory } from '../../investigate/investigate-request.js';
import { investigateRow } from '../../investigate/investigate-row.js';
import { rowBill, billSentences, type RowBill } from '../../investigate/row-bill.js';
import type { RowStory } from '../../investigate/row-story.js';
import type { JobId, KeyId } from '../../shared/ids.js';
import { editionsSince, tellSince, type EditionSince } from './editions-since.js';
import { jobBillShown, type JobBill } from '../jobs/job-bill.js';
import { unknownJob } from '../jobs/shown-jobs.js';
import { upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { ofKeyOrAccount, recordLook } from '../support/looks.js';

/** A submission that was begun and given up is found too. A bill is null while the billing lane stands still. */
export type JobTold =
  | Exclude<JobInvestigation, { readonly outcome: 'job_not_found' | 'found' }>
  | { readonly outcome: 'found'; readonly job: JobStory & { readonly bill: JobBill | null } };

/** @param reason why the operator looks; null where none is given */
export async function tellJob(operator: Operator, jobId: JobId, reason: string | null): Promise<JobTold> {
  const found = await investigateJob(operator.stores.eventStore, jobId, operator.models);
  if (found.outcome === 'job_not_found') throw unknownJob(jobId);
  const whose = found.outcome === 'found' ? found.job : { key_id: null, account_id: found.account_id };
  await recordLook(operator, { ...ofKeyOrAccount(whose), about: { kind: 'job', job_id: jobId }, reason });
  if (found.outcome !== 'found') return found;
  return { outcome: 'found', job: { ...found.job, bill: await jobBillShown(operator, jobId) } };
}

/** With its money, and with what came into force since. */
export interface RowTold extends RowStory {
  readonly bill: RowBill;
  readonly editions_since: readonly EditionSince[];
}

/** @param row place in the submission, from 0 */
export async function tellRow(
  operator: Operator,
  { jobId, row }: { readonly jobId: JobId; readonly row: number },
  reason: string | null,
): Promise<RowTold> {
  const found = await investigateRow(operator.stores.eventStore, jobId, row);
  if (found.outcome === 'job_not_found') throw unknownJob(jobId);
  if (found.outcome === 'row_not_found')
    throw new WrongRequest('unknown_row', `Job ${jobId} has rows 0 to ${found.rows - 1}.`);
  const about = { kind: 'row', job_id: jobId, row } as const;
  await recordLook(operator, { ...ofKeyOrAccount(found.row), about, reason });
  const whose = { account: found.row.account_id, job: jobId, row };
  const bill = await rowBill(operator.stores.eventStore, whose, found.facts);
  const editions_since = editionsSince(operator.settings.dataDir, found.row.editions);
  const story = [...found.row.story, ...billSentences(bill), ...tellSince(editions_since)];
  return { ...found.row, story, bill, editions_since };
}

export type KeyTold = KeyStory & KeySurroundings;

export async function tellKey(
  operator: Operator,
  { keyId, ...question }: KeyQuery & { readonly keyId: KeyId },
  reason: string | null,
): Promise<KeyTold> {
  await upToDate(operator, 'access', 'work', 'billing', 'support');
  const { stores, models } = operator;
  const { eventStore, coordination } = stores;
  const found = await investigateKey({ eventStore, coordination, readModels: models }, keyId, question);
  if (found.outcome === 'key_not_found') throw new WrongRequest('unknown_key', `There is no key ${keyId}.`);
  const whose = { id: keyId, account: found.key.account_id };
  const around = await keySurroundings({ eventStore, reader: models }, whose, question);
  await recordLook(operator, {
    ...ofKeyOrAccount(found.key),
    about: { kind: 'key', key_id: keyId },
    reason,
  });
  return { ...found.key, ...around };
}

export interface RequestTold {
  readonly request: RequestStory;
  /** Streams with events of it that were not read. */
  readonly unread: number;
}

/**
 * @param id of the request, as its answer carried it
 * @param most streams that are read at most; default all
 */
export async function tellRequest(
  operator: Operator,
  { id, most }: { readonly id: string; readonly most?: number },
  reason: string | null,
): Promise<RequestTold> {
  const { stores, models } = operator;
  const { eventStore, coordination } = stores;
  const found = await investigateRequest({ eventStore, coordination, readModels: models }, id, most);
  if (found.outcome !== 'found')
    throw new WrongRequest(
      'unknown_request',
      `Nothing is known of request ${id}: it changed nothing, and the request log (30 days) does not have it.`,
    );
  const about = { kind: 'request', request_id: id } as const;
  await recordLook(operator, { ...ofKeyOrAccount(found.request), about, reason });
  return { request: found.request, unread: found.unread };
}
