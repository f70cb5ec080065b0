/** Sums up a row's answers. Rows of a pack share the same object of answers, so each is summed up once. */
import type { BlockOutcomes } from '../../packages/contract/src/row.js';
import { isBlockKey, type BlockKey } from '../../packages/contract/src/block-key.js';
import { saysSiteUnreachable } from '../../packages/contract/src/reason-code.js';
import { memoizeByObject } from '../../packages/words/src/memoize.js';

export interface BlockSummary {
  readonly available: ReadonlySet<BlockKey>;
  readonly pending: readonly BlockKey[];
  readonly siteUnreachable: boolean;
}

export const summaryOf = memoizeByObject((blocks: BlockOutcomes): BlockSummary => {
  const keys = Object.keys(blocks).filter(isBlockKey);
  return {
    available: new Set(keys.filter((key) => blocks[key]?.status === 'available')),
    pending: keys.filter((key) => blocks[key]?.status === 'pending'),
    siteUnreachable: Object.values(blocks).some(
      (outcome) => 'reason' in outcome && saysSiteUnreachable(outcome.reason),
    ),
  };
});
