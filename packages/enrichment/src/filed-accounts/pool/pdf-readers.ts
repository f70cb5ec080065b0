/**
 * Reads PDFs one by one in a confined process, because native code reads untrusted bytes and only a process
 * can bound memory outside the heap.
 */
import { ServiceClosedError, ServiceLostError } from '../../../../platform/src/threads/calls.js';
import { CutOffPool } from '../../../../platform/src/threads/cut-off-pool.js';
import { inConfinedProcess } from '../../../../platform/src/threads/service-place.js';
import { threadFile } from '../../../../platform/src/threads/thread-file.js';
import type { PdfReadBy } from '../accounts-reading.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { PagesRecord } from '../pdf/read-pages.js';

export interface PdfQuestion {
  readonly bytes: Uint8Array;
  /** The id of the document at the register. */
  readonly id: string;
  readonly made_up_to: IsoDate;
}

type PdfProblem =
  | 'encrypted'
  | 'not_well_formed'
  | 'scanned'
  | 'too_large'
  /** The reader took too much time or memory and was stopped. */
  | 'too_costly'
  /** The recogniser failed, which is not the document's fault. */
  | 'recogniser_failed'
  /** Too many documents are waiting. */
  | 'busy';

export type PdfAnswer = (PagesRecord & { readonly read_by: PdfReadBy }) | { readonly why: PdfProblem };

const MAX_BYTES = 40 * 1_024 * 1_024;
/** The deadline for a process that gets no processor time. The process itself limits the time it uses. */
const DEADLINE_MS = 150_000;
const IDLE_MS = 60_000;
const MAX_WAITING = 8;
const HEAP_MB = 512;

interface PdfReaderMethods {
  read(question: PdfQuestion): PdfAnswer;
}

export class PdfReaders {
  private readonly pool = new CutOffPool<PdfReaderMethods>({
    file: threadFile(__dirname, 'pdf-reader.program'),
    place: inConfinedProcess,
    settings: {},
    name: 'PDF reader',
    revive: ({ message }) => new Error(message),
    size: 1,
    heapMb: HEAP_MB,
    // Drawing uses native code, and the recogniser a thread.
    native: true,
    deadlineMs: DEADLINE_MS,
    idleMs: IDLE_MS,
  });
  private waiting = 0;

  async read(question: PdfQuestion): Promise<PdfAnswer> {
    if (question.bytes.length > MAX_BYTES) return { why: 'too_large' };
    if (this.waiting >= MAX_WAITING) return { why: 'busy' };
    this.waiting += 1;
    try {
      return await this.pool.call('read', question);
    } catch (problem) {
      if (problem instanceof ServiceClosedError) return { why: 'busy' };
      const isCostly = problem instanceof ServiceLostError && problem.how !== 'late';
      return { why: isCostly ? 'too_costly' : 'recogniser_failed' };
    } finally {
      this.waiting -= 1;
    }
  }

  close(): Promise<void> {
    return this.pool.cutOff();
  }
}
