/** What the log says of a key, a job, a row or a request; what it says nothing of is a wrong request. */
import { investigateJob, type JobStoryFound } from '../../investigate/investigate-job.js';
import { investigateKey, type KeyStory } from '../../investigate/investigate-key.js';
import { investigateRequest, type RequestStory } from '../../investigate/investigate-request.js';
import { investigateRow } from '../../investigate/investigate-row.js';
import type { RowStory } from '../../investigate/row-story.js';
import type { JobId, KeyId } from '../../shared/ids.js';
import { unknownJob } from '../jobs/shown-jobs.js';
import type { Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';

/** A submission that was begun and given up is found too. */
export type JobTold = Exclude<JobStoryFound, { readonly outcome: 'job_not_found' }>;

export async function tellJob({ stores }: Operator, jobId: JobId): Promise<JobTold> {
  const found = await investigateJob(stores.eventStore, jobId);
  if (found.outcome === 'job_not_found') throw unknownJob(jobId);
  return found;
}

/** @param index place in the submission, from 0 */
export async function tellRow({ stores }: Operator, jobId: JobId, index: number): Promise<RowStory> {
  const found = await investigateRow(stores.eventStore, jobId, index);
  switch (found.outcome) {
    case 'found':
      return found.row;
    case 'job_not_found':
      throw unknownJob(jobId);
    case 'row_not_found':
      throw new WrongRequest('unknown_row', `Job ${jobId} has rows 0 to ${found.rows - 1}.`);
  }
}

export async function tellKey({ stores, models }: Operator, keyId: KeyId): Promise<KeyStory> {
  const { eventStore, coordination } = stores;
  const found = await investigateKey({ eventStore, coordination, readModels: models }, keyId);
  if (found.outcome === 'key_not_found') throw new WrongRequest('unknown_key', `There is no key ${keyId}.`);
  return found.key;
}

/** @param id of the request, as its answer carried it */
export async function tellRequest({ stores }: Operator, id: string): Promise<RequestStory> {
  const found = await investigateRequest(stores, id);
  if (found.outcome === 'found') return found.request;
  throw new WrongRequest(
    'unknown_request',
    `Nothing is known of request ${id}: it changed nothing, and the request log (30 days) does not have it.`,
  );
}
