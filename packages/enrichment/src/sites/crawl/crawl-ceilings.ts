/** Limits a UTC day's crawls for an account, and for a registrable domain, over all processes. */
import { changeEntry } from '../../../../platform/src/coordination/change-entry.js';
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import type { Clock } from '../../../../platform/src/time/clock.js';
import type { AccountId } from '../../../../contract/src/ids.js';
import { ownedDomain } from '../fetch/site-url.js';

export interface CrawlCeilings {
  readonly ofAccount: number;
  /** The maximum crawls of the domain itself, and of all made-up names under it together. */
  readonly ofDomain: number;
}

export interface CrawlToCount {
  readonly host: string;
  /** The account that the crawl is for; left out: none. */
  readonly account?: AccountId | undefined;
}

const DAY_MS = 86_400_000;

export class CrawlCounts {
  constructor(
    private readonly coordination: Coordination,
    private readonly clock: Clock,
    private readonly ceilings: CrawlCeilings,
  ) {}

  /** Counts a crawl. Null: it may be made; else the milliseconds until the counts begin again. */
  async take({ host, account }: CrawlToCount): Promise<number | null> {
    const { ofAccount, ofDomain } = this.ceilings;
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    const domain = ownedDomain(host);
    // The account is counted first: an account over its ceiling must not use up the domain's crawls of
    // others.
    const counted =
      (account === undefined || (await this.count(`crawl-days/${day}/account/${account}`, ofAccount))) &&
      (await this.count(`crawl-days/${day}/domain/${host === domain ? '' : '*.'}${domain}`, ofDomain));
    return counted ? null : DAY_MS - (now.getTime() % DAY_MS);
  }

  private async count(key: string, ceiling: number): Promise<boolean> {
    let counted = false;
    await changeEntry(this.coordination, { key, ttl: 2 * DAY_MS }, (entry) => {
      const crawls = Number(entry?.value['crawls'] ?? 0);
      counted = crawls < ceiling;
      return counted ? { crawls: crawls + 1 } : null;
    });
    return counted;
  }
}
