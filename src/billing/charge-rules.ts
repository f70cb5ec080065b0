/**
 * Charges a delivered row (Contract 5.1): one unit for each block answered `available`, and nothing for any
 * other answer or for a failed row. Pure. No other code turns answers into charges.
 */
import type { BlockOutcome, BlockOutcomes } from '../../packages/contract/src/row.js';
import type { BlockFilled, NotBilled, RowCharged } from '../streams/rows/rows.events.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';

/**
 * The rule that is cited beside charges. A changed rule gets a new version; earlier charges keep the old one.
 */
export const CHARGE_RULE = {
  version: 1,
  text: 'A delivered row costs one unit for each block answered available. A block not_found, not_enabled or pending costs nothing; one that was pending costs its unit when it becomes available. A row that failed or was skipped costs nothing.',
} as const;

export type RowCharge = Pick<RowCharged['data'], 'units' | 'not_billed'>;

/** Returns the reason why an answer is free, or null where it costs a unit. */
function notBilledReason(outcome: BlockOutcome): NotBilled | null {
  switch (outcome.status) {
    case 'available':
      return null;
    case 'not_found':
    case 'not_enabled':
    case 'pending':
      return outcome.status;
  }
}

/** Returns the charge of a delivered row: each block costs one unit, or is free for a stated reason. */
export function chargeOf(blocks: BlockOutcomes): RowCharge {
  const units: Partial<Record<BlockKey, number>> = {};
  const not_billed: Partial<Record<BlockKey, NotBilled>> = {};
  for (const [key, outcome] of Object.entries(blocks) as [BlockKey, BlockOutcome][]) {
    const freeReason = notBilledReason(outcome);
    if (freeReason === null) units[key] = 1;
    else not_billed[key] = freeReason;
  }
  return { units, not_billed };
}

/** Returns the units of a block that was pending at delivery: 1 if it becomes `available`, else 0. */
export const unitsOfFill = (fill: Pick<BlockFilled['data'], 'outcome'>): 0 | 1 =>
  notBilledReason(fill.outcome) === null ? 1 : 0;

/** Returns the sum of the units of a charge. */
export const unitsOfCharge = (charge: Pick<RowCharge, 'units'>): number =>
  Object.values(charge.units).reduce((sum, units) => sum + units, 0);
