/** Third step: the blocks that a chunk's rows need, in the order of their needs, over what was gathered. */
import { notOwnSite } from '../../../words/src/hosts/not-own-sites.js';
import { hostOf } from '../../../words/src/hosts/website-host.js';
import type { SubmittedRow } from '../../../contract/src/row.js';
import type { BlockDefinition, RequestTerms, RowTerms } from '../blocks/runner/define-block.js';
import type { BlockEnvelope } from '../blocks/runner/envelope.js';
import {
  planBlocks,
  type BlockPlan,
  type ChunkFacts,
  type ChunkTerms,
  type Known,
  type OnFault,
} from '../blocks/runner/plan-blocks.js';
import { answersOf, envelopesOf } from '../blocks/runner/run-blocks.js';
import type { ReadingKind } from '../live/readings/readings.js';
import { sortBlockKeys, type BlockKey } from '../../../contract/src/block-key.js';
import { LIVE_LOOKUP_ROWS } from '../../../contract/src/options.js';
import type { SuppressedValues } from '../../../contract/src/suppression/suppressed.js';
import type { EnrichmentJob } from './enricher.js';
import type { AskedReadings, DeriveSome } from './asked-readings.js';
import { censored } from './suppress/censor.js';

const enabledIn = ({ blocks, not_enabled }: EnrichmentJob, key: BlockKey): boolean =>
  blocks.includes(key) && !not_enabled.includes(key);

/** The blocks that are served. */
export const enabledBlocks = (job: EnrichmentJob): BlockKey[] =>
  job.blocks.filter((key) => enabledIn(job, key));

/** A resolve is a job of one row. */
export const isSmall = ({ rows }: EnrichmentJob): boolean => rows <= LIVE_LOOKUP_ROWS;

/** Websites are read unless the client wants only what is kept. */
const sitesAreRead = ({ options }: EnrichmentJob, block: BlockKey): boolean =>
  options.validation.includes('live') && !(block === 'contacts' && options.contacts_lookup === 'cached_only');

/**
 * The register is asked for a list in a small job, or where `discover` names the block, and a model writes in
 * a small job alone; all else, and a block that reads a document, has its live step wherever it is wanted
 * (Blocks 1.15).
 */
export function fetchingIn({
  job,
  blocks,
  kinds,
}: Pick<Deriving, 'job' | 'blocks' | 'kinds'>): ChunkTerms['fetching'] {
  const small = isSmall(job);
  const ofDocuments = new Set(
    blocks.filter(({ latency_class }) => latency_class === 'document').map(({ key }) => key),
  );
  return (kind, block) => {
    if (!kinds.has(kind)) return 'not_available_yet';
    if (kind === 'site') return sitesAreRead(job, block) ? null : 'not_looked_up';
    if (kind === 'rewriting') return small ? null : 'not_looked_up';
    const fetched = kind !== 'register_answer' || small || ofDocuments.has(block);
    return fetched || job.options.discover.includes(block) ? null : 'not_looked_up';
  };
}

/** A job of more rows names how many searches it wants (Blocks 3.1). */
function searchIn(job: EnrichmentJob): RequestTerms['search'] {
  const { discover, max_live_lookups } = job.options;
  if (!discover.includes('domain')) return 'not_asked';
  if (max_live_lookups === 0) return 'site_lookup_not_run';
  return isSmall(job) || max_live_lookups !== null ? 'allowed' : 'site_lookup_not_run';
}

/**
 * How many searches its rows share, where that is fewer than there are rows; null: each row may search, or
 * none.
 */
export function sharedSearches(job: EnrichmentJob): number | null {
  const { max_live_lookups } = job.options;
  const areCounted = max_live_lookups !== null && max_live_lookups < job.rows && searchIn(job) === 'allowed';
  return areCounted ? max_live_lookups : null;
}

const NOTHING_OF_THE_ROW: RowTerms = Object.freeze({});

/**
 * What differs from row to row.
 * @param spent it has none of the searches that the rows share
 */
