/** Defines the messages between the crawler's process and its callers. */
import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRawSync } from 'node:zlib';
import type { StoresSettings } from '../../../../platform/src/stores/stores.js';
import type { CrawlCeilings, CrawlToCount } from '../crawl/crawl-ceilings.js';
import type { CrawlPriority } from '../crawl/site-traffic.js';
import type { SiteHosts } from '../fetch/site-hosts.js';
import type { SiteReading } from '../site-reading.js';

export interface CrawlerSettings {
  readonly sites: {
    readonly contact: string;
    readonly hosts: SiteHosts;
    readonly dnsServers: readonly string[] | null;
    readonly ceilings: CrawlCeilings;
  };
  /** The owner of the process's leases, the same after a restart. */
  readonly owner: string;
  /** The settings of Coordination, which all crawlers share. */
  readonly stores: Pick<StoresSettings, 'dataDir' | 'mongodbUrl'>;
}

export interface CrawlRequest extends CrawlToCount {
  /** The host in lower case and punycode, without `www.`. */
  readonly host: string;
  readonly priority: CrawlPriority;
}

/** The answer if as many crawls as allowed are running or were made today. */
export interface CrawlerBusy {
  readonly status: 'busy';
  readonly again_in_ms: number;
}

/** A crawl as it is sent between processes, packed by the crawler's process. */
export type PackedCrawl =
  | { readonly status: 'crawled'; readonly fetched_at: string; readonly packed: Uint8Array }
  | CrawlerBusy;

const deflated = promisify(deflateRaw);
/** The maximum inflated size, far above that of ten pages. */
const MAX_PLAIN_BYTES = 64 * 1_024 * 1_024;

/** Packs a crawl as deflated JSON, its stored form. The fast level takes a fifth of the usual time. */
export const packedSite = (site: SiteReading): Promise<Uint8Array> =>
  deflated(Buffer.from(JSON.stringify(site)), { level: constants.Z_BEST_SPEED });

/** Unpacks the result of `packedSite`. */
export const unpackedSite = (packed: Uint8Array): SiteReading =>
  JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_PLAIN_BYTES }).toString('utf8')) as SiteReading;
