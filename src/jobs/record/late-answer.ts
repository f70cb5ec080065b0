/** Declares a late answer: the answer of a block that was pending when its row was recorded. */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { BlockOutcome } from '../../../packages/contract/src/row.js';

/** The final answer of one pending block of a row. */
export interface LateAnswer {
  readonly row: number;
  readonly block: BlockKey;
  readonly outcome: BlockOutcome;
  /** The block's envelope as served. */
  readonly envelope: { readonly status: string };
}
