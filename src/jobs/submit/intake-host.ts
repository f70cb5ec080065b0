/**
 * Large submissions are taken in by a thread of their own, so that reading 250,000 rows delays no other request. It is
 * started with the first of them and again after it died.
 */
import { OutcomeUnknownError, StoreUnavailableError } from '../../platform/event-store/event-store.js';
import type { Settings } from '../../settings/settings.js';
import { ServiceLostError, type Failure } from '../../platform/threads/calls.js';
import { ThreadCaller } from '../../platform/threads/thread-caller.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import type { Intake, IntakeOutcome } from './take-in.js';

/** A submission on its way to the thread. */
export interface Handed {
  readonly bytes: Uint8Array;
  readonly intake: Intake;
}

interface IntakeMethods {
  submit(handed: Handed): IntakeOutcome;
}

/** Bytes that are not shared, so that they can be moved to the thread instead of copied. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);

const revived = ({ name, message }: Failure): Error =>
  name === 'StoreUnavailableError'
    ? new StoreUnavailableError(message)
    : new OutcomeUnknownError(`${name}: ${message}`);

export class IntakeHost {
  private thread: ThreadCaller<IntakeMethods> | undefined;

  constructor(private readonly settings: Settings) {}

  /**
   * The body's bytes move to the thread.
   * @throws StoreUnavailableError, OutcomeUnknownError
   */
  async submit(bytes: Uint8Array, intake: Intake): Promise<IntakeOutcome> {
    const moved = own(bytes);
    this.thread ??= new ThreadCaller({
      file: threadFile(__dirname, 'intake-thread'),
      settings: this.settings,
      name: 'intake',
      revive: revived,
    });
    try {
      return await this.thread.call('submit', { bytes: moved, intake }, [moved.buffer]);
    } catch (error) {
      // What a thread that died was working on may be in the log or not: the client repeats the request with its key.
      throw error instanceof ServiceLostError ? new OutcomeUnknownError(error.message) : error;
    }
  }

  /** Resolves when what was handed over is done and the thread is gone. */
  async stop(): Promise<void> {
    await this.thread?.close();
  }
}
