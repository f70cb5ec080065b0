/**
 * Time that passes only when the simulation says so. While work runs under it, the timers, `Date` and
 * `performance.now` of this realm are the simulation's: the product waits with them in many places, and none
 * of these is a port.
 */
import files from 'node:fs/promises';
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

/** As much of a timer of Node as the product uses. */
class VirtualTimer {
  readonly ref = (): this => this;
  readonly unref = this.ref;
  readonly hasRef = (): boolean => true;
  happening = { cancelled: false };

  constructor(keeper: TimeKeeper, milliseconds: number, act: () => void, repeats: boolean) {
    // Timers of Node last at least a millisecond.
    const wait = milliseconds >= 1 ? Math.trunc(milliseconds) : 1;
    const due = (): void => {
      if (repeats) this.happening = keeper.later(wait, due);
      act();
    };
    this.happening = keeper.later(wait, due);
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

const nothing = async (): Promise<void> => undefined;
/** Files of statements are written to nowhere, and none is found. */
const NO_FILES = {
  ...{ rename: nothing, rm: nothing, copyFile: nothing },
  open: async (_path: string, flags: string) => {
    if (flags === 'r') throw Object.assign(new Error('no file'), { code: 'ENOENT' });
    return { writeFile: nothing, sync: nothing, close: nothing };
  },
};
/** Work rests for as long as it was active: by this measure always as long. */
const ACTIVE = { eventLoopUtilization: () => ({ active: 1, idle: 0, utilization: 1 }) };

/** @returns what puts back what was there */
function replace(of: object, by: Readonly<Record<string, unknown>>): () => void {
  const before = Object.fromEntries(Object.keys(by).map((name) => [name, Reflect.get(of, name) as unknown]));
  Object.assign(of, by);
  return () => void Object.assign(of, before);
}

/** Runs the work under the keeper's time. One at a time in a process. */
export async function underVirtualTime<T>(keeper: TimeKeeper, work: () => Promise<T>): Promise<T> {
  const timer =
    (repeats: boolean) =>
    (act: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): VirtualTimer =>
      new VirtualTimer(keeper, milliseconds, () => act(...given), repeats);
  const clear = (timer: unknown): void => {
    if (timer instanceof VirtualTimer) timer.happening.cancelled = true;
  };
  const atOnce = (act: () => void): unknown => keeper.later(0, act);
  const putBack = [
    replace(zlib, { deflateRaw: deflateAtOnce }),
    replace(files, NO_FILES),
    replace(timers, { setImmediate: () => new Promise<void>(atOnce) }),
    replace(globalThis, { setTimeout: timer(false), setInterval: timer(true), setImmediate: atOnce }),
    replace(globalThis, { clearTimeout: clear, clearInterval: clear, Date: virtualDate(keeper, Date) }),
  ];
  for (const [name, value] of Object.entries({ now: () => keeper.now, ...ACTIVE }))
    Object.defineProperty(performance, name, { configurable: true, writable: true, value });
  try {
    return await work();
  } finally {
    for (const put of putBack) put();
    // What the prototype has shows again.
    for (const name of ['now', ...Object.keys(ACTIVE)]) Reflect.deleteProperty(performance, name);
  }
}
