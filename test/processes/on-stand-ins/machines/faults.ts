/** What may happen to machines, drawn from a seed: each kind in its turn, what it hits and how long it lasts by chance. */
import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seeded } from '../../../../bench/support/seeded.js';
import type { Link } from './link.js';
import type { Machines } from './machines.js';
import { HOSTS } from './machines.js';

const AWAY_MS = 20_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** A fault that is drawn: what it hits is hit by no other meanwhile. */
export interface Fault {
  readonly kind: string;
  readonly hits: readonly string[];
  /** Resolves once it is over and what it hit runs again. */
  readonly happen: () => Promise<void>;
}

type Draw = (machines: Machines, chance: Seeded) => Omit<Fault, 'kind'>;

/** What chance says of a fault before it begins, so that a seed gives the same ones again. */
interface Terms {
  readonly lastsMs: number;
  readonly sign: -1 | 1;
  readonly delayMs: number;
}

const termsOf = (chance: Seeded): Terms => ({
  // A worker's lease ends 6 s after its last sign of life.
  lastsMs: chance.between(8, 20) * SECOND_MS,
  sign: chance.one([-1, 1]),
  delayMs: chance.between(50, 500),
});

const anyProcess =
  (happen: (machines: Machines, name: string, terms: Terms) => Promise<void>): Draw =>
  (machines, chance) => {
    const [name, terms] = [chance.one(machines.names), termsOf(chance)];
    return { hits: [name], happen: () => happen(machines, name, terms) };
  };

const anyHost =
  (happen: (machines: Machines, host: string) => Promise<void>): Draw =>
  (machines, chance) => {
    const host = chance.one(HOSTS);
    return { hits: machines.of(host), happen: () => happen(machines, host) };
  };

const anyLink =
  (set: (link: Link, terms: Terms) => void): Draw =>
  (machines, chance) => {
    const [[name, link], terms] = [chance.one([...machines.links]), termsOf(chance)];
    const happen = async (): Promise<void> => {
      set(link, terms);
      await pause(terms.lastsMs);
      link.mend();
    };
    return { hits: [name], happen };
  };

const clockOff = (offMs: number): Draw =>
  anyProcess(async (machines, name, { sign, lastsMs }) => {
    await machines.replace([name], sign * offMs);
    await pause(lastsMs);
    await machines.replace([name]);
  });

function limitFiles(pid: number, most: string): void {
  const limited = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${most}:`], { encoding: 'utf8' });
  if (limited.status !== 0) throw new Error(`prlimit: ${limited.error?.message ?? limited.stderr}`);
}

const KINDS: Readonly<Record<string, Draw>> = {
  'kill -9 of a process': anyProcess((machines, name) => machines.replace([name])),
  'EventStoreDB away for 20 s': ({ servers }) => ({
    hits: ['EventStoreDB'],
    happen: async () => {
      await servers.killEventStore();
      await pause(AWAY_MS);
      await servers.startEventStore();
    },
  }),
  'a process frozen past its lease': anyProcess(async ({ world }, name, { lastsMs }) => {
    const process = world.fleet.get(name);
    process.signal('SIGSTOP');
    await pause(lastsMs);
    process.signal('SIGCONT');
  }),
  'a host and a server apart, in silence': anyLink((link) => link.become('silent')),
  'clock off by 3 s': clockOff(3 * SECOND_MS),
  '50 to 500 ms of delay': anyLink((link, { delayMs }) => (link.delayMs = delayMs)),
  'kill -9 of a host': anyHost((machines, host) => machines.replace(machines.of(host))),
  'MongoDB away for 20 s': ({ servers }) => ({
    hits: ['MongoDB'],
    happen: async () => {
      await servers.killMongoDb();
      await pause(AWAY_MS);
      await servers.startMongoDb();
    },
  }),
  'a full disk': anyProcess(async ({ world }, name, { lastsMs }) => {
    const { pid } = world.fleet.get(name);
    limitFiles(pid, '0');
    await pause(lastsMs);
    limitFiles(pid, 'unlimited');
  }),
  '5 % of packets lost': anyLink((link) => (link.loss = 0.05)),
  'clock off by a day': clockOff(DAY_MS),
  'a host and a server apart, connections refused': anyLink((link) => link.become('refused')),
  'a host with an empty disk': anyHost((machines, host) => machines.empty(host)),
};

/** How often another target is looked for, before a kind is passed over. */
const DRAWS = 50;

/** So many faults as happen at once, none on what another hits, the kinds in their turn from the given one on. */
export function drawn(
  machines: Machines,
  chance: Seeded,
  { from, count }: { from: number; count: number },
): Fault[] {
  const kinds = Object.entries(KINDS);
  const faults: Fault[] = [];
  const isFree = ({ hits }: Fault): boolean =>
    !faults.some((other) => other.hits.some((hit) => hits.includes(hit)));
  for (let turn = from; faults.length < count; turn++) {
    const [kind, draw] = kinds[turn % kinds.length] ?? chance.one(kinds);
    for (let draws = 0; draws < DRAWS; draws++) {
      const fault = { kind, ...draw(machines, chance) };
      if (!isFree(fault)) continue;
      faults.push(fault);
      break;
    }
  }
  return faults;
}
