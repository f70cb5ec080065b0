/** Makes the body of GET /v1/blocks (Contract 6.1) from the blocks' own files. Pure. */
import { z } from 'zod';
import { BLOCK_KEYS, type BlockKey } from '../../../../contract/src/block-key.js';
import {
  availability,
  blockKey,
  schemaReference,
  count,
  day,
  objectSchema,
  flag,
  int,
  reasonCode,
  share,
  text,
  tier,
  type BodyOf,
} from '../../../../contract/src/body-parts.js';
import { REASON_CODES, REASONS } from '../../../../contract/src/reason-code.js';
import { LATENCY_CLASSES, type BlockDefinition } from '../runner/define-block.js';
import confidenceTexts from './confidence-contract.json';
import measuredMatches from './measured-matches.json';
import { OPTION_GUIDE } from './option-guide.js';

const measured = (subject: string) =>
  share
    .nullable()
    .describe(`${subject}, to three decimals: this month and the two before; null under 100 rows.`);

export const catalogueBlock = z.object({
  key: blockKey,
  description: text,
  source: z.array(text).describe('Sources that its value may name.'),
  availability,
  tier,
  latency_class: z.enum(LATENCY_CLASSES).describe('The slowest path of the block.'),
  coverage: text.describe('Which companies can have it.'),
  experimental: flag.describe('Off by default, switched on per account.'),
  billable_when: text,
  coverage_share: measured(
    'Of past delivered rows, of all accounts, the share in which the block was `available`',
  ),
  unit_price: text
    .regex(/^\d+(\.\d+)?$/)
    .optional()
    .describe('What a unit costs now, as agreed for the account; only where a price is agreed.'),
  currency: text.optional().describe('ISO 4217; with `unit_price`.'),
});

const measuredShare = {
  sample: count.describe('Names that were matched.'),
  right: count.describe('Of these, matched to the company meant.'),
  share: share.nullable().describe('Null where there is no sample.'),
  low: share.describe('Lower end of the 95 % interval of the share (Wilson).'),
  high: share.describe('Upper end of it.'),
};

export const matchesMeasured = objectSchema('What the confidence of a match by name is worth.', {
  meaning: text,
  measured_on: day.describe('Of the measurement.'),
  names: count.describe('Labelled names that were asked.'),
  bands: z.array(z.object({ from: z.number(), to: z.number(), ...measuredShare })),
  by_confidence: z.array(z.object({ match_confidence: z.number(), ...measuredShare })),
});

export const confidenceContract = objectSchema('What a confidence means, and when a value is flagged.', {
  meaning: text,
  basis: text,
  bands: z.array(z.object({ from: z.number(), to: z.number(), meaning: text })),
  flagged_for_review: text,
  min_confidence_default: z.number(),
  measured_matches: schemaReference<z.output<typeof matchesMeasured>>('MeasuredMatches'),
  blocks_without_floor: z.array(blockKey),
});

export const optionDescription = z.object({
  type: z.enum(['boolean', 'number', 'integer', 'string', 'list']),
  // The type is open, because generators in Java make no class of a choice with a list.
  values: z.unknown().optional().describe('The words that may be sent, as a list, or the text `block keys`.'),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z
    .unknown()
    .describe(
      'What holds where it is left out: a value of its type, or null; where it differs between a resolve and a job, an object with `resolve` and `job`.',
    ),
  premium: flag.describe('Must be enabled for the account.'),
  description: text,
});

export const catalogue = z.object({
  blocks: z.array(catalogueBlock).length(BLOCK_KEYS.length).describe('All 37, in order.'),
  confidence: confidenceContract,
  options: z.object(Object.fromEntries(Object.keys(OPTION_GUIDE).map((name) => [name, optionDescription]))),
  reason_codes: z.array(z.object({ code: reasonCode, meaning: text, retry_suggested: flag })),
  blocks_total: int.meta({ const: BLOCK_KEYS.length }).describe('How many blocks there are.'),
  matched_share: measured('Of past rows that named a company, the share that was matched to one'),
});
type CatalogueBody = BodyOf<typeof catalogue>;
type CatalogueBlock = CatalogueBody['blocks'][number];

/** Figures that the catalogue shows beside the blocks' own definitions. */
export interface CatalogueFigures {
  /** The blocks that are enabled for the caller's account. */
  readonly enabled: ReadonlySet<BlockKey>;
  readonly coverage: Coverage;
  /** The price in force for the caller's account; null where none is agreed. */
  readonly priceOf: (block: BlockKey) => { readonly price: string; readonly currency: string } | null;
}

/** Shares of past rows, 0..1; null where too few are known. */
export interface Coverage {
  /** The share of delivered rows among the rows that named a company. */
  readonly matched: number | null;
  /** The share of delivered rows in which the block was available. */
  readonly shareOfBlock: (block: BlockKey) => number | null;
}

const CONFIDENCE_CONTRACT = {
  ...confidenceTexts,
  measured_matches: { ...confidenceTexts.measured_matches, ...measuredMatches },
};

const REASON_LIST = REASON_CODES.map((code) => {
  const { meaning, retry_suggested } = REASONS[code];
  return { code, meaning, retry_suggested };
});

function costOf(
  { priceOf }: CatalogueFigures,
  block: BlockKey,
): Pick<CatalogueBlock, 'unit_price' | 'currency'> {
  const agreedPrice = priceOf(block);
  return agreedPrice === null ? {} : { unit_price: agreedPrice.price, currency: agreedPrice.currency };
}

const blockOf = (block: BlockDefinition, figures: CatalogueFigures): CatalogueBlock => ({
  key: block.key,
  description: block.description,
  source: block.source,
  availability: figures.enabled.has(block.key) ? 'available' : 'not_enabled',
  tier: block.tier,
  latency_class: block.latency_class,
  coverage: block.coverage,
  experimental: block.experimental,
  billable_when: block.billable_when,
  coverage_share: figures.coverage.shareOfBlock(block.key),
  ...costOf(figures, block.key),
});

export const catalogueBody = (
  blocks: readonly BlockDefinition[],
  figures: CatalogueFigures,
): CatalogueBody => ({
  blocks: blocks.map((block) => blockOf(block, figures)),
  confidence: {
    ...CONFIDENCE_CONTRACT,
    blocks_without_floor: blocks.filter(({ exempt_from_floor }) => exempt_from_floor).map(({ key }) => key),
  },
  options: OPTION_GUIDE,
  reason_codes: REASON_LIST,
  blocks_total: BLOCK_KEYS.length,
  matched_share: figures.coverage.matched,
});
