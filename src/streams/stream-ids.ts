/** The part of stream names behind the dash, and the subjects of events. */
import type { Brand } from '../../packages/words/src/brand.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';

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

/** Returns the id of the stream of a category that has only one. */
export const onlyStreamId = <Name extends string>(shown: Name) => ({
  shown,
  write: (_only: Name): Name => shown,
  read: (): Name => shown,
});

/** The account, key, job or service of an event. An event that can't be read parks only its own subject. */
export type Subject = Brand<string, 'Subject'>;

export const accountSubject = (account: AccountId): Subject => `account:${account}` as Subject;
export const keySubject = (key: KeyId): Subject => `key:${key}` as Subject;
export const jobSubject = (job: JobId): Subject => String(job) as Subject;
