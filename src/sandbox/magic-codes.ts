/** Lists the rows and blocks that may give each reason code (Blocks 2.1), by the catalogue. */
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

/** Reasons for `not_found` that any block may give (Blocks 1.12). Only the sandbox sends the last one. */
const COMMON_REASONS = ['not_available_yet', 'source_unavailable', 'error', 'not_for_demo_key'];

/** The place of a code. It ends the numbers of the companies that give the code. */
export const placeOf = (code: ReasonCode): number => REASON_CODES.indexOf(code) + 1;

/** Tells whether a block may give a code. */
export type CodeRule = (block: Catalogue.BlockDefinition, code: ReasonCode) => boolean;
export const givesReason: CodeRule = ({ reasons }, code) => [...COMMON_REASONS, ...reasons].includes(code);
export const givesAdvisory: CodeRule = ({ advisories }, code) => advisories.includes(code);
export const withholds: CodeRule = ({ withheld }, code) => withheld.includes(code);

/** Returns the blocks that the rule holds for, in the specification's order. */
export const blocksThat = (rule: CodeRule, code: ReasonCode): readonly BlockKey[] =>
  Catalogue.BLOCKS.flatMap((block) => (rule(block, code) ? [block.key] : []));
