/**
 * Reads PDFs in a confined process of its own: drawing and recognising run native code over strangers' bytes, and memory outside
 * the heap is bounded for a process alone. One document at a time; the process ends when it has had nothing to do.
 */
import type { ChildProcess } from 'node:child_process';
import { confinedProcess } from '../../platform/threads/confined-process.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import type { PdfReadBy } from '../accounts-reading.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { PagesRecord } from '../pdf/read-pages.js';

export interface PdfQuestion {
  readonly bytes: Uint8Array;
  /** Of the document at the register. */
  readonly id: string;
  readonly made_up_to: IsoDate;
}

type PdfProblem =
  | 'encrypted'
  | 'not_well_formed'
  | 'scanned'
  | 'too_large'
  /** It took too long or too much, and was cut off. */
  | 'too_costly'
  /** Not the document's fault. */
  | 'recogniser_failed'
  /** Too many wait already. */
  | 'busy';

export type PdfAnswer = (PagesRecord & { readonly read_by: PdfReadBy }) | { readonly why: PdfProblem };

const MOST_BYTES = 40 * 1_024 * 1_024;
/** The process watches its own processor time; this is for one that doesn't get any. */
const DEADLINE_MS = 150_000;
const IDLE_MS = 60_000;
const MOST_WAITING = 8;
const HEAP_MB = 512;

export class PdfReaders {
  private running: ChildProcess | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private idle: NodeJS.Timeout | undefined;
  private closed = false;

  /** What the pages state, or why they can't be read. */
  async read(question: PdfQuestion): Promise<PdfAnswer> {
    if (question.bytes.length > MOST_BYTES) return { why: 'too_large' };
    if (this.waiting >= MOST_WAITING || this.closed) return { why: 'busy' };
    this.waiting += 1;
    const answer = this.last.then(() => this.asked(question)).finally(() => (this.waiting -= 1));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.end();
    await this.last;
  }

  private async asked(question: PdfQuestion): Promise<PdfAnswer> {
    if (this.closed) return { why: 'busy' };
    clearTimeout(this.idle);
    const child = (this.running ??= started());
    child.ref();
    try {
      return await answered(child, question);
    } finally {
      if (!child.connected || child.killed) this.running = null;
      child.unref();
      this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
    }
  }

  private end(): void {
    clearTimeout(this.idle);
    this.running?.kill('SIGKILL');
    this.running = null;
  }
}

/** Drawing is native code, and the recogniser a thread. */
function started(): ChildProcess {
  const child = confinedProcess(threadFile(__dirname, 'pdf-reader.program'), {
    heapMb: HEAP_MB,
    native: true,
  });
  child.channel?.unref();
  return child;
}

function answered(child: ChildProcess, question: PdfQuestion): Promise<PdfAnswer> {
  return new Promise((resolve) => {
    const done = (answer: PdfAnswer): void => {
      clearTimeout(late);
      child.removeAllListeners();
      child.on('error', () => undefined);
      resolve(answer);
    };
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      done({ why: 'recogniser_failed' });
    }, DEADLINE_MS);
    child.once('message', (answer) => done(answer as PdfAnswer)); // of `pdf-reader.program`
    child.once('error', () => done({ why: 'recogniser_failed' }));
    child.once('exit', (_code, signal) =>
      done({ why: signal === 'SIGKILL' ? 'too_costly' : 'recogniser_failed' }),
    );
    child.send(question, (problem) => {
      if (problem !== null) done({ why: 'recogniser_failed' });
    });
  });
}
