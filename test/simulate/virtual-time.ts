/**
 * Time that passes only when the simulation says so. While work runs under it, the timers, `Date` and
 * `performance.now` of this realm are the simulation's: the product waits with them in many places, and none
 * of these is a port.
 */
import timers from 'node:timers/promises';
import zlib, { type ZlibOptions } from 'node:zlib';

/** What the simulation knows of time. */
export interface TimeKeeper {
  /** Milliseconds since the life began, by no host's clock. */
  readonly now: number;
  /** The time by the clock of the host whose code runs, in milliseconds since 1970. */
  clockTime(): number;
  /** Calls `act` once, so many milliseconds from now, in the name of the host whose code runs. */
  later(milliseconds: number, act: () => void): { cancelled: boolean };
}

interface Patched {
  setTimeout: unknown;
  clearTimeout: unknown;
  setInterval: unknown;
  clearInterval: unknown;
  setImmediate: unknown;
  Date: DateConstructor;
}

class VirtualTimer {
  private happening: { cancelled: boolean };

  constructor(
    private readonly keeper: TimeKeeper,
    milliseconds: number,
    act: () => void,
    repeats: boolean,
  ) {
    // Timers of Node last at least a millisecond.
    const wait = milliseconds >= 1 ? Math.trunc(milliseconds) : 1;
    const due = (): void => {
      if (repeats) this.happening = this.keeper.later(wait, due);
      act();
    };
    this.happening = keeper.later(wait, due);
  }

  clear(): void {
    this.happening.cancelled = true;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

function virtualDate(keeper: TimeKeeper, Real: DateConstructor): DateConstructor {
  const now = (): number => Math.floor(keeper.clockTime());
  return new Proxy(Real, {
    construct: (target, given: unknown[]) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}

/** Deflates at once what Node's thread pool would deflate some time later, whenever that is. */
function deflateAtOnce(
  bytes: Uint8Array,
  options: ZlibOptions,
  done: (error: null, deflated: Uint8Array) => void,
): void {
  done(null, zlib.deflateRawSync(bytes, options));
}

/** Runs the work under the keeper's time. One at a time in a process. */
export async function underVirtualTime<T>(keeper: TimeKeeper, work: () => Promise<T>): Promise<T> {
  const realm = globalThis as unknown as Patched;
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, Date } = realm;
  const timer =
    (repeats: boolean) =>
    (act: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): VirtualTimer =>
      new VirtualTimer(keeper, milliseconds, () => act(...given), repeats);
  const clear = (timer: unknown): void => {
    if (timer instanceof VirtualTimer) timer.clear();
  };
  const own = Object.getOwnPropertyDescriptor(performance, 'now');
  const { deflateRaw } = zlib;
  const { setImmediate: nextTurn } = timers;
  const atOnce = (act: () => void): unknown => keeper.later(0, act);
  Object.assign(zlib, { deflateRaw: deflateAtOnce });
  Object.assign(timers, { setImmediate: () => new Promise<void>(atOnce) });
  realm.setImmediate = atOnce;
  realm.setTimeout = timer(false);
  realm.setInterval = timer(true);
  realm.clearTimeout = clear;
  realm.clearInterval = clear;
  realm.Date = virtualDate(keeper, Date);
  Object.defineProperty(performance, 'now', { configurable: true, writable: true, value: () => keeper.now });
  try {
    return await work();
  } finally {
    Object.assign(zlib, { deflateRaw });
    Object.assign(timers, { setImmediate: nextTurn });
    Object.assign(realm, { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, Date });
    if (own === undefined) Reflect.deleteProperty(performance, 'now');
    else Object.defineProperty(performance, 'now', own);
  }
}
