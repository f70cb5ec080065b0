/** Threads that read pages. What takes too long, or too much memory, ends its thread and nothing else. */
import { ServiceLostError } from '../../platform/threads/calls.js';
import { CutOffPool } from '../../platform/threads/cut-off-pool.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import type { ReadPage } from '../crawl/crawl-site.js';
import type { FetchedPage } from '../page/read-page.js';
import type { PageReaderMethods } from './page-reader.service.js';

/** The limits of a page (`page/limits.ts`) are met long before; these are for what they don't foresee. */
const DEADLINE_MS = 2_000;
const HEAP_MB = 96;
/** Reading is work: a second thread would take the processor from those who answer. */
const THREADS = 1;

/** The reader itself failed on a page. */
class PageReaderFault extends Error {}

export class PageReaders {
  private readonly pool = new CutOffPool<PageReaderMethods>({
    file: threadFile(__dirname, 'page-reader.thread'),
    settings: {},
    name: 'page reader',
    revive: ({ message }) => new PageReaderFault(message),
    size: THREADS,
    heapMb: HEAP_MB,
    deadlineMs: DEADLINE_MS,
  });

  /** Null: it can't be read. */
  async read(page: FetchedPage): Promise<ReadPage | null> {
    try {
      // A buffer of its own, which is moved.
      const body = new Uint8Array(page.body);
      return await this.pool.call('read', { ...page, body }, [body.buffer]);
    } catch (problem) {
      if (problem instanceof ServiceLostError || problem instanceof PageReaderFault) return null;
      throw problem;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
