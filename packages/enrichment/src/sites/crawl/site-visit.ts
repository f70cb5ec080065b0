/**
 * Makes the requests of one crawl. It respects the crawl's limits of time, bytes and requests, and the
 * robots.txt of each host. It pauses between requests, and waits for a connection that the limits for the
 * host, its domain and its address allow.
 */
import { pause } from '../../../../platform/src/time/pause.js';
import { FetchError } from '../fetch/fetch-fault.js';
import { follow, type Followed } from '../fetch/follow.js';
import { SiteClient, type AnswerHead, type SiteClientParts } from '../fetch/site-client.js';
import { listedHost } from '../fetch/site-hosts.js';
import { siteUrl } from '../fetch/site-url.js';
import { robotsRules, userAgentOf, withoutRobots, type RobotsRules } from './robots-rules.js';
import type { Leave, Patience, SiteTraffic } from './site-traffic.js';

export interface CrawlLimits {
  /** The milliseconds from the first request to the last byte, without the pauses of robots.txt. */
  readonly totalMs: number;
  /** The milliseconds added to the total for waits for connections. */
  readonly patienceMs: number;
  /** The minimum milliseconds between two requests. */
  readonly pauseMs: number;
  /** The maximum `Crawl-delay`. A longer one counts as this. */
  readonly longestDelayMs: number;
  readonly pages: number;
  /** The maximum requests without a page: robots.txt, redirects, sitemaps, missing pages. */
  readonly others: number;
  readonly pageBytes: number;
  readonly robotsBytes: number;
  /** The maximum bytes of all answers together, as sent. */
  readonly wireBytes: number;
}

export const CRAWL_LIMITS: CrawlLimits = {
  totalMs: 25_000,
  patienceMs: 15_000,
  pauseMs: 200,
  longestDelayMs: 5_000,
  pages: 10,
  others: 20,
  pageBytes: 2 * 1_024 * 1_024,
  robotsBytes: 512 * 1_024,
  wireBytes: 10 * 1_024 * 1_024,
};

/** Reports that a page may not be requested: robots.txt forbids it, or its server fails. */
export class RefusedByRobots extends Error {
  constructor(readonly fault: 'robots' | 'robots_unavailable') {
    super(fault);
  }
}

/** Reports that the time, bytes or requests of the crawl are spent. */
export class CrawlSpent extends Error {}

export interface VisitParts extends Pick<SiteClientParts, 'names' | 'hosts' | 'allows' | 'dial'> {
  readonly contact: string;
  readonly traffic: Pick<SiteTraffic, 'enterHost' | 'enterAddress'>;
  readonly limits: CrawlLimits;
}

const PAGES = 'text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5,*/*;q=0.1';
const TEXTS = 'text/plain,*/*;q=0.1';
/** The faults of a robots.txt that redirects for ever or to a refused address. */
const LEADS_AWAY_FAULTS: ReadonlySet<string> = new Set(['redirect_loop', 'redirect_refused']);
const SITEMAP_BYTES = 4_096;

export class SiteVisit {
  private readonly client: SiteClient;
  private readonly limits: CrawlLimits;
  private readonly abort = new AbortController();
  private readonly robots = new Map<string, Promise<RobotsRules>>();
  private deadline: number;
  private extendedMs = 0;
  private patienceMs: number;
  private timer: NodeJS.Timeout;
  private pages = 0;
  private requests = 0;
  private bytes = 0;
  /** The host that is being visited. */
  private current:
    | { readonly host: string; readonly leave: Leave; isRequested: boolean; restMs: number }
    | undefined;

  constructor(private readonly parts: VisitParts) {
    const { names, hosts, contact, limits, allows, dial } = parts;
    const userAgent = userAgentOf(contact);
    this.limits = limits;
    this.patienceMs = limits.patienceMs;
    this.client = new SiteClient({
      ...{ names, hosts, userAgent, enterAddress: (address) => this.enterAddress(address) },
      ...(allows && { allows }),
      ...(dial && { dial }),
    });
    this.deadline = performance.now() + limits.totalMs;
    this.timer = this.startTimer();
  }
  /** True if another page may be requested. */
  get hasRoom(): boolean {
    return !this.abort.signal.aborted && this.pages < this.limits.pages && !this.isSpent;
  }

  /** True if no further request is allowed. */
  get isSpent(): boolean {
    const { others, pages, wireBytes } = this.limits;
    const isOverRequests = this.requests - this.pages >= others || this.requests >= others + pages;
    return this.abort.signal.aborted || isOverRequests || this.bytes >= wireBytes;
  }

  /** The address to request; null: it may not be requested. */
  readonly accepted = (text: string, base?: URL): URL | null => siteUrl(text, this.isListed, base);

  /**
   * Requests a page and follows redirects. @throws FetchError, RefusedByRobots, CrawlSpent
   * @param requestedUrls receives the requested addresses, also if the request fails
   */
  page(url: URL, reads: (head: AnswerHead) => boolean, requestedUrls: URL[] = []): Promise<Followed> {
    const before = async (next: URL): Promise<void> => {
      const rules = await this.rulesOf(next);
      if (!rules.allows(next)) throw new RefusedByRobots('robots');
      await this.awaitTurn(next, rules.delayMs);
    };
    const terms = { accept: PAGES, most: this.limits.pageBytes, reads, before };
    return this.followed(url, terms, requestedUrls);
  }

  countPage(): void {
    this.pages += 1;
  }

