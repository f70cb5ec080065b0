/**
 * Large submissions are taken in by a thread of their own, so that reading 250,000 rows delays no other request. It is
 * started with the first of them and again after it died.
 */
import { OutcomeUnknownError, StoreUnavailableError } from '../../platform/event-store/event-store.js';
import type { Settings } from '../../settings/settings.js';
import { ServiceLostError, type Failure } from '../../platform/threads/calls.js';
import { FairSlots } from '../../platform/tasks/fair-slots.js';
import { traceparentNow } from '../../platform/telemetry/tracing.js';
import { ThreadCaller } from '../../platform/threads/thread-caller.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import type { ScannedBody } from './submission-scan.js';
import type { Intake, IntakeOutcome } from './take-in.js';

/** A submission on its way to the thread. */
export interface Handed {
  readonly body: ScannedBody;
  readonly intake: Intake;
  /** The trace of the request. */
  readonly traceparent: string | undefined;
}

interface IntakeMethods {
  submit(handed: Handed): IntakeOutcome;
}

/** Submissions in the thread at once; one that is too much for it takes no other with it that waits its turn. */
export const INTAKES_AT_ONCE = 2;

/** What the thread may take, and when it gives it back. */
export interface IntakeLimits {
  /** What its objects may take; past it the thread ends, with what it had in hand. */
  readonly heapMb: number;
  /** After so many bytes a thread that has nothing to do for `idleMs` is ended: its memory goes back. */
  readonly muchBytes: number;
  readonly idleMs: number;
}

/**
 * The heap holds the rows of the largest body twice over. A thread that has taken much holds some 150 MB that the job then
 * needs more, and another starts in a tenth of the time that its next submission takes.
 */
const LIMITS: IntakeLimits = { heapMb: 768, muchBytes: 4 * 1024 * 1024, idleMs: 1_000 };

const revived = ({ name, message }: Failure): Error =>
  name === 'StoreUnavailableError'
    ? new StoreUnavailableError(message)
    : new OutcomeUnknownError(`${name}: ${message}`);

export class IntakeHost {
  private readonly slots = new FairSlots(INTAKES_AT_ONCE);
  private thread: ThreadCaller<IntakeMethods> | undefined;
  private readonly ending = new Set<Promise<void>>();
  private underWay = 0;
  private bytesTaken = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly limits: IntakeLimits = LIMITS,
  ) {}

  /** Whether a thread holds memory. */
  get isRunning(): boolean {
    return this.thread?.isRunning === true || this.ending.size > 0;
  }

  /**
   * The body's pages move to the thread. Accounts take turns.
   * @throws StoreUnavailableError, OutcomeUnknownError
   */
  async submit(body: ScannedBody, intake: Intake): Promise<IntakeOutcome> {
    this.underWay += 1;
    clearTimeout(this.idle);
    try {
      return await this.slots.run(String(intake.caller.account_id), () => this.handOver(body, intake));
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) this.rest();
    }
  }

  /** Resolves when what was handed over is done and the thread is gone. */
  async stop(): Promise<void> {
    this.endThread();
    await Promise.all(this.ending);
  }

  private async handOver(body: ScannedBody, intake: Intake): Promise<IntakeOutcome> {
    this.thread ??= new ThreadCaller({
      file: threadFile(__dirname, 'intake-thread'),
      settings: this.settings,
      name: 'intake',
      revive: revived,
      heapMb: this.limits.heapMb,
    });
    this.bytesTaken += body.length;
    try {
      const pages = body.pages.map(({ buffer }) => buffer);
      const traceparent = traceparentNow();
      return await this.thread.call('submit', { body, intake, traceparent }, pages);
    } catch (error) {
      // What a thread that died was working on may be in the log or not: the client repeats the request with its key.
      throw error instanceof ServiceLostError ? new OutcomeUnknownError(error.message) : error;
    }
  }

  private rest(): void {
    const { muchBytes, idleMs } = this.limits;
    if (this.bytesTaken > muchBytes) this.idle = setTimeout(() => this.endThread(), idleMs).unref();
  }

  /** The next submission starts another. */
  private endThread(): void {
    clearTimeout(this.idle);
    const ended = this.thread?.close();
    this.thread = undefined;
    this.bytesTaken = 0;
    if (ended === undefined) return;
    this.ending.add(ended);
    void ended.finally(() => this.ending.delete(ended));
  }
}
