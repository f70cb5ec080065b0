/** What stands behind the dash in the names of streams, and whose life their events belong to. */
import type { Brand } from '../shared/brand.js';
import type { AccountId, JobId, KeyId } from '../shared/ids.js';

export const accountStreamId = {
  shown: '{n}',
  write: (account: AccountId): string => String(account),
  read: (text: string): AccountId => Number(text) as AccountId,
};

export interface ChunkId {
  readonly job: JobId;
  readonly chunk: number;
}

export const chunkStreamId = {
  shown: '{job}.{chunk}',
  write: ({ job, chunk }: ChunkId): string => `${job}.${chunk}`,
  read: (text: string): ChunkId => {
    const dot = text.lastIndexOf('.');
    return { job: text.slice(0, dot) as JobId, chunk: Number(text.slice(dot + 1)) };
  },
};

/** Of the only stream of a category. */
export const onlyStreamId = <Name extends string>(shown: Name) => ({
  shown,
  write: (_only: Name): Name => shown,
  read: (): Name => shown,
});

/** Whose life an event belongs to. An event that can't be read parks its subject, and no other. */
export type Subject = Brand<string, 'Subject'>;

export const accountSubject = (account: AccountId): Subject => `account:${account}` as Subject;
export const keySubject = (key: KeyId): Subject => `key:${key}` as Subject;
export const jobSubject = (job: JobId): Subject => String(job) as Subject;
/** Of a stream that concerns the service as a whole. */
export const serviceSubject = (name: string): Subject => name as Subject;
