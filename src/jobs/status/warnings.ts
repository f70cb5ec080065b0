/** What a request got less than it asked for, although it was accepted (Spec 6.4). */
import type { BlockKey } from '../../shared/block-key.js';

export interface Warning {
  readonly code: 'blocks_not_enabled';
  readonly blocks: readonly BlockKey[];
  readonly detail: string;
}

/** @param notEnabled blocks that the account lacked when the request was accepted */
export const warningsOf = (notEnabled: readonly BlockKey[]): readonly Warning[] =>
  notEnabled.length === 0
    ? []
    : [
        {
          code: 'blocks_not_enabled',
          blocks: notEnabled,
          detail: `Not enabled for this account, answered not_enabled and not billed: ${notEnabled.join(', ')}.`,
        },
      ];
