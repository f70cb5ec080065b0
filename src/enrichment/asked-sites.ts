/** The websites that rows of a small job name a company by, read before they are matched (Contract 2.8). */
import type { Reading, Readings } from '../live/readings/readings.js';
import { nameOf } from '../live/readings/readings.js';
import { notOwnSite } from '../shared/web-hosts/not-own-sites.js';
import type { AskedSites, Identified } from './match.js';
import type { EnrichmentJob } from './enricher.js';
import { fetchingIn } from './derive.js';
import { LIVE_LOOKUP_ROWS } from '../shared/options.js';

/** Hosts of rows that a company could be known by. */
function hostsOf(identified: readonly Identified[]): string[] {
  const hosts = identified.flatMap((found) =>
    'kind' in found && found.kind === 'domain' && found.host !== null && notOwnSite(found.host) === null
      ? found.host
      : [],
  );
  return [...new Set(hosts)];
}

/**
 * By host; left out: nothing is kept of it and it may not be fetched. In a job of more rows none is looked up.
 * Sites are read side by side, each with the fetcher's own time limit; one that fails says so.
 */
export async function readAskedSites(
  identified: readonly Identified[],
  job: EnrichmentJob,
  readings: Readings,
): Promise<AskedSites> {
  const small = job.operation === 'resolve' || job.rows <= LIVE_LOOKUP_ROWS;
  const hosts = small ? hostsOf(identified) : [];
  if (hosts.length === 0) return new Map();
  const names = hosts.map((key) => ({ kind: 'site' as const, key }));
  const kept = await readings.kept(names, null);
  const fetched = fetchingIn({ job, blocks: [], kinds: readings.kinds })('site', 'domain') === null;
  const priority = job.operation === 'resolve' ? 'resolve' : 'job';
  const terms = { priority, keep: job.stored !== false, account: job.account_id } as const;
  const read = async (host: string): Promise<readonly [string, Reading<'site'>] | null> => {
    const there = kept.get(nameOf({ kind: 'site', key: host }));
    // Under that name lies a site.
    if (there !== undefined) return [host, there as Reading<'site'>];
    if (!fetched) return null;
    try {
      return [host, await readings.fetch('site', host, terms)];
    } catch {
      return [host, { status: 'not_read', reason: 'source_unavailable' }];
    }
  };
  return new Map((await Promise.all(hosts.map(read))).filter((one) => one !== null));
}
