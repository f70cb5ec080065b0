/**
 * Receives the body of a submission. A small body is kept as it is and never waits. A larger body reserves
 * memory from its account and from the process as it comes, and is scanned before any of it is parsed.
 */
import { refuse, type Answer } from '../../platform/http/answer.js';
import type { BodyMemory, BodyReservation } from '../../platform/http/body-memory.js';
import { refuseField } from '../../platform/http/field-errors.js';
import { SubmissionScan, type ScanFault, type ScannedBody } from './submission-scan.js';

/** A body of at most this size is parsed in the thread that answers requests, in some milliseconds. */
export const SMALL_BODY_BYTES = 64 * 1024;
/** Memory is reserved in steps of this size. */
const STEP_BYTES = 1024 * 1024;
const RETRY_SECONDS = '5';

const refusalOf = ({ code, path, sentence }: ScanFault): Answer => refuseField(code, path, sentence);

export interface SubmissionSender {
  readonly owner: string;
  /** The most bytes that the body may have. */
  readonly mostBytes: number;
  readonly maxRows: number;
}

export class IncomingSubmission {
  private readonly early: Uint8Array[] = [];
  private earlyBytes = 0;
  private readonly scan: SubmissionScan;
  private readonly share: BodyReservation;
  private isLarge = false;

  constructor(memory: BodyMemory, { owner, mostBytes, maxRows }: SubmissionSender) {
    this.share = memory.open(owner, mostBytes);
    this.scan = new SubmissionScan(maxRows);
  }

  /** Takes the next bytes. Returns a refusal as soon as there is one. */
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

  /** Returns the whole body: the bytes of a small body, or a large body as scanned, or the refusal. */
  whole(): Uint8Array | ScannedBody | Answer {
    if (!this.isLarge) return Buffer.concat(this.early);
    this.share.stopGrowing();
    const scanned = this.scan.end();
    return 'code' in scanned ? refusalOf(scanned) : scanned;
  }

  /** Stops waiting for memory: the client went away. */
  stopWaiting(): void {
    this.share.stopWaiting();
  }

  /** Returns the reserved memory: nothing holds the body's bytes any more. */
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
