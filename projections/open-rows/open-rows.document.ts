/** Counts the unfinished rows of an account, for the cap on open rows. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { AccountId } from '../../packages/contract/src/ids.js';

export type OpenRowsDocument = { readonly account_id: AccountId; readonly rows: number };

/** The key is the `accountPart` of the account. */
export const OPEN_ROWS = typedCollection<OpenRowsDocument>('open_rows');
/** The unfinished rows of each job that has not ended, by the job's id. */
export const OPEN_JOB_ROWS = typedCollection<OpenRowsDocument>('open_job_rows');
