/**
 * Reports what the log holds about a key, a job, a row or a request. Unknown ids are wrong requests. Each
 * report writes an audit record before it is shown.
 */
import { investigateJob, type JobHistory, type JobInvestigation } from '../../investigate/investigate-job.js';
import { investigateKey, type KeyQuery, type KeyHistory } from '../../investigate/key/investigate-key.js';
import { readKeyContext, type KeyContext } from '../../investigate/key/key-context.js';
import { investigateRequest } from '../../investigate/investigate-request.js';
import { investigateRow } from '../../investigate/investigate-row.js';
import { rowBill, billSentences } from '../../investigate/row-bill.js';
import type { StreamWindow } from '../../investigate/request-events.js';
import type { JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { editionChanges, editionChangeSentences } from './edition-changes.js';
import { jobBillOrNull, type JobBill } from '../jobs/job-bill.js';
import { unknownJobError } from '../jobs/list-jobs.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { recordAudit } from '../support/audit-records.js';

/** A job, or a submission that was begun and given up. `bill` is null while the billing lane is stopped. */
export type JobReport =
  | Exclude<JobInvestigation, { readonly outcome: 'job_not_found' | 'found' }>
  | { readonly outcome: 'found'; readonly job: JobHistory & { readonly bill: JobBill | null } };

/** @param reason why the operator looks; null: no reason was given */
export async function reportJob(
  operator: OperatorServices,
  jobId: JobId,
  reason: string | null,
): Promise<JobReport> {
  const result = await investigateJob(operator.stores.eventStore, jobId, operator.models);
  if (result.outcome === 'job_not_found') throw unknownJobError(jobId);
  const owner = result.outcome === 'found' ? result.job : { key_id: null, account_id: result.account_id };
  await recordAudit(operator, { owner, about: { kind: 'job', job_id: jobId }, reason });
  if (result.outcome !== 'found') return result;
  return { outcome: 'found', job: { ...result.job, bill: await jobBillOrNull(operator, jobId) } };
}

/**
 * Reports a row with its charges, and the sources that have another edition in force since its answer.
 * @param row the row's number in the submission, from 0
 */
export async function reportRow(
  operator: OperatorServices,
  { jobId, row }: { readonly jobId: JobId; readonly row: number },
  reason: string | null,
) {
  const result = await investigateRow(operator.stores.eventStore, jobId, row);
  if (result.outcome === 'job_not_found') throw unknownJobError(jobId);
  if (result.outcome === 'row_not_found')
    throw new WrongRequest('unknown_row', `Job ${jobId} has rows 0 to ${result.rows - 1}.`);
  await recordAudit(operator, { owner: result.row, about: { kind: 'row', job_id: jobId, row }, reason });
  const rowPlace = { account: result.row.account_id, job: jobId, row };
  const bill = await rowBill(operator.stores.eventStore, rowPlace, result.facts);
  const editions_since = editionChanges(operator.settings.dataDir, result.row.editions);
  const story = [...result.row.story, ...billSentences(bill), ...editionChangeSentences(editions_since)];
  return { ...result.row, story, bill, editions_since };
}

export type KeyReport = KeyHistory & KeyContext;

type KeyRequestsQuery = KeyQuery & { readonly keyId: KeyId };

export async function reportKey(
  operator: OperatorServices,
  query: KeyRequestsQuery,
  reason: string | null,
): Promise<KeyReport> {
  await driveLanesToHead(operator, 'access', 'work', 'billing', 'support');
  const key = await keyHistory(operator, query);
  const owner = { id: key.key_id, account: key.account_id };
  const sources = { eventStore: operator.stores.eventStore, reader: operator.models };
  const context = await readKeyContext(sources, owner, query);
  await recordKeyAudit(operator, key, reason);
  return { ...key, ...context };
}

/** Returns the key and its requests, without the key's context. */
export async function reportKeyRequests(
  operator: OperatorServices,
  query: KeyRequestsQuery,
  reason: string | null,
): Promise<KeyHistory> {
  await driveLanesToHead(operator, 'access', 'support');
  const key = await keyHistory(operator, query);
  await recordKeyAudit(operator, key, reason);
  return key;
}

const recordKeyAudit = (operator: OperatorServices, key: KeyHistory, reason: string | null): Promise<void> =>
  recordAudit(operator, { owner: key, about: { kind: 'key', key_id: key.key_id }, reason });

async function keyHistory(
  { stores, models }: OperatorServices,
  { keyId, ...query }: KeyRequestsQuery,
): Promise<KeyHistory> {
  const { eventStore, coordination } = stores;
  const result = await investigateKey({ eventStore, coordination, readModels: models }, keyId, query);
  if (result.outcome === 'key_not_found') throw new WrongRequest('unknown_key', `There is no key ${keyId}.`);
  return result.key;
}

/**
 * @param id the request's id, as its answer carried it
 * @param window the streams to read; default all
 * @returns `streams`: the number of streams with the request's events, including streams that were not read
 */
export async function reportRequest(
  operator: OperatorServices,
  { id, window }: { readonly id: string; readonly window?: StreamWindow },
  reason: string | null,
) {
  const { stores, models } = operator;
  const { eventStore, coordination } = stores;
  const result = await investigateRequest({ eventStore, coordination, readModels: models }, id, window);
  if (result.outcome !== 'found')
    throw new WrongRequest(
      'unknown_request',
      `Nothing is known of request ${id}: it changed nothing, and the request log (30 days) does not have it.`,
    );
  const { request, streams } = result;
  await recordAudit(operator, { owner: request, about: { kind: 'request', request_id: id }, reason });
  return { request, streams };
}
