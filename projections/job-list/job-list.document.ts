/** An entry for each job with what lists of jobs filter and sort by. `JOB_STATUS` has the job itself. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { AccountId, KeyId } from '../../packages/contract/src/ids.js';
import type { JobStatusDocument } from '../job-status/job-status.document.js';

export type JobListDocument = Pick<JobStatusDocument, 'operation' | 'status' | 'rows'> & {
  readonly account_id: AccountId;
  readonly key_id: KeyId;
  readonly created_at: string;
  /** Rows that failed as a whole, in the chunks completed so far. */
  readonly failures: number;
};

const FIELDS = ['account_id', 'created_at', 'key_id', 'operation', 'status', 'failures', 'rows'] as const;

/** The key is the job's id. */
export const JOB_LIST = typedCollection<JobListDocument>('job_list', [{ name: 'list', fields: FIELDS }]);
