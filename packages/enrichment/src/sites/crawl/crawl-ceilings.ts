/** Limits crawls for an account and of a registrable domain in a UTC day, over all processes. */
import { changeEntry } from '../../../../platform/src/coordination/change-entry.js';
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import type { Clock } from '../../../../platform/src/time/clock.js';
import type { AccountId } from '../../../../contract/src/ids.js';
import { ownedDomain } from '../fetch/site-url.js';

export interface CrawlCeilings {
  readonly ofAccount: number;
  /** The maximum crawls of the domain itself, and of all its subdomains together. */
  readonly ofDomain: number;
}

export interface CrawlToCount {
  readonly host: string;
  /** The account that the crawl is for; absent: none. */
  readonly account?: AccountId | undefined;
}

const DAY_MS = 86_400_000;

export class CrawlCounts {
  constructor(
    private readonly coordination: Coordination,
    private readonly clock: Clock,
    private readonly ceilings: CrawlCeilings,
  ) {}

  /** Counts a crawl. Null: it is allowed; else the milliseconds until the counts restart. */
  async take({ host, account }: CrawlToCount): Promise<number | null> {
    const { ofAccount, ofDomain } = this.ceilings;
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    const domain = ownedDomain(host);
    // The account is counted first: an account over its ceiling must not use up the domain's crawls.
    const isAllowed =
      (account === undefined || (await this.count(`crawl-days/${day}/account/${account}`, ofAccount))) &&
      (await this.count(`crawl-days/${day}/domain/${host === domain ? '' : '*.'}${domain}`, ofDomain));
    return isAllowed ? null : DAY_MS - (now.getTime() % DAY_MS);
  }

  private async count(key: string, ceiling: number): Promise<boolean> {
    let isCounted = false;
    await changeEntry(this.coordination, { key, ttl: 2 * DAY_MS }, (entry) => {
      const crawls = Number(entry?.value['crawls'] ?? 0);
      isCounted = crawls < ceiling;
      return isCounted ? { crawls: crawls + 1 } : null;
    });
    return isCounted;
  }
}
