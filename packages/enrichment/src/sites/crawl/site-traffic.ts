/**
 * Limits concurrent crawls, and concurrent connections to a host, its registrable domain and its machine, by
 * leases over all processes. So nobody can overload a server through made-up names. Lost leases expire.
 */
import { randomInt } from 'node:crypto';
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import { Lease } from '../../../../platform/src/coordination/lease.js';
import { pause } from '../../../../platform/src/time/pause.js';
import { ownedDomain } from '../fetch/site-url.js';
import networks from './content-networks.json';
import ipaddr from 'ipaddr.js';

/**
 * The address ranges of content networks and website builders, whose few addresses serve very many sites, as
 * published by 2026-11. If an address is missing, its sites are only read more slowly. A range must not have
 * machines that serve a single customer.
 */
const RANGES = networks.map((range) => ipaddr.parseCIDR(range));

/** @param address an IP address */
function isOfContentNetwork(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return RANGES.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/** The key of the machine at an address. For IPv6 it is the /64 network, which one customer gets. */
function machineOf(address: string): string {
  const parsed = ipaddr.parse(address);
  return 'parts' in parsed ? `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64` : address;
}

/** Leaves a place. @param restMs the milliseconds for which it stays taken, as a pause between requests */
export type Leave = (restMs?: number) => Promise<void>;
export type CrawlPriority = 'resolve' | 'job';

/** The limits of a wait for a place. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

export interface SiteTraffic {
  /** Begins a crawl; null: there is no room for another one now. */
  enterCrawl(priority: CrawlPriority): Promise<Leave | null>;
  /** Waits for a connection of a host and of its domain; null: none became free in time. */
  enterHost(host: string, patience: Patience): Promise<Leave | null>;
  /** Waits for a connection of the machine at an IP address; null: none became free in time. */
  enterAddress(address: string, patience: Patience): Promise<Leave | null>;
}

const MAX_CRAWLS = 64;
/** The maximum crawls of jobs. The others are reserved for clients that wait. */
const MAX_JOB_CRAWLS = 52;
/** The maximum concurrent connections of the whole deployment. */
export const CONNECTIONS = { host: 2, domain: 4, address: 4, addressOfContentNetwork: 16 } as const;
/** The maximum crawls of this process that wait for one host, domain or machine. */
const MAX_WAITING = 12;
const TERMS = { ttlMs: 30_000, heartbeatMs: 10_000 };
const RETRY_MS = 150;
const CRAWL_KEYS = 'site-crawls/';
const HOST_KEYS = 'site-hosts/';
const DOMAIN_KEYS = 'site-domains/';
const ADDRESS_KEYS = 'site-addresses/';

export class CoordinatedTraffic implements SiteTraffic {
  private readonly waiting = new Map<string, number>();

  /** @param owner the owner of the leases, the same after a restart of the crawler */
  constructor(
    private readonly coordination: Coordination,
    private readonly owner: string,
  ) {}

  /** Frees the leases of an earlier process of the same owner, so that no crawl waits for their expiry. */
  async forgetEarlier(): Promise<void> {
    for (const keys of [CRAWL_KEYS, HOST_KEYS, DOMAIN_KEYS, ADDRESS_KEYS]) {
      const entries = await this.coordination.range(keys, `${keys}~`);
      const mine = entries.filter(({ value }) => value['owner'] === this.owner);
      await Promise.all(mine.map(({ key, version }) => this.coordination.delete(key, version)));
    }
  }

  enterCrawl(priority: CrawlPriority): Promise<Leave | null> {
    return this.place(CRAWL_KEYS, MAX_CRAWLS, priority === 'resolve' ? MAX_CRAWLS : MAX_JOB_CRAWLS);
  }

  async enterHost(host: string, patience: Patience): Promise<Leave | null> {
    const from = performance.now();
    // The host is entered first, so that a crawl waiting for its host doesn't hold a place of the domain.
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
        await pause(RETRY_MS, signal);
      }
      return null;
    } finally {
      const stillWaiting = (this.waiting.get(keys) ?? 1) - 1;
      if (stillWaiting === 0) this.waiting.delete(keys);
      else this.waiting.set(keys, stillWaiting);
    }
  }

  /** Takes a free place of these keys if fewer than `room` are taken; null: there is none. */
  private async place(keys: string, places: number, room = places): Promise<Leave | null> {
    const takenSlots = new Set((await this.coordination.range(keys, `${keys}~`)).map(({ key }) => key));
    const free = Array.from({ length: places }, (_, place) => `${keys}${place}`).filter(
      (key) => !takenSlots.has(key),
    );
    // Each process begins at a random place, because others may try at the same moment.
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
