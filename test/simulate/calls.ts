/** Calls of ports: each goes to its store and back in virtual time, and may fail on either way. */
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../packages/platform/src/event-store/event-store.js';
import type { Coverage } from './coverage.js';
import { fateOf, type CallFault, type Fate, type FaultRates } from './fates.js';
import type { Actor, Timeline } from './timeline.js';
import type { Trace } from './trace.js';

export type Port = 'log' | 'models' | 'coordination' | 'sources';

/** A process of the service, as its calls see it. */
export interface Caller extends Actor {
  readonly number: number;
  /** Calls so far. */
  calls: number;
  /** Calls under way, by what they are. */
  readonly underWay: Map<object, string>;
  die(): void;
  freeze(): void;
}

/** An error that the simulation made, and that the product may pass on. */
export class OddError extends Error {
  override readonly name = 'OddError';
}

export interface Call<T> {
  readonly port: Port;
  /** For the trace and for coverage: no ids in it. */
  readonly what: string;
  /** For the trace: of what, with names for ids. */
  readonly of?: string;
  readonly isWrite: boolean;
  /** What the store does, all at once. */
  readonly act: (fate: Fate) => Promise<T>;
}

export interface FaultSettings {
  readonly seed: number;
  readonly rates: FaultRates;
  /** Whether this fault of the life is left out. */
  readonly isLeftOut: (id: string) => boolean;
}

/** How a port is for a host at the moment. */
export type Weather = 'sound' | 'down' | 'cut off' | 'full';

export class Calls {
  /** Nothing goes wrong any more. */
  isCalm = false;
  /** How many times slower each port is. */
  readonly slowness: Record<Port, number> = { log: 1, models: 1, coordination: 1, sources: 1 };
  readonly faults: string[] = [];
  /** Writes to the log that have not reached it yet, of dead hosts too. */
  unwritten = 0;

  constructor(
    readonly timeline: Timeline,
    readonly trace: Trace,
    readonly coverage: Coverage,
    private readonly settings: FaultSettings,
    private readonly weather: (host: number, port: Port) => Weather,
  ) {}

  /** Settles when the host hears of it; never where the host is dead. */
  call<T>(host: Caller, call: Call<T>): Promise<T> {
    if (host.state === 'dead') return new Promise(() => undefined);
    const fate = this.fate(host, call);
    const there = slowed(fate.there, this.slowness[call.port]);
    const back = slowed(fate.back, this.slowness[call.port]);
    this.coverage.met(call.what, null);
    return new Promise<T>((resolve, reject) => {
      const underWay = {};
      host.underWay.set(underWay, call.what);
      const hear = (milliseconds: number, how: string, settle: () => void): void =>
        void this.timeline.in(milliseconds, host, () => {
          host.underWay.delete(underWay);
          this.trace.tell(this.timeline.now, host.name, `${call.what}${call.of ?? ''}: ${how}`);
          settle();
        });
      const fail = (milliseconds: number, error: Error): void =>
        hear(milliseconds, error.message, () => reject(error));
      const isUnwritten = call.isWrite && call.port === 'log';
      if (isUnwritten) this.unwritten += 1;
      this.timeline.in(there, null, () => {
        if (isUnwritten) this.unwritten -= 1;
        const weather = this.isCalm ? 'sound' : this.weather(host.number, call.port);
        const before = failureBefore(call.isWrite, fate.fault, weather);
        if (weather !== 'sound') this.coverage.met(call.what, `${call.port} ${weather}`);
        if (fate.fault === 'host dies before') host.die();
        if (fate.fault === 'host freezes') host.freeze();
        if (before !== null) return fail(before.afterMs, before.error);
        if (fate.fault === 'host dies before') return;
        call.act(fate).then(
          (value) => {
            if (fate.fault === 'host dies after') return host.die();
            if (fate.fault === 'unanswered') return fail(back, unanswered(call.isWrite));
            hear(back, saidOf(value), () => resolve(value));
          },
          (error: unknown) => fail(back, error instanceof Error ? error : new Error(String(error))),
        );
      });
    });
  }

  private fate(host: Caller, { port, what, isWrite }: Omit<Call<unknown>, 'act'>): Fate {
    const number = host.calls++;
    const { seed, rates, isLeftOut } = this.settings;
    const fate = fateOf(seed, host.number, number, rates, isWrite && port === 'log' ? APPENDS_WEIGH : 1);
    if (fate.fault === null) return fate;
    const id = `${host.number}.${number}`;
    const isOfHost = fate.fault.startsWith('host');
    if (this.isCalm || isLeftOut(id) || (port === 'sources' && !isOfHost))
      return { ...sound(fate), fault: null };
    this.faults.push(id);
    this.coverage.met(what, fate.fault);
    this.trace.tell(this.timeline.now, host.name, `fault ${id}: ${fate.fault}, at ${what}`);
    return fate;
  }
}

/** So many times more often a fault meets an append than another call: they are few, and count most. */
const APPENDS_WEIGH = 6;

/** Without what makes it late. */
const sound = ({ there, back, random }: Fate): Omit<Fate, 'fault'> => ({
  there: Math.min(there, 50),
  back: Math.min(back, 50),
  random,
});

/** No call is longer under way than this. */
const LONGEST_MS = 20_000;
const slowed = (milliseconds: number, times: number): number => Math.min(milliseconds * times, LONGEST_MS);

/** Milliseconds after which a client of a store gives a call up. */
const GIVEN_UP_MS = 10_000;

function failureBefore(
  isWrite: boolean,
  fault: CallFault | null,
  weather: Weather,
): { readonly afterMs: number; readonly error: Error } | null {
  if (weather === 'cut off') return { afterMs: GIVEN_UP_MS, error: unanswered(isWrite) };
  if (weather === 'down') return { afterMs: 1, error: new StoreUnavailableError('the store is down') };
  if (weather === 'full' && isWrite)
    return { afterMs: 1, error: new StoreUnavailableError('its disk is full') };
  switch (fault) {
    case 'refused':
      return { afterMs: 1, error: new StoreUnavailableError('out of reach') };
    case 'lost':
      return { afterMs: 1_000, error: unanswered(isWrite) };
    case 'odd':
      return { afterMs: 1, error: new OddError('an error of its own kind') };
    default:
      return null;
  }
}

const unanswered = (isWrite: boolean): Error =>
  isWrite ? new OutcomeUnknownError('no answer') : new StoreUnavailableError('no answer');

function saidOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return 'done';
  for (const field of ['outcome', 'status'] as const) {
    const said: unknown = Reflect.get(value, field);
    if (typeof said === 'string') return said;
  }
  return 'done';
}
