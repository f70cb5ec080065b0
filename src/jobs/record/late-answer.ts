/** The final answer of a block that was pending. */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { BlockOutcome } from '../../../packages/contract/src/row.js';

/** The final answer of one pending block. */
export interface LateAnswer {
  readonly row: number;
  readonly block: BlockKey;
  readonly outcome: BlockOutcome;
  /** The block's envelope as served. */
  readonly envelope: { readonly status: string };
}
