/** Threads that read filed documents. What takes too long, or too much memory, ends its thread and nothing else. */
import { availableParallelism } from 'node:os';
import { ServiceLostError, type Failure } from '../../platform/threads/calls.js';
import { ThreadCaller } from '../../platform/threads/thread-caller.js';
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
  readonly size: number;
  private readonly idle: ThreadCaller<ReaderMethods>[];
  private readonly all: readonly ThreadCaller<ReaderMethods>[];
  private readonly waiting: ((thread: ThreadCaller<ReaderMethods>) => void)[] = [];

  constructor(size = Math.min(MOST_THREADS, availableParallelism())) {
    this.size = size;
    this.all = Array.from({ length: size }, (_, at) => {
      const name = `accounts reader ${at + 1}`;
      return new ThreadCaller<ReaderMethods>({
        file: threadFile(__dirname, 'accounts-reader.thread'),
        settings: {},
        name,
        revive,
        heapMb: HEAP_MB,
      });
    });
    this.idle = [...this.all];
  }

  /**
   * What the document says, or that it can't be read; it waits for a thread that is free.
   * @param bytes of a buffer of their own, which is moved away
   */
  async read(bytes: Uint8Array<ArrayBuffer>, filed: FiledAs): Promise<FiledRecord> {
    const thread =
      this.idle.pop() ??
      (await new Promise<ThreadCaller<ReaderMethods>>((resolve) => this.waiting.push(resolve)));
    try {
      return await readIn(thread, bytes, filed);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(thread);
      else next(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((thread) => thread.close()));
  }
}

async function readIn(
  thread: ThreadCaller<ReaderMethods>,
  bytes: Uint8Array<ArrayBuffer>,
  filed: FiledAs,
): Promise<FiledRecord> {
  if (!thread.isRunning) await thread.ready();
  const late = setTimeout(() => thread.cutOff(), DEADLINE_MS);
  try {
    return await thread.call('read', { bytes, filed }, [bytes.buffer]);
  } catch (problem) {
    if (problem instanceof ServiceLostError) return unreadable(filed, 'too_costly');
    if (problem instanceof ReaderFault) return unreadable(filed, 'reader_failed');
    throw problem;
  } finally {
    clearTimeout(late);
  }
}
