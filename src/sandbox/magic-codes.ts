/** Where each reason code may stand (Blocks 2.1), from the catalogue. */
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import { REASON_CODES, type ReasonCode } from '../../packages/contract/src/reason-code.js';
import { Catalogue } from '../../packages/enrichment/src/index.js';

export function blockOf(key: BlockKey): Catalogue.BlockDefinition {
  const block = Catalogue.BLOCK_CATALOGUE.get(key);
  if (block === undefined) throw new Error(`there is no block ${key}`);
  return block;
}

/** Codes that a row may fail with as a whole, whichever company it names. */
export const ROW_CODES = [
  'error',
  'not_matched',
  'ambiguous_match',
  'source_unavailable',
  'resolver_error',
  'worker_lost',
  'no_company_identified_on_site',
  'site_lookup_not_run',
  'not_own_site',
  'site_unreachable',
] as const satisfies readonly ReasonCode[];

/**
 * Codes that any block may answer `not_found` with (Blocks 1.12); the last is reserved and never sent
 * elsewhere.
 */
const ANY_BLOCK: readonly ReasonCode[] = [
  'not_available_yet',
  'source_unavailable',
  'error',
  'not_for_demo_key',
];

/**
 * The place of a code: it ends the numbers of the companies that give it. New codes come after the others.
 */
export const placeOf = (code: ReasonCode): number => REASON_CODES.indexOf(code) + 1;

const isCode = (codes: readonly string[], code: ReasonCode): boolean => codes.includes(code);

export const givesReason = (key: BlockKey, code: ReasonCode): boolean =>
  isCode(ANY_BLOCK, code) || isCode(blockOf(key).reasons, code);
export const givesAdvisory = (key: BlockKey, code: ReasonCode): boolean =>
  isCode(blockOf(key).advisories, code);
export const withholds = (key: BlockKey, code: ReasonCode): boolean => isCode(blockOf(key).withheld, code);

/** The blocks that a rule holds for, in the specification's order. */
export const blocksThat = (
  rule: (key: BlockKey, code: ReasonCode) => boolean,
  code: ReasonCode,
): readonly BlockKey[] => Catalogue.BLOCKS.map(({ key }) => key).filter((key) => rule(key, code));
