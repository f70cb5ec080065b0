/** What a life is to be, drawn from its seed. */
import type { Port, Weather } from './calls.js';
import { randomRates, type FaultRates } from './fates.js';
import type { HostPlan } from './host.js';
import { Random } from './random.js';

export interface ClientPlan {
  readonly kind: 'job' | 'resolve';
  readonly account: 0 | 1;
  readonly key: 0 | 1;
  /** Milliseconds from the life's beginning. */
  readonly at: number;
  readonly rows: number;
  /** Which rows are what: identifiers are made from it. */
  readonly seed: number;
  /** How many of its blocks only a live source answers. */
  readonly live: number;
  readonly idempotent: boolean;
  /** Equal requests sent soon after the first, with either key of the account. */
  readonly duplicates: number;
  /** Milliseconds after which it cancels; null: it doesn't. */
  readonly cancelAfter: number | null;
  /** Whether it orders the erasure of its rows once the job has ended. */
  readonly erase: boolean;
  /** Of a resolve. */
  readonly deferLive: boolean;
  readonly store: boolean;
}

/** Something that befalls the world. */
type Befalling =
  | {
      readonly is: 'storm';
      readonly host: number | null;
      readonly port: Port;
      readonly weather: Weather;
      readonly lasts: number;
    }
  | { readonly is: 'slow'; readonly port: Port; readonly times: number; readonly lasts: number }
  | { readonly is: 'death' | 'freeze'; readonly host: number }
  | { readonly is: 'clock'; readonly host: number; readonly ahead: number; readonly lasts: number }
  | { readonly is: 'new leader'; readonly lasts: number }
  | { readonly is: 'coordination lost' | 'read models restored' | 'log restored' | 'upgrade' }
  | { readonly is: 'rebuild'; readonly projection: string };

/** `id` names it in a list of faults; `at`: milliseconds from the life's beginning. */
export type Event = Befalling & { readonly id: string; readonly at: number };

export interface LifePlan {
  readonly seed: number;
  readonly hosts: readonly HostPlan[];
  readonly clients: readonly ClientPlan[];
  /** The maximum rows of a chunk. */
  readonly chunkRows: number;
  readonly rates: FaultRates;
  readonly events: readonly Event[];
  /** Milliseconds after which nothing goes wrong any more. */
  readonly calmAt: number;
  /** Whether the standing check and the seals run too. */
  readonly isChecked: boolean;
  /** Whether it goes on until the rows have expired. */
  readonly outlivesRows: boolean;
  /** What operators do to prices and charges. */
  readonly operatorActs: number;
}

const CLIENTS_WITHIN_MS = 8_000;
const REBUILT = ['job-status', 'results', 'usage', 'keys', 'submitted-rows', 'open-units'] as const;

function clientPlan(random: Random, isLarge: boolean): ClientPlan {
  const isJob = random.happens(0.6);
  const deferLive = random.happens(0.3);
  return {
    kind: isJob ? 'job' : 'resolve',
    account: random.oneOf([0, 1]),
    key: random.oneOf([0, 1]),
    at: random.whole(0, CLIENTS_WITHIN_MS),
    rows: isJob
      ? random.oneOf(isLarge ? [random.whole(101, 140)] : [1, random.whole(1, 6), random.whole(5, 16)])
      : 1,
    seed: random.whole(0, 99_999_999),
    live: isLarge ? 0 : random.oneOf([0, 0, 1, 2]),
    idempotent: random.happens(0.6),
    duplicates: random.oneOf([0, 0, 1, 3]),
    cancelAfter:
      isJob && random.happens(0.3) ? random.oneOf([random.whole(0, 100), random.whole(0, 5_000)]) : null,
    erase: isJob && random.happens(0.15),
    deferLive,
    store: deferLive || random.happens(0.6),
  };
}

function hostPlans(random: Random): HostPlan[] {
  const all = { api: true, worker: true, projector: true };
  return random.oneOf([
    [all],
    [all, all],
    [all, all, { ...all, projector: false }],
    [all, { ...all, worker: false, projector: false }, { ...all, api: false, projector: false }],
    [
      { ...all, worker: false },
      { ...all, api: false },
      { ...all, projector: false },
    ],
  ]);
}

const PORTS = ['log', 'models', 'coordination'] as const;

function befalling(random: Random, hosts: number): Befalling {
  const host = random.whole(1, hosts + 2);
  const lasts = random.oneOf([random.whole(50, 1_500), random.whole(1_000, 15_000)]);
  const port = random.oneOf(PORTS);
  switch (random.oneOf(['storm', 'slow', 'death', 'freeze', 'clock', 'leader', 'stores', 'operator'])) {
    case 'storm': {
      const weather = random.oneOf<Weather>(['down', 'cut off', 'full']);
      return { is: 'storm', host: random.happens(0.6) ? host : null, port, weather, lasts };
    }
    case 'slow':
      return { is: 'slow', port, times: random.oneOf([10, 100, 1_000]), lasts };
    case 'death':
      return { is: 'death', host };
    case 'freeze':
      return { is: 'freeze', host };
    case 'clock':
      return { is: 'clock', host, ahead: random.oneOf([-1_500, 1_500, -30_000, 90_000]), lasts };
    case 'leader':
      return { is: 'new leader', lasts: random.whole(300, 5_000) };
    case 'stores':
      return { is: random.oneOf(['coordination lost', 'read models restored', 'log restored']) };
    default:
      return random.happens(0.3) ? { is: 'upgrade' } : { is: 'rebuild', projection: random.oneOf(REBUILT) };
  }
}

export function planOf(seed: number): LifePlan {
  const random = new Random(seed, 1);
  const hosts = hostPlans(random);
  // A chunk of more than 100 rows has more than one pack.
  const isLarge = random.happens(0.03);
  const clients = Array.from({ length: isLarge ? 1 : random.whole(1, 4) }, () => clientPlan(random, isLarge));
  const calmAt = CLIENTS_WITHIN_MS + random.whole(1_000, 12_000);
  const events = Array.from({ length: random.oneOf([0, 1, 2, 3, 5, 8]) }, (_, index): Event => {
    const at = random.whole(0, calmAt);
    return { id: `e${index}`, at, ...befalling(random, hosts.length) };
  });
  return {
    seed,
    hosts,
    clients,
    chunkRows: isLarge ? 250 : 5,
    rates: randomRates(random),
    events,
    calmAt,
    isChecked: random.happens(0.3),
    outlivesRows: random.happens(0.15),
    operatorActs: random.oneOf([0, 0, 1, 5]),
  };
}
