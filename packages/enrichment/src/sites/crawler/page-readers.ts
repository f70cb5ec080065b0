/** Reads pages in a confined process. A page that takes too much time or memory ends that process. */
import { ServiceLostError } from '../../../../platform/src/threads/calls.js';
import { CutOffPool } from '../../../../platform/src/threads/cut-off-pool.js';
import { inConfinedProcess } from '../../../../platform/src/threads/service-place.js';
import { threadFile } from '../../../../platform/src/threads/thread-file.js';
import type { FetchedPage, ReadPage } from '../page/read-page.js';

/** The deadline of a page, for cases that its limits don't cover (`page/limits.ts`). */
const DEADLINE_MS = 2_000;
const IDLE_MS = 60_000;
const HEAP_MB = 96;
/** The number of processes. A second one would take processor time from answers. */
const PROCESSES = 1;

interface PageReaderMethods {
  read(page: FetchedPage): ReadPage;
}

/** Reports that the reader itself failed on a page. */
class PageReaderFault extends Error {}

export class PageReaders {
  private readonly pool = new CutOffPool<PageReaderMethods>({
    file: threadFile(__dirname, 'page-reader.program'),
    place: inConfinedProcess,
    settings: {},
    name: 'page reader',
    revive: ({ message }) => new PageReaderFault(message),
    size: PROCESSES,
    heapMb: HEAP_MB,
    deadlineMs: DEADLINE_MS,
    idleMs: IDLE_MS,
  });

  /** Reads a page; null: it can't be read. @throws ServiceNotStartedError if the page wasn't tried */
  async read(page: FetchedPage): Promise<ReadPage | null> {
    try {
      return await this.pool.call('read', page);
    } catch (problem) {
      if (problem instanceof ServiceLostError || problem instanceof PageReaderFault) return null;
      throw problem;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