  /** Returns true if robots.txt names a sitemap or the origin has `/sitemap.xml`. */
  async hasSitemap({ origin }: URL): Promise<boolean> {
    const url = new URL('/sitemap.xml', origin);
    const rules = await this.rulesOf(url);
    if (rules.namesSitemap) return true;
    if (this.isSpent || !rules.allows(url)) return false;
    const before = (next: URL): Promise<void> => this.awaitTurn(next, rules.delayMs);
    const terms = { accept: 'application/xml,text/xml,*/*;q=0.1', most: SITEMAP_BYTES, before };
    const { answer } = await this.followed(url, terms);
    return answer.status === 200 && /<(?:urlset|sitemapindex)\b/.test(answer.body.toString('utf8'));
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.abort.abort(new FetchError('timed_out'));
    await this.leaveHost();
  }
  private readonly isListed = (host: string): boolean => listedHost(this.parts.hosts, host) !== undefined;

  private async followed(
    url: URL,
    terms: Omit<Parameters<typeof follow>[2], 'signal' | 'isListed'>,
    requestedUrls: URL[] = [],
  ): Promise<Followed> {
    const { isListed } = this;
    const counted = { exchange: (page: Parameters<SiteClient['exchange']>[0]) => this.exchange(page) };
    return follow(counted, url, { ...terms, isListed, signal: this.abort.signal }, requestedUrls);
  }

  private async exchange(request: Parameters<SiteClient['exchange']>[0]) {
    if (this.isSpent) throw new CrawlSpent();
    this.requests += 1;
    const answer = await this.client.exchange(request);
    this.bytes += answer.wireBytes;
    return answer;
  }

  /** @throws the error of reading robots.txt; RefusedByRobots if its server fails */
  private rulesOf({ origin }: URL): Promise<RobotsRules> {
    const rules = this.robots.get(origin) ?? this.readRules(new URL('/robots.txt', origin));
    this.robots.set(origin, rules);
    return rules;
  }

  private async readRules(url: URL): Promise<RobotsRules> {
    const before = (next: URL): Promise<void> => this.awaitTurn(next, null);
    const requestedUrls: URL[] = [];
    try {
      const terms = { accept: TEXTS, most: this.limits.robotsBytes, before };
      const { answer } = await this.followed(url, terms, requestedUrls);
      if (answer.status >= 200 && answer.status < 300) return robotsRules(url, answer.body.toString('utf8'));
      const rules = withoutRobots(answer.status);
      if (rules === 'blocked') throw new RefusedByRobots('robots_unavailable');
      return rules;
    } catch (error) {
      // A file behind too many redirects or at a refused address counts as absent (RFC 9309, 2.3.1.2).
      if (!(error instanceof FetchError) || error.fault === 'no_room') throw error;
      if (requestedUrls.length > 1 || LEADS_AWAY_FAULTS.has(error.fault)) return robotsRules(url, '');
      throw error;
    }
  }

  /** Enters the host of an address and waits until the next request is allowed. */
  private async awaitTurn({ hostname }: URL, delayMs: number | null): Promise<void> {
    const { pauseMs, longestDelayMs } = this.limits;
    const wait = Math.max(pauseMs, Math.min(delayMs ?? 0, longestDelayMs));
    if (this.current?.host !== hostname) await this.enterHost(hostname);
    else if (this.current.isRequested) {
      if (delayMs !== null) this.extendDeadline(wait);
      await pause(wait, this.abort.signal);
    }
    if (this.abort.signal.aborted) throw new FetchError('timed_out');
    if (this.current !== undefined) Object.assign(this.current, { isRequested: true, restMs: wait });
  }

  private async enterHost(host: string): Promise<void> {
    await this.leaveHost();
    const leave = await this.waitForPlace((patience) => this.parts.traffic.enterHost(host, patience));
    this.current = { host, leave, isRequested: false, restMs: 0 };
  }

  private async enterAddress(address: string): Promise<() => Promise<void>> {
    const leave = await this.waitForPlace((patience) => this.parts.traffic.enterAddress(address, patience));
    return () => leave(this.limits.pauseMs);
  }

  /** Waits for a place. The wait uses up `patienceMs`, not the crawl's time. @throws FetchError `no_room` */
  private async waitForPlace(enter: (patience: Patience) => Promise<Leave | null>): Promise<Leave> {
    clearTimeout(this.timer);
    const from = performance.now();
    const leave = await enter({ signal: this.abort.signal, patienceMs: this.patienceMs });
    const waited = performance.now() - from;
    this.patienceMs -= waited;
    this.deadline += waited;
    if (!this.abort.signal.aborted) this.timer = this.startTimer();
    if (leave === null) throw new FetchError('no_room');
    return leave;
  }

  /** Leaves the host. Its place stays taken until the pause is over. */
  private async leaveHost(): Promise<void> {
    const { current } = this;
    this.client.close();
    this.current = undefined;
    await current?.leave(current.restMs);
  }

  /** Extends the deadline by a pause of robots.txt, up to a limit. */
  private extendDeadline(milliseconds: number): void {
    const { pages, longestDelayMs } = this.limits;
    this.extendedMs += milliseconds;
    if (this.extendedMs > pages * longestDelayMs) return;
    this.deadline += milliseconds;
    clearTimeout(this.timer);
    this.timer = this.startTimer();
  }
  private startTimer(): NodeJS.Timeout {
    const remainingMs = Math.max(0, this.deadline - performance.now());
    return setTimeout(() => this.abort.abort(new FetchError('timed_out')), remainingMs);
  }
}
