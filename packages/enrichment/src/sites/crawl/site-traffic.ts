/**
 * Limits the crawls at once, and the connections to a host, its registrable domain and its machine, by leases
 * of all processes: nobody can turn the crawler against a server through made-up names. Lost leases expire by
 * themselves.
 */
import { randomInt } from 'node:crypto';
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import { Lease } from '../../../../platform/src/coordination/lease.js';
import { pause } from '../../../../platform/src/time/pause.js';
import { ownedDomain } from '../fetch/site-url.js';
import networks from './content-networks.json';
import ipaddr from 'ipaddr.js';

/**
 * Content networks and website builders, whose few addresses serve very many sites, as their operators
 * published them by 2026-11. Sites at a missing address are only read more slowly. A range must never hold
 * machines of one customer alone.
 */
const RANGES = networks.map((range) => ipaddr.parseCIDR(range));

/** @param address an address of numbers */
function isOfContentNetwork(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return RANGES.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/** The machine behind an address: of IPv6 the network of 64 bits that one customer of a provider is given. */
function machineOf(address: string): string {
  const parsed = ipaddr.parse(address);
  return 'parts' in parsed ? `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64` : address;
}

/** @param restMs milliseconds for which the place stays taken: the pause before the next request */
export type Leave = (restMs?: number) => Promise<void>;
export type CrawlPriority = 'resolve' | 'job';

/** The time to wait for a place. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

export interface SiteTraffic {
  /** Null: there is no room for another crawl now. */
  enterCrawl(priority: CrawlPriority): Promise<Leave | null>;
  /** Waits for one of the connections of a host and of its domain; null where none came free in time. */
  enterHost(host: string, patience: Patience): Promise<Leave | null>;
  /** Enters the machine at an IP address, as `enterHost` enters a host. */
  enterAddress(address: string, patience: Patience): Promise<Leave | null>;
}

const CRAWLS = 64;
/** The maximum crawls of jobs, which leave some to clients that wait. */
const CRAWLS_OF_JOBS = 52;
/** The maximum connections at once, of the whole deployment. */
export const CONNECTIONS = { host: 2, domain: 4, address: 4, addressOfContentNetwork: 16 } as const;
/** The maximum crawls of this process that wait for one place. More would take the room of others. */
const MAX_WAITING = 12;
const TERMS = { ttlMs: 30_000, heartbeatMs: 10_000 };
const LOOK_AGAIN_MS = 150;
const CRAWL_KEYS = 'site-crawls/';
const HOST_KEYS = 'site-hosts/';
const DOMAIN_KEYS = 'site-domains/';
const ADDRESS_KEYS = 'site-addresses/';

export class CoordinatedTraffic implements SiteTraffic {
  private readonly waiting = new Map<string, number>();

  /** @param owner whose leases these are: the same for a crawler that is started again */
  constructor(
    private readonly coordination: Coordination,
    private readonly owner: string,
  ) {}

  /** Frees the leases of an earlier process of the same owner, so that no crawl waits for their end. */
  async forgetEarlier(): Promise<void> {
    for (const keys of [CRAWL_KEYS, HOST_KEYS, DOMAIN_KEYS, ADDRESS_KEYS]) {
      const entries = await this.coordination.range(keys, `${keys}~`);
      const mine = entries.filter(({ value }) => value['owner'] === this.owner);
      await Promise.all(mine.map(({ key, version }) => this.coordination.delete(key, version)));
    }
  }

  enterCrawl(priority: CrawlPriority): Promise<Leave | null> {
    return this.place(CRAWL_KEYS, CRAWLS, priority === 'resolve' ? CRAWLS : CRAWLS_OF_JOBS);
  }

  async enterHost(host: string, patience: Patience): Promise<Leave | null> {
    const from = performance.now();
    // The host comes first, so that a crawl that waits for the domain holds up no other host.
    const leaveHost = await this.enter(`${HOST_KEYS}${host}/`, CONNECTIONS.host, patience);
    if (leaveHost === null) return null;
    const patienceMs = patience.patienceMs - (performance.now() - from);
    const domainKeys = `${DOMAIN_KEYS}${ownedDomain(host)}/`;
    const leaveDomain = await this.enter(domainKeys, CONNECTIONS.domain, { ...patience, patienceMs });
    if (leaveDomain === null) {
      await leaveHost();
      return null;
    }
    return async (restMs) => void (await Promise.all([leaveHost(restMs), leaveDomain(restMs)]));
  }

  enterAddress(address: string, patience: Patience): Promise<Leave | null> {
    const { address: addressOfMachine, addressOfContentNetwork } = CONNECTIONS;
    const places = isOfContentNetwork(address) ? addressOfContentNetwork : addressOfMachine;
    return this.enter(`${ADDRESS_KEYS}${machineOf(address)}/`, places, patience);
  }

  private async enter(keys: string, places: number, { signal, patienceMs }: Patience): Promise<Leave | null> {
    const waiting = this.waiting.get(keys) ?? 0;
    if (waiting >= MAX_WAITING) return null;
    this.waiting.set(keys, waiting + 1);
    const until = performance.now() + patienceMs;
    try {
      while (!signal.aborted) {
        const leave = await this.place(keys, places);
        if (leave !== null || performance.now() >= until) return leave;
        await pause(LOOK_AGAIN_MS, signal);
      }
      return null;
    } finally {
      const left = (this.waiting.get(keys) ?? 1) - 1;
      if (left === 0) this.waiting.delete(keys);
      else this.waiting.set(keys, left);
    }
  }

  /** Takes one of the places under these keys, while fewer than `room` of them are taken. */
  private async place(keys: string, places: number, room = places): Promise<Leave | null> {
    const takenSlots = new Set((await this.coordination.range(keys, `${keys}~`)).map(({ key }) => key));
    const free = Array.from({ length: places }, (_, place) => `${keys}${place}`).filter(
      (key) => !takenSlots.has(key),
    );
    // Other processes look for room at the same moment, so each begins at another place.
    const first = free.length === 0 ? 0 : randomInt(free.length);
    for (const key of [...free.slice(first), ...free.slice(0, first)]) {
      if (takenSlots.size >= room) return null;
      const lease = await Lease.acquire(this.coordination, key, { owner: this.owner }, TERMS);
      if (lease !== null) return (restMs) => lease.release(restMs);
      takenSlots.add(key);
    }
    return null;
  }
}
