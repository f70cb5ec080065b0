/**
 * What happens in a life, one thing at a time in virtual time. A thing happens, then all code runs that it
 * made ready, then the next thing happens. The code of a dead host never runs again, that of a frozen one
 * when it wakes.
 */
import type { TimeKeeper } from './virtual-time.js';

/** Whose code a happening runs. */
export interface Actor {
  readonly name: string;
  /** Ends with `dead`. */
  readonly state: 'alive' | 'frozen' | 'dead';
  /** Milliseconds that its clock is ahead. */
  readonly clockOffset: number;
  /** Kept for when it wakes. */
  readonly asleep: Happening[];
}

export interface Happening {
  at: number;
  order: number;
  /** Null: the world's. */
  readonly actor: Actor | null;
  readonly act: () => void;
  cancelled: boolean;
}

/** The day of each life: the middle of a month. */
const BEGAN = Date.UTC(2026, 10, 14, 9);

/** Node's own: in a life the realm's is virtual. */
const realImmediate = setImmediate;
const drained = (): Promise<void> => new Promise((resolve) => void realImmediate(resolve));

/** Runs all code that is ready, as Node does between two tasks. */
const runReady = (process as unknown as { _tickCallback: () => void })._tickCallback;

/** Does the work in one task of Node's loop: code that a promise calls can't run what is ready. */
const inOneTask = (work: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    realImmediate(() => {
      try {
        work();
        resolve();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });

const isBefore = (left: Happening, right: Happening): boolean =>
  left.at < right.at || (left.at === right.at && left.order < right.order);

export class Timeline implements TimeKeeper {
  now = 0;
  /** Happenings so far. */
  count = 0;
  private readonly heap: Happening[] = [];
  private order = 0;
  private running: Actor | null = null;
  /** Something happened that ends the life. */
  isBroken = (): boolean => false;

  /** The world's time in milliseconds since 1970. */
  get time(): number {
    return BEGAN + this.now;
  }

  clockTime(): number {
    return this.time + (this.running?.clockOffset ?? 0);
  }

  /** Timers of the code that runs now. */
  later(milliseconds: number, act: () => void): Happening {
    return this.in(milliseconds, this.running, act);
  }

  in(milliseconds: number, actor: Actor | null, act: () => void): Happening {
    const happening = { at: this.now + milliseconds, order: this.order++, actor, act, cancelled: false };
    this.push(happening);
    return happening;
  }

  /** Waits in the name of nobody. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.in(milliseconds, null, resolve));
  }

  /** What a frozen actor missed happens now, in its order. */
  wake(actor: Actor): void {
    for (const happening of actor.asleep.splice(0))
      this.push(Object.assign(happening, { at: this.now, order: this.order++ }));
  }

  /** Timers and answers that still wait for this actor. */
  waitingFor(actor: Actor): number {
    return this.heap.filter((happening) => happening.actor === actor && !happening.cancelled).length;
  }

  /**
   * Lets things happen until `isOver`.
   * @throws Error where nothing more can happen, or the virtual time is up
   */
  async runUntil(isOver: () => boolean, mostMs: number): Promise<void> {
    const end = this.now + mostMs;
    await drained();
    await inOneTask(() => {
      while (!isOver()) {
        const next = this.pop();
        if (this.isBroken()) throw new Error('it broke');
        if (next === undefined) throw new Error('nothing more can happen');
        if (next.at > end) throw new Error(`not over within ${mostMs} ms`);
        this.happen(next);
      }
    });
  }

  /** Lets time pass no slower than outside, for tests that wait by the clock. */
  async runFreely(isOver: () => boolean): Promise<void> {
    for (const began = performance.now() - this.now; !isOver();) {
      this.now = Math.max(this.now, performance.now() - began);
      const next = this.pop();
      if (next !== undefined) this.happen(next);
      await drained();
    }
  }

  private happen(next: Happening): void {
    if (next.cancelled || next.actor?.state === 'dead') return;
    this.now = Math.max(this.now, next.at);
    if (next.actor?.state === 'frozen') {
      next.actor.asleep.push(next);
      return;
    }
    this.running = next.actor;
    this.count += 1;
    next.act();
    runReady();
    this.running = null;
  }

  private push(happening: Happening): void {
    const { heap } = this;
    let place = heap.length;
    heap.push(happening);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(happening, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = happening;
  }

  private pop(): Happening | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!isBefore(child, last)) break;
      heap[place] = child;
      place = 2 * place + (isRight ? 2 : 1);
    }
    heap[place] = last;
    return first;
  }
}
