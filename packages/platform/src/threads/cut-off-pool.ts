/** Threads or processes for work that may take too much, which ends only its own. They start on demand. */
import { ServiceClosedError, ServiceLostError, ServiceNotStartedError } from './calls.js';
import type { Answer, Argument, MethodCaller } from './calls.js';
import { ThreadCaller, type ThreadSettings } from './thread-caller.js';

export interface CutOffPoolSettings extends Omit<ThreadSettings, 'onEnd' | 'onSignal' | 'keepsProcess'> {
  readonly size: number;
  /** Milliseconds of one call, from when its thread is ready. */
  readonly deadlineMs: number;
  readonly idleMs: number;
}

/** The first thread may have been ended by something else, or by an earlier call. */
const TRIES = 2;

export class CutOffPool<Methods> {
  /** The thread used last stands at the end, so that the others become idle and end. */
  private readonly idle: ThreadCaller<Methods>[] = [];
  private readonly all: ThreadCaller<Methods>[] = [];
  private readonly waiting: ((thread: ThreadCaller<Methods>) => void)[] = [];
  private closed = false;

  constructor(private readonly settings: CutOffPoolSettings) {}

  /**
   * Waits for a free thread, and asks a second time where the first try ended.
   * @throws ServiceLostError where the call took too long or too much, or both tries ended without an answer
   * @throws ServiceNotStartedError where no thread can be started, whatever the call
   */
  readonly call: MethodCaller<Methods>['call'] = async (method, argument) => {
    if (this.closed) throw new ServiceClosedError(`${this.settings.name} is closed`);
    const thread =
      this.free() ?? (await new Promise<ThreadCaller<Methods>>((resolve) => this.waiting.push(resolve)));
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await this.answered(thread, method, argument);
        } catch (error) {
          const ended = error instanceof ServiceLostError && error.how === 'ended';
          if (tries === TRIES || !(ended || error instanceof ServiceNotStartedError)) throw error;
        }
      }
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(thread);
      else next(thread);
    }
  };

  /** Waits for running calls. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.all.map((thread) => thread.close()));
  }

  /** Ends running calls without waiting for them. */
  async cutOff(): Promise<void> {
    this.closed = true;
    this.all.forEach((thread) => thread.cutOff());
    await this.close();
  }

  private free(): ThreadCaller<Methods> | undefined {
    const idle = this.idle.pop();
    if (idle !== undefined || this.all.length === this.settings.size) return idle;
    const name = `${this.settings.name} ${this.all.length + 1}`;
    const thread = new ThreadCaller<Methods>({ ...this.settings, name });
    this.all.push(thread);
    return thread;
  }

  private async answered<K extends keyof Methods & string>(
    thread: ThreadCaller<Methods>,
    method: K,
    argument: Argument<Methods, K>,
  ): Promise<Answer<Methods, K>> {
    if (!thread.isRunning) await thread.ready().catch(notStarted);
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      thread.cutOff();
    }, this.settings.deadlineMs);
    try {
      return await thread.call(method, argument);
    } catch (error) {
      if (!isLate || !(error instanceof ServiceLostError)) throw error;
      throw new ServiceLostError(`${this.settings.name} took too long`, 'late');
    } finally {
      clearTimeout(late);
    }
  }
}

function notStarted(error: unknown): never {
  if (error instanceof ServiceClosedError) throw error;
  throw new ServiceNotStartedError(error instanceof Error ? error.message : String(error));
}