export function rowTermsOf({ domain }: SubmittedRow, spent: boolean): RowTerms {
  if (domain === undefined && !spent) return NOTHING_OF_THE_ROW;
  const host = domain === undefined ? null : hostOf(domain);
  return {
    ...(host !== null && notOwnSite(host) === null && { asked_host: host }),
    ...(spent && { search: 'source_busy' as const }),
  };
}

/** What blocks are told of the request. */
export const requestOf = (job: EnrichmentJob): RequestTerms => ({
  blocks: enabledBlocks(job),
  search: searchIn(job),
  ...(isSmall(job) && { few_rows: true }),
});

/** What is the same for all rows that are derived together. */
export interface Deriving extends Pick<ChunkTerms, 'onFault' | 'onVerdict'> {
  readonly job: EnrichmentJob;
  /** What is asked for and all that it needs, in the order of needs. */
  readonly blocks: readonly BlockDefinition[];
  readonly facts: ChunkFacts;
  /** Kinds of readings that can be fetched here. */
  readonly kinds: ReadonlySet<ReadingKind>;
  /** Kept readings, as rows ask for them. */
  readonly asked: AskedReadings;
  /** What no envelope shows. */
  readonly suppressed: SuppressedValues;
  /** Receives the rows that would search, were there a search for them. */
  readonly missed: Set<number>;
}

/** What differs from one row, or question of a row, to another. */
interface Asking {
  readonly asked: Parameters<typeof planBlocks>[1];
  /** The row that is derived just now. */
  readonly row: () => number;
  readonly request: RequestTerms;
}

/** How blocks are derived, whoever asks for them. */
export function planOf(deriving: Deriving, { asked, row, request }: Asking): BlockPlan {
  const { job, blocks, facts, suppressed, missed, onFault, onVerdict } = deriving;
  const { options, nested_not_enabled: lacking = [] } = job;
  return planBlocks(blocks, asked, {
    missing: facts.missing,
    fetching: fetchingIn(deriving),
    kept: deriving.asked.look,
    options,
    request,
    min_confidence: options.min_confidence,
    onFault,
    onVerdict,
    onSearchMissed: () => void missed.add(row()),
    lacking,
    censor: suppressed.kinds.size === 0 ? undefined : (envelope) => censored(envelope, suppressed),
  });
}

/** A matched row and what it asked. */
export interface RowToDerive {
  readonly row: number;
  readonly number: string;
  readonly asked: SubmittedRow;
  /** As in `rowTermsOf`. */
  readonly spent: boolean;
}

/**
 * Derives rows' blocks: one envelope for each block that was asked for, in the specification's order; null
 * where there is no row to derive, or where that failed, which is told as a fault.
 */
export type DeriveRows = DeriveSome<RowToDerive | null, readonly BlockEnvelope[] | null>;

/** Null where it fails: one row's fault is no other's. */
export function orFault<T>(onFault: OnFault, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    onFault('row', error);
    return null;
  }
}

export function deriver(deriving: Deriving): DeriveRows {
  const { job, facts, onFault } = deriving;
  let row = 0;
  const plan = planOf(deriving, {
    asked: sortBlockKeys(job.blocks).map((key) => ({ key, enabled: enabledIn(job, key) })),
    row: () => row,
    request: requestOf(job),
  });
  const knownOf = ({ number, asked, spent }: RowToDerive): Known => {
    const known = facts.of(number);
    const own = rowTermsOf(asked, spent);
    if (own !== NOTHING_OF_THE_ROW) known.row = own;
    return known;
  };
  return (rows, turn) => {
    const known = rows.map((one) => (one === null ? null : orFault(onFault, () => knownOf(one))));
    const answers = answersOf(plan, known, (place) => {
      row = rows[place]?.row ?? row;
      turn(place);
    });
    return known.map((of, place) =>
      of === null ? null : orFault(onFault, () => envelopesOf(plan, of, answers[place] ?? [])),
    );
  };
}
