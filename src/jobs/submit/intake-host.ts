/** Hands large submissions to a thread, so that reading 250,000 rows delays no other request. */
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../packages/platform/src/event-store/event-store.js';
import type { Settings } from '../../settings/settings.js';
import { ServiceLostError, type Failure } from '../../../packages/platform/src/threads/calls.js';
import { FairSlots } from '../../../packages/platform/src/tasks/fair-slots.js';
import { traceparentNow } from '../../../packages/platform/src/telemetry/tracing.js';
import { ThreadCaller } from '../../../packages/platform/src/threads/thread-caller.js';
import { threadFile } from '../../../packages/platform/src/threads/thread-file.js';
import type { ScannedBody } from './submission-scan.js';
import type { IntakeRequest, IntakeOutcome } from './take-in.js';

export interface ThreadSubmission {
  readonly body: ScannedBody;
  readonly intake: IntakeRequest;
  /** W3C trace context of the request. */
  readonly traceparent: string | undefined;
}

/** The maximum number of submissions in the thread. If the thread dies, waiting submissions survive. */
export const INTAKES_AT_ONCE = 2;

/** The memory that the thread may use, and when it is ended. */
export interface IntakeLimits {
  /** Megabytes of the thread's heap. Beyond it the thread ends, together with the submissions it works on. */
  readonly heapMb: number;
  /** A thread that took in more bytes than this ends after `idleMs` without work, to free memory. */
  readonly largeBytes: number;
  readonly idleMs: number;
}

/**
 * The heap has room for the rows of the largest body twice. After a large submission an idle thread still
 * holds about 150 MB that the workers need, so it is ended. Starting a new thread takes a tenth of the time
 * of the next large submission.
 */
const LIMITS: IntakeLimits = { heapMb: 768, largeBytes: 4 * 1024 * 1024, idleMs: 1_000 };

const reviveError = ({ name, message }: Failure): Error =>
  name === 'StoreUnavailableError'
    ? new StoreUnavailableError(message)
    : new OutcomeUnknownError(`${name}: ${message}`);

export class IntakeHost {
  private readonly slots = new FairSlots(INTAKES_AT_ONCE);
  private thread: ThreadCaller<{ submit(submission: ThreadSubmission): IntakeOutcome }> | undefined;
  private readonly closingThreads = new Set<Promise<void>>();
  private openSubmissionCount = 0;
  private takenBytes = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly limits: IntakeLimits = LIMITS,
  ) {}

  /** True while a thread runs or is being closed, and so holds memory. */
  get isRunning(): boolean {
    return this.thread?.isRunning === true || this.closingThreads.size > 0;
  }

  /** Submits a large body; accounts take turns. @throws StoreUnavailableError, OutcomeUnknownError */
  async submit(body: ScannedBody, intake: IntakeRequest): Promise<IntakeOutcome> {
    this.openSubmissionCount += 1;
    clearTimeout(this.idleTimer);
    try {
      return await this.slots.run(String(intake.caller.account_id), () => this.handOver(body, intake));
    } finally {
      this.openSubmissionCount -= 1;
      if (this.openSubmissionCount === 0) this.endWhenIdle();
    }
  }

  /** Ends the thread and waits for its submissions. To be called when no submission waits any more. */
  async stop(): Promise<void> {
    this.endThread();
    await Promise.all(this.closingThreads);
  }

  private async handOver(body: ScannedBody, intake: IntakeRequest): Promise<IntakeOutcome> {
    this.thread ??= new ThreadCaller({
      file: threadFile(__dirname, 'intake-thread'),
      settings: this.settings,
      name: 'intake',
      revive: reviveError,
      heapMb: this.limits.heapMb,
    });
    this.takenBytes += body.length;
    try {
      const pages = body.pages.map(({ buffer }) => buffer);
      const traceparent = traceparentNow();
      return await this.thread.call('submit', { body, intake, traceparent }, pages);
    } catch (error) {
      // The submission may be in the log or not. The client repeats the request with its idempotency key.
      throw error instanceof ServiceLostError ? new OutcomeUnknownError(error.message) : error;
    }
  }

  private endWhenIdle(): void {
    const { largeBytes, idleMs } = this.limits;
    if (this.takenBytes > largeBytes) this.idleTimer = setTimeout(() => this.endThread(), idleMs).unref();
  }

  /** Ends the thread; the next submission starts another. */
  private endThread(): void {
    clearTimeout(this.idleTimer);
    const threadEnd = this.thread?.close();
    this.thread = undefined;
    this.takenBytes = 0;
    if (threadEnd === undefined) return;
    this.closingThreads.add(threadEnd);
    void threadEnd.finally(() => this.closingThreads.delete(threadEnd));
  }
}
