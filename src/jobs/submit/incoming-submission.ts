/** Receives a submission. A large body reserves memory and is scanned before it is parsed. */
import { refuse, type Answer } from '../../../packages/platform/src/http/answer.js';
import type { BodyMemory, BodyReservation } from '../../../packages/platform/src/http/body-memory.js';
import { refuseField } from '../../../packages/platform/src/http/field-errors.js';
import { SubmissionScan, type ScanFault, type ScannedBody } from './submission-scan.js';

/** A body of at most this size is parsed in the thread that answers requests, in some milliseconds. */
export const SMALL_BODY_BYTES = 64 * 1024;
/** Memory is reserved in steps of this size. */
const STEP_BYTES = 1024 * 1024;
const RETRY_SECONDS = '5';

const refusalOf = ({ code, path, sentence }: ScanFault): Answer => refuseField(code, path, sentence);

export class IncomingSubmission {
  private readonly bufferedChunks: Uint8Array[] = [];
  private bufferedBytes = 0;
  private readonly scan: SubmissionScan;
  private readonly reservation: BodyReservation;
  private isLarge = false;

  constructor(
    memory: BodyMemory,
    { owner, maxBytes, maxRows }: { owner: string; maxBytes: number; maxRows: number },
  ) {
    this.reservation = memory.open(owner, maxBytes);
    this.scan = new SubmissionScan(maxRows);
  }

  /** Receives the next bytes. Returns a refusal as soon as there is one. */
  async receive(chunk: Uint8Array): Promise<Answer | null> {
    if (this.isLarge) return this.reserveAndScan(chunk);
    this.bufferedChunks.push(chunk);
    this.bufferedBytes += chunk.length;
    if (this.bufferedBytes <= SMALL_BODY_BYTES) return null;
    this.isLarge = true;
    for (const bufferedChunk of this.bufferedChunks.splice(0)) {
      const refusal = await this.reserveAndScan(bufferedChunk);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  /** Returns the bytes of a small body, the scan of a large body, or a refusal. */
  finish(): Uint8Array | ScannedBody | Answer {
    if (!this.isLarge) return Buffer.concat(this.bufferedChunks);
    this.reservation.stopGrowing();
    const scanned = this.scan.end();
    return 'code' in scanned ? refusalOf(scanned) : scanned;
  }

  /** Stops waiting for memory, because the client went away. */
  stopWaiting(): void {
    this.reservation.stopWaiting();
  }

  /** Frees the reserved memory. The caller must no longer hold the body's bytes. */
  release(): void {
    this.reservation.release();
  }

  private async reserveAndScan(chunk: Uint8Array): Promise<Answer | null> {
    const { reservation, scan } = this;
    const neededBytes = scan.length + chunk.length - reservation.held;
    if (
      neededBytes > 0 &&
      !(await reservation.grow(
        Math.max(neededBytes, Math.min(STEP_BYTES, reservation.mostBytes - reservation.held)),
      ))
    )
      return refuse('intake_busy', {}, { 'Retry-After': RETRY_SECONDS });
    const fault = scan.scan(chunk);
    return fault === null ? null : refusalOf(fault);
  }
}
