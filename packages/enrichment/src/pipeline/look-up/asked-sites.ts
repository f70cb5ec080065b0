/**
 * Reads the websites that rows of a small job name a company by, read before they are matched (Contract 2.8).
 */
import { errorMessage } from '../../../../platform/src/errors/error-code.js';
import type { Reading, Readings } from '../../live/readings/readings.js';
import { nameOf } from '../../live/readings/readings.js';
import { notOwnSite } from '../../../../words/src/hosts/not-own-sites.js';
import { isRefusal, type AskedSites, type Identified } from './look-up.js';
import type { EnrichmentJob } from '../enricher.js';
import { fetchingIn, isSmall } from '../job-terms.js';
import { UnreadableSourceError } from '../no-answer-yet.js';

/**
 * Milliseconds for which the rows of a job wait for a reader of websites that is missing. After that the site
 * counts as the cause.
 */
const PATIENCE_MS = 120_000;
/** The maximum number of hosts that are waited for at once. */
const MAX_WAITED_FOR = 1_000;

/** The hosts with which rows may name a company. */
const hostsOf = (identified: readonly Identified[]): ReadonlySet<string> =>
  new Set(
    identified.flatMap((found) => {
      const host = isRefusal(found) || found.kind !== 'domain' ? null : found.host;
      return host === null || notOwnSite(host) !== null ? [] : host;
    }),
  );

export class AskedSitesReader {
  /**
   * For each host, the time since which its reader is missing, and the time when that was seen last, by
   * `performance.now()`.
   */
  private readonly waitedFor = new Map<string, { readonly since: number; readonly last: number }>();

  constructor(
    private readonly readings: Readings,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * The readings by host. Left out: no reading is kept and none may be fetched. In larger jobs no website is
   * looked up. Sites are read in parallel, each with the fetcher's own time limit; a site that fails says so.
   * @throws UnreadableSourceError where the reader of websites can't be had now
   */
  async read(identified: readonly Identified[], job: EnrichmentJob): Promise<AskedSites> {
    const { readings } = this;
    const hosts = isSmall(job) ? [...hostsOf(identified)] : [];
    if (hosts.length === 0) return new Map();
    const names = hosts.map((key) => ({ kind: 'site' as const, key }));
    const kept = await readings.kept(names, null);
    const fetched = fetchingIn(job, readings.kinds)('site', 'domain') === null;
    const read = async (host: string): Promise<readonly [string, Reading<'site'>] | null> => {
      const there = kept.get(nameOf({ kind: 'site', key: host }));
      // Readings under that name are sites.
      if (there !== undefined) return [host, there as Reading<'site'>];
      return fetched ? [host, await this.fetched(host, job)] : null;
    };
    // A site that fails ends no other fetch: all are waited for.
    const reads = hosts.map(read);
    await Promise.allSettled(reads);
    return new Map((await Promise.all(reads)).filter((one) => one !== null));
  }

  private async fetched(
    host: string,
    { operation, stored, account_id }: EnrichmentJob,
  ): Promise<Reading<'site'>> {
    const priority = operation === 'resolve' ? 'resolve' : 'job';
    const site = await this.readings
      .fetch('site', host, { priority, keep: stored !== false, account: account_id })
      .catch((error: unknown) => ({ status: 'failed' as const, error: errorMessage(error) }));
    if (site.status === 'failed' || (site.status === 'not_read' && site.reason === 'site_read_unavailable')) {
      if (this.mayWait(host))
        throw new UnreadableSourceError(`The website ${host} could not be read now.`, { cause: site });
      return { status: 'not_read', reason: 'source_unavailable' };
    }
    this.waitedFor.delete(host);
    return site;
  }

  /** Whether a row may wait for the host. A site that ends its reader again and again is itself at fault. */
  private mayWait(host: string): boolean {
    const now = this.now();
    const before = this.waitedFor.get(host);
    // A host that failed long ago, and was not requested since, is waited for anew.
    const since = before === undefined || now - before.last >= PATIENCE_MS ? now : before.since;
    if (now - since >= PATIENCE_MS) {
      this.waitedFor.delete(host);
      return false;
    }
    if (this.waitedFor.size >= MAX_WAITED_FOR) this.waitedFor.clear();
    this.waitedFor.set(host, { since, last: now });
    return true;
  }
}
