/** A service in a thread that should always run. After its death it starts again, after a growing pause. */
import type { Logger } from '../telemetry/logger.js';
import { inTime } from '../time/in-time.js';
import type { Answer, Argument } from './calls.js';
import { ThreadCaller, type ThreadSettings } from './thread-caller.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export class StandingThread<Methods> {
  private readonly caller: ThreadCaller<Methods>;
  private pause = FIRST_PAUSE_MS;
  private retry: NodeJS.Timeout | undefined;
  private stands = false;
  private isToStop = false;

  constructor(
    thread: Omit<ThreadSettings, 'onEnd' | 'keepsProcess'>,
    private readonly logger: Logger,
  ) {
    this.caller = new ThreadCaller({
      ...thread,
      keepsProcess: true,
      onEnd: (reason) => this.restart(reason),
    });
  }

  /** Resolves when the service runs; rejects where it can't start at all. */
  async start(): Promise<void> {
    await this.caller.ready();
    this.stands = !this.isToStop;
  }

  /** Undefined where the thread is away, or doesn't answer in time. */
  async ask<K extends keyof Methods & string>(
    method: K,
    argument: Argument<Methods, K>,
    withinMs: number,
  ): Promise<Answer<Methods, K> | undefined> {
    if (!this.caller.isRunning) return undefined;
    const answer = this.caller.call(method, argument).catch(() => undefined);
    return inTime(answer, withinMs, () => undefined);
  }

  /** Lets the service finish its work. After `withinMs` the thread is cut off. */
  async stop(withinMs: number): Promise<void> {
    this.isToStop = true;
    this.stands = false;
    clearTimeout(this.retry);
    const late = setTimeout(() => {
      this.logger.warn('a thread did not stop in time; it is cut off');
      this.caller.cutOff();
    }, withinMs);
    await this.caller.close();
    clearTimeout(late);
  }

  private restart({ message: reason }: Error): void {
    if (!this.stands) return;
    this.logger.error({ reason, pause_ms: this.pause }, 'a thread ended; starting it again');
    this.retry = setTimeout(() => {
      this.caller.ready().then(
        () => (this.pause = FIRST_PAUSE_MS),
        () => undefined, // its end reports it
      );
    }, this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }
}
