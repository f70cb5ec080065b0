/**
 * How much is crawled at once: so many crawls in all, and two connections a host, counted over all processes by leases in
 * Coordination. They may be lost with it, or by a process that dies: then they run out by themselves.
 */
import { randomInt } from 'node:crypto';
import type { Coordination } from '../../platform/coordination/coordination.js';
import { Lease } from '../../platform/coordination/lease.js';
import { pause } from '../../platform/time/pause.js';

export type Leave = () => Promise<void>;
export type CrawlPriority = 'resolve' | 'job';

export interface SiteTraffic {
  /** Null: there is no room for another crawl now. */
  enterCrawl(priority: CrawlPriority): Promise<Leave | null>;
  /** Waits for one of a host's connections; null where the signal came first. */
  enterHost(host: string, signal: AbortSignal): Promise<Leave | null>;
}

/** Of the whole deployment. */
const CRAWLS = 64;
/** Jobs leave some to clients that wait. */
const CRAWLS_OF_JOBS = 52;
const CONNECTIONS_A_HOST = 2;
const TERMS = { ttlMs: 30_000, heartbeatMs: 10_000 };
const LOOK_AGAIN_MS = 150;
const CRAWL_KEYS = 'site-crawls/';
const HOST_KEYS = 'site-hosts/';

export class CoordinatedTraffic implements SiteTraffic {
  /** @param owner whose leases these are: the same for a crawler that is started again */
  constructor(
    private readonly coordination: Coordination,
    private readonly owner: string,
  ) {}

  /** Frees what an earlier process of the same owner held when it died: nobody has to wait until that runs out. */
  async forgetEarlier(): Promise<void> {
    for (const keys of [CRAWL_KEYS, HOST_KEYS]) {
      const held = await this.coordination.range(keys, `${keys}~`);
      const mine = held.filter(({ value }) => value['owner'] === this.owner);
      await Promise.all(mine.map(({ key, version }) => this.coordination.delete(key, version)));
    }
  }

  async enterCrawl(priority: CrawlPriority): Promise<Leave | null> {
    const room = priority === 'resolve' ? CRAWLS : CRAWLS_OF_JOBS;
    const taken = await this.coordination.range(CRAWL_KEYS, `${CRAWL_KEYS}~`);
    const keys = new Set(taken.map(({ key }) => key));
    const free = Array.from({ length: CRAWLS }, (_, slot) => `${CRAWL_KEYS}${slot}`).filter(
      (key) => !keys.has(key),
    );
    // Others look for room at the same moment: each begins somewhere else.
    const first = free.length === 0 ? 0 : randomInt(free.length);
    for (const key of [...free.slice(first), ...free.slice(0, first)]) {
      if (keys.size >= room) return null;
      const lease = await this.lease(key);
      if (lease !== null) return () => lease.release();
      keys.add(key);
    }
    return null;
  }

  async enterHost(host: string, signal: AbortSignal): Promise<Leave | null> {
    while (!signal.aborted) {
      for (let connection = 0; connection < CONNECTIONS_A_HOST; connection++) {
        const lease = await this.lease(`${HOST_KEYS}${host}/${connection}`);
        if (lease !== null) return () => lease.release();
      }
      await pause(LOOK_AGAIN_MS, signal);
    }
    return null;
  }

  private lease(key: string): Promise<Lease | null> {
    return Lease.acquire(this.coordination, key, { owner: this.owner }, TERMS);
  }
}
