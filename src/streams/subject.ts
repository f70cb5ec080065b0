/**
 * Whose life an event belongs to: an account's, a key's or a job's. An event that can't be read parks its subject, and no other.
 */
import type { Brand } from '../shared/brand.js';
import type { AccountId, JobId, KeyId } from '../shared/ids.js';

export type Subject = Brand<string, 'Subject'>;

export const accountSubject = (account: AccountId): Subject => `account:${account}` as Subject;
export const keySubject = (key: KeyId): Subject => `key:${key}` as Subject;
export const jobSubject = (job: JobId): Subject => String(job) as Subject;
