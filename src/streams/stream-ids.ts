/** What stands behind the dash in the names of streams of an account, and of a chunk of a job. */
import type { AccountId, JobId } from '../shared/ids.js';

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
