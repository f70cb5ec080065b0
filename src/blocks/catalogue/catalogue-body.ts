/** The body of GET /v1/blocks (Contract 6.1), made from the blocks' own files. Pure. */
import { BLOCK_KEYS, type Availability, type BlockKey } from '../../shared/block-key.js';
import { REASONS, type ReasonDefinition } from '../../shared/reason-code.js';
import type { BlockDefinition } from '../runner/define-block.js';
import measuredMatches from './measured-matches.json';
import { OPTION_GUIDE } from './option-guide.js';

export interface CatalogueBlock extends Pick<
  BlockDefinition,
  'key' | 'description' | 'source' | 'tier' | 'latency_class' | 'coverage' | 'experimental' | 'billable_when'
> {
  readonly availability: Availability;
  /** Of past delivered rows, the share in which it was available: 0..1, or null where too few are known. */
  readonly coverage_share: number | null;
  /** What a unit costs now, a decimal string as agreed; where a price is agreed. */
  readonly unit_price?: string;
  /** ISO 4217; with `unit_price`. */
  readonly currency?: string;
}

/** What the catalogue shows beside what the blocks say of themselves. */
export interface CatalogueFigures {
  /** Switched on for the caller's account. */
  readonly enabled: ReadonlySet<BlockKey>;
  readonly coverage: Coverage;
  /** The price in force for the caller's account; null where none is agreed. */
  readonly priceOf: (block: BlockKey) => { readonly price: string; readonly currency: string } | null;
}

/** Shares of past rows, 0..1; null where too few are known. */
export interface Coverage {
  /** Of the rows that named a company, those that were delivered. */
  readonly matched: number | null;
  /** Of the delivered rows, those in which the block was available. */
  readonly of: (block: BlockKey) => number | null;
}

/** What a confidence means (Blocks 1.7, 3.2). */
const CONFIDENCE_CONTRACT = {
  meaning:
    'The share of such values that are right for this company. Register facts joined by the exact company number carry none.',
  basis:
    'Of a match by name the share that is right was measured: measured_matches. The confidences of blocks are start values by kind of evidence; they are replaced by measured shares as samples allow.',
  bands: [
    { from: 0.9, to: 1, meaning: 'Rely on it.' },
    { from: 0.75, to: 0.9, meaning: 'Usually right.' },
    { from: 0.5, to: 0.75, meaning: 'Flagged for review.' },
    { from: 0, to: 0.5, meaning: 'Not served by default: lower min_confidence to see it.' },
  ],
  flagged_for_review:
    "On every available block: true when its confidence is under 0.75, when a grave advisory applies, or when the block's own rule says so. A flagged value is not to be relied on without review.",
  min_confidence_default: 0.5,
  measured_matches: {
    meaning:
      'Of labelled names that were matched, the share that was matched to the company meant, with its interval at 95 %. Hard cases are many among the names, and the register of the sample is small: docs/matching.md says what that does to the shares.',
    ...measuredMatches,
  },
} as const;

export interface CatalogueBody {
  readonly blocks: readonly CatalogueBlock[];
  readonly confidence: typeof CONFIDENCE_CONTRACT & { readonly blocks_without_floor: readonly BlockKey[] };
  readonly options: typeof OPTION_GUIDE;
  readonly reason_codes: readonly ({ readonly code: string } & Omit<ReasonDefinition, 'whole_row'>)[];
  readonly blocks_total: number;
  /** Of past rows that named a company, the share that was matched to one: 0..1, or null where too few are known. */
  readonly matched_share: number | null;
}

const REASON_LIST = Object.entries(REASONS).map(([code, { meaning, retry_suggested }]) => ({
  code,
  meaning,
  retry_suggested,
}));

function costOf(
  { priceOf }: CatalogueFigures,
  block: BlockKey,
): Pick<CatalogueBlock, 'unit_price' | 'currency'> {
  const agreed = priceOf(block);
  return agreed === null ? {} : { unit_price: agreed.price, currency: agreed.currency };
}

const catalogueBlock = (block: BlockDefinition, figures: CatalogueFigures): CatalogueBlock => ({
  key: block.key,
  description: block.description,
  source: block.source,
  availability: figures.enabled.has(block.key) ? 'available' : 'not_enabled',
  tier: block.tier,
  latency_class: block.latency_class,
  coverage: block.coverage,
  experimental: block.experimental,
  billable_when: block.billable_when,
  coverage_share: figures.coverage.of(block.key),
  ...costOf(figures, block.key),
});

export const catalogueBody = (
  blocks: readonly BlockDefinition[],
  figures: CatalogueFigures,
): CatalogueBody => ({
  blocks: blocks.map((block) => catalogueBlock(block, figures)),
  confidence: {
    ...CONFIDENCE_CONTRACT,
    blocks_without_floor: blocks.filter(({ exempt_from_floor }) => exempt_from_floor).map(({ key }) => key),
  },
  options: OPTION_GUIDE,
  reason_codes: REASON_LIST,
  blocks_total: BLOCK_KEYS.length,
  matched_share: figures.coverage.matched,
});
