/** Counts the unfinished rows of an account, for the cap on open rows. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import { accountPart } from '../key-parts.js';

export type OpenRowsDocument = { readonly account_id: AccountId; readonly rows: number };

export const OPEN_ROWS = typedCollection<OpenRowsDocument>('open_rows');
/** The unfinished rows of each job that has not ended. */
export const OPEN_JOB_ROWS = typedCollection<OpenRowsDocument>('open_job_rows');

export const openRowsKey = (account: AccountId): string => accountPart(account);
export const openJobRowsKey = (job: JobId): string => job;
