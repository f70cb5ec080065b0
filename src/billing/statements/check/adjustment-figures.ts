/** Whether an adjustment's figures agree with each other (`docs/statements.md`, "Lines"). */
import Big from 'big.js';
import { amountText } from '../../usage/priced-use.js';
import { canonicalText, type AdjustmentFact, type ByBlock } from '../format/facts.js';
import { STATEMENT_FORMAT } from '../format/head.js';
import { amountOf } from '../format/totals.js';

/** What is wrong in a statement of this format, as a sentence; or null. The first format says nothing of days and prices. */
export function adjustmentFault(fact: AdjustmentFact, format: string): string | null {
  const { amount, currency, days, units } = fact;
  if ((days !== undefined) !== (format === STATEMENT_FORMAT))
    return 'It has the keys of a line of another format.';
  if (days === undefined) return null;
  if (days.some(({ date }, index) => date <= (days[index - 1]?.date ?? '')))
    return 'Its days are not in their order.';
  if (canonicalText(unitsIn(days)) !== canonicalText(units)) return 'Its units are not those of its days.';
  const sum = days.reduce((all, day) => all.plus(amountOf(day.units, day.prices)), new Big(0));
  return amount === (currency === null ? null : amountText(sum))
    ? null
    : 'Its amount is not that of its units and prices.';
}

function unitsIn(days: NonNullable<AdjustmentFact['days']>): ByBlock<number> {
  const sums = new Map<string, number>();
  for (const { units } of days)
    for (const [block, each] of Object.entries(units)) sums.set(block, (sums.get(block) ?? 0) + each);
  return Object.fromEntries(sums);
}
