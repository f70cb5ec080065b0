/**
 * The body of a submission while it comes. Small ones are simply kept, and never wait for anybody. Larger ones take room
 * of their account and of the process as they come, and are scanned before any of them is parsed.
 */
import type { Answer } from '../../platform/http/answer.js';
import { refuse } from '../../platform/http/answer.js';
import type { BodyMemory, BodyReservation } from '../../platform/http/body-memory.js';
import { refuseField } from '../../platform/http/field-errors.js';
import type { ScanFault, ScannedBody } from './submission-scan.js';
import { SubmissionScan } from './submission-scan.js';

/** Up to here a body is parsed in the thread that answers requests: it takes some milliseconds. */
export const SMALL_BODY_BYTES = 64 * 1024;
/** Room is asked for in steps. */
const STEP_BYTES = 1024 * 1024;
const RETRY_SECONDS = '5';

const refusalOf = ({ code, path, sentence }: ScanFault): Answer => refuseField(code, path, sentence);

export interface Sender {
  readonly owner: string;
  /** The most bytes that may come. */
  readonly mostBytes: number;
  readonly maxRows: number;
}

export class IncomingSubmission {
  private readonly early: Uint8Array[] = [];
  private earlyBytes = 0;
  private readonly scan: SubmissionScan;
  private readonly share: BodyReservation;
  private isLarge = false;

  constructor(memory: BodyMemory, { owner, mostBytes, maxRows }: Sender) {
    this.share = memory.open(owner, mostBytes);
    this.scan = new SubmissionScan(maxRows);
  }

  /** The refusal, as soon as there is one. */
  async take(chunk: Uint8Array): Promise<Answer | null> {
    if (this.isLarge) return this.judge(chunk);
    this.early.push(chunk);
    this.earlyBytes += chunk.length;
    if (this.earlyBytes <= SMALL_BODY_BYTES) return null;
    this.isLarge = true;
    for (const early of this.early.splice(0)) {
      const refusal = await this.judge(early);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  /** All of it came: the bytes of a small body, or a large one as it was scanned; or the refusal. */
  whole(): Uint8Array | ScannedBody | Answer {
    if (!this.isLarge) return Buffer.concat(this.early);
    this.share.stopGrowing();
    const scanned = this.scan.end();
    return 'code' in scanned ? refusalOf(scanned) : scanned;
  }

  /** The client went away. */
  stopWaiting(): void {
    this.share.stopWaiting();
  }

  /** Nothing holds its bytes any more. */
  release(): void {
    this.share.release();
  }

  private async judge(chunk: Uint8Array): Promise<Answer | null> {
    const { share, scan } = this;
    const needed = scan.length + chunk.length - share.held;
    if (
      needed > 0 &&
      !(await share.grow(Math.max(needed, Math.min(STEP_BYTES, share.mostBytes - share.held))))
    )
      return refuse('intake_busy', {}, { 'Retry-After': RETRY_SECONDS });
    const fault = scan.feed(chunk);
    return fault === null ? null : refusalOf(fault);
  }
}
