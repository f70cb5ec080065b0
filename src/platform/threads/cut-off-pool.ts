/** Threads for work that may take too long, or too much memory: what does ends its thread and nothing else. */
import type { Answer, Argument } from './calls.js';
import { ThreadCaller, type ThreadSettings } from './thread-caller.js';

export interface CutOffPoolSettings extends Omit<ThreadSettings, 'onEnd' | 'onSignal' | 'keepsProcess'> {
  readonly size: number;
  /** Of one call; a thread that takes longer is cut off, and `call` rejects with `ServiceLostError`. */
  readonly deadlineMs: number;
}

export class CutOffPool<Methods> {
  private readonly idle: ThreadCaller<Methods>[];
  private readonly all: readonly ThreadCaller<Methods>[];
  private readonly waiting: ((thread: ThreadCaller<Methods>) => void)[] = [];
  private readonly deadlineMs: number;

  constructor({ size, deadlineMs, name, ...thread }: CutOffPoolSettings) {
    this.deadlineMs = deadlineMs;
    this.all = Array.from(
      { length: size },
      (_, at) => new ThreadCaller<Methods>({ ...thread, name: `${name} ${at + 1}` }),
    );
    this.idle = [...this.all];
  }

  /** Waits for a thread that is free. @throws ServiceLostError where its thread ended before it answered */
  async call<K extends keyof Methods & string>(
    method: K,
    argument: Argument<Methods, K>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Answer<Methods, K>> {
    const thread =
      this.idle.pop() ?? (await new Promise<ThreadCaller<Methods>>((resolve) => this.waiting.push(resolve)));
    let late: NodeJS.Timeout | undefined;
    try {
      if (!thread.isRunning) await thread.ready();
      late = setTimeout(() => thread.cutOff(), this.deadlineMs);
      return await thread.call(method, argument, transfer);
    } finally {
      clearTimeout(late);
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(thread);
      else next(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((thread) => thread.close()));
  }
}
