/**
 * Decides what a job's size and options allow: which readings are fetched, and how many searches its rows
 * have.
 */
import { notOwnSite } from '../../../words/src/hosts/not-own-sites.js';
import { hostOf } from '../../../words/src/hosts/website-host.js';
import type { SubmittedRow } from '../../../contract/src/row.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import { LIVE_LOOKUP_ROWS } from '../../../contract/src/options.js';
import type { BlockDefinition, RequestTerms, RowTerms } from '../blocks/runner/define-block.js';
import type { ChunkTerms } from '../blocks/runner/plan-blocks.js';
import type { ReadingKind } from '../live/readings/readings.js';
import type { EnrichmentJob } from './enricher.js';

/** The blocks that are served. */
export const enabledBlocks = ({ blocks, not_enabled }: EnrichmentJob): BlockKey[] =>
  blocks.filter((key) => !not_enabled.includes(key));

/** A resolve is a job of one row. */
export const isSmall = ({ rows }: EnrichmentJob): boolean => rows <= LIVE_LOOKUP_ROWS;

/** Websites are read unless the client wants only what is kept. */
const sitesAreRead = ({ options }: EnrichmentJob, block: BlockKey): boolean =>
  options.validation.includes('live') && !(block === 'contacts' && options.contacts_lookup === 'cached_only');

/**
 * Decides which readings a block may fetch. The register is asked for a list only in a small job, or where
 * `discover` names the block. A model writes only in a small job. Other readings, and blocks that read a
 * document, have their live step wherever it is wanted (Blocks 1.15).
 */
export function fetchingIn(
  job: EnrichmentJob,
  kinds: ReadonlySet<ReadingKind>,
  blocks: readonly BlockDefinition[] = [],
): ChunkTerms['fetching'] {
  const small = isSmall(job);
  const ofDocuments = blocks.filter(({ latency_class }) => latency_class === 'document');
  return (kind, block) => {
    if (!kinds.has(kind)) return 'not_available_yet';
    if (kind === 'site') return sitesAreRead(job, block) ? null : 'not_looked_up';
    if (kind === 'rewriting') return small ? null : 'not_looked_up';
    const fetched = kind !== 'register_answer' || small || ofDocuments.some(({ key }) => key === block);
    return fetched || job.options.discover.includes(block) ? null : 'not_looked_up';
  };
}

/** The searches of a job. A larger job states how many it wants (Blocks 3.1). */
function searchIn(job: EnrichmentJob): RequestTerms['search'] {
  const { discover, max_live_lookups } = job.options;
  if (!discover.includes('domain')) return 'not_asked';
  if (max_live_lookups === 0) return 'site_lookup_not_run';
  return isSmall(job) || max_live_lookups !== null ? 'allowed' : 'site_lookup_not_run';
}

/**
 * The number of searches that the rows share, where that is fewer than there are rows; null: each row may
 * search, or none.
 */
export function sharedSearches(job: EnrichmentJob): number | null {
  const { max_live_lookups } = job.options;
  const areCounted = max_live_lookups !== null && max_live_lookups < job.rows && searchIn(job) === 'allowed';
  return areCounted ? max_live_lookups : null;
}

/** The part of the request that blocks see. */
export const requestOf = (job: EnrichmentJob): RequestTerms => ({
  blocks: enabledBlocks(job),
  search: searchIn(job),
  ...(isSmall(job) && { few_rows: true }),
});

/**
 * The terms that differ from row to row; null: none does.
 * @param spent whether the row has none of the searches that the rows share
 */
export function rowTermsOf({ domain }: SubmittedRow, spent: boolean): RowTerms | null {
  if (domain === undefined && !spent) return null;
  const host = domain === undefined ? null : hostOf(domain);
  return {
    ...(host !== null && notOwnSite(host) === null && { asked_host: host }),
    ...(spent && { search: 'source_busy' as const }),
  };
}
