/** Threads that read filed documents. What takes too long, or too much memory, ends its thread and nothing else. */
import { availableParallelism } from 'node:os';
import { ServiceLostError, type Failure } from '../../platform/threads/calls.js';
import { CutOffPool } from '../../platform/threads/cut-off-pool.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import { unreadable, type FiledAs, type FiledRecord } from '../read-accounts.js';
import type { ReaderMethods } from './accounts-reader.service.js';

/** The limits of a document (`xbrl/limits.ts`) are met long before; this is for what they don't foresee. */
const DEADLINE_MS = 2_000;
const HEAP_MB = 200;
const MOST_THREADS = 4;

/** A fault of the reader itself: the document is told to be unreadable, and the next one is read. */
class ReaderFault extends Error {}

const revive = ({ message }: Failure): Error => new ReaderFault(message);

export class AccountsReaders {
  private readonly pool: CutOffPool<ReaderMethods>;

  constructor(readonly size = Math.min(MOST_THREADS, availableParallelism())) {
    this.pool = new CutOffPool<ReaderMethods>({
      file: threadFile(__dirname, 'accounts-reader.thread'),
      settings: {},
      name: 'accounts reader',
      revive,
      size,
      heapMb: HEAP_MB,
      deadlineMs: DEADLINE_MS,
    });
  }

  /**
   * What the document says, or that it can't be read; it waits for a thread that is free.
   * @param bytes of a buffer of their own, which is moved away
   */
  async read(bytes: Uint8Array<ArrayBuffer>, filed: FiledAs): Promise<FiledRecord> {
    try {
      return await this.pool.call('read', { bytes, filed }, [bytes.buffer]);
    } catch (problem) {
      if (problem instanceof ServiceLostError) return unreadable(filed, 'too_costly');
      if (problem instanceof ReaderFault) return unreadable(filed, 'reader_failed');
      throw problem;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
