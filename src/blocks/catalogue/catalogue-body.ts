/** The body of GET /v1/blocks (Contract 6.1), made from the blocks' own files. Pure. */
import { BLOCK_KEYS, type Availability, type BlockKey } from '../../shared/block-key.js';
import { REASONS, type ReasonDefinition } from '../../shared/reason-code.js';
import type { BlockDefinition } from '../runner/define-block.js';
import { OPTION_GUIDE } from './option-guide.js';

export interface CatalogueBlock extends Pick<
  BlockDefinition,
  'key' | 'description' | 'source' | 'tier' | 'latency_class' | 'coverage' | 'experimental' | 'billable_when'
> {
  readonly availability: Availability;
}

/** What a confidence means (Blocks 1.7, 3.2). */
const CONFIDENCE_CONTRACT = {
  meaning:
    'The share of such values that are right for this company. Register facts joined by the exact company number carry none.',
  basis: 'Start values by kind of evidence; they are replaced by measured shares as samples allow.',
  bands: [
    { from: 0.9, to: 1, meaning: 'Rely on it.' },
    { from: 0.75, to: 0.9, meaning: 'Usually right.' },
    { from: 0.5, to: 0.75, meaning: 'Flagged for review.' },
    { from: 0, to: 0.5, meaning: 'Not served by default: lower min_confidence to see it.' },
  ],
  flagged_for_review:
    "On every available block: true when its confidence is under 0.75, when a grave advisory applies, or when the block's own rule says so. A flagged value is not to be relied on without review.",
  min_confidence_default: 0.5,
} as const;

export interface CatalogueBody {
  readonly blocks: readonly CatalogueBlock[];
  readonly confidence: typeof CONFIDENCE_CONTRACT & { readonly blocks_without_floor: readonly BlockKey[] };
  readonly options: typeof OPTION_GUIDE;
  readonly reason_codes: readonly ({ readonly code: string } & Omit<ReasonDefinition, 'whole_row'>)[];
  readonly blocks_total: number;
}

const REASON_LIST = Object.entries(REASONS).map(([code, { meaning, retry_suggested }]) => ({
  code,
  meaning,
  retry_suggested,
}));

const catalogueBlock = (block: BlockDefinition, enabled: ReadonlySet<BlockKey>): CatalogueBlock => ({
  key: block.key,
  description: block.description,
  source: block.source,
  availability: enabled.has(block.key) ? 'available' : 'not_enabled',
  tier: block.tier,
  latency_class: block.latency_class,
  coverage: block.coverage,
  experimental: block.experimental,
  billable_when: block.billable_when,
});

/** @param enabled blocks switched on for the caller's account */
export const catalogueBody = (
  blocks: readonly BlockDefinition[],
  enabled: ReadonlySet<BlockKey>,
): CatalogueBody => ({
  blocks: blocks.map((block) => catalogueBlock(block, enabled)),
  confidence: {
    ...CONFIDENCE_CONTRACT,
    blocks_without_floor: blocks.filter(({ exempt_from_floor }) => exempt_from_floor).map(({ key }) => key),
  },
  options: OPTION_GUIDE,
  reason_codes: REASON_LIST,
  blocks_total: BLOCK_KEYS.length,
});
