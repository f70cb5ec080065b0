/** What adjustments count of an answer of usage: charges stay as they are, beside them stands what is not owed. */
import type { AdjustedDayDocument, DayOfUse } from '../../../projections/usage/usage.document.js';
import { grouped } from '../../shared/grouped.js';
import { amountText, priced } from './priced-use.js';
import { agreedIn, costOf, sum, unitsOf, usageBody, type UsageFigures, type UsedDays } from './usage-body.js';
import type { UsageBody } from './usage-schemas.js';

/** @param itemise makes the items of the answer, and those of each adjustment */
export function adjustedUsageBody<Day extends DayOfUse, Item extends object>(
  figures: UsageFigures<Day>,
  granularity: string,
  itemise: (days: UsedDays<Day>) => readonly Item[],
): UsageBody<Item> {
  const body = usageBody(figures, granularity, itemise(figures));
  const { adjusted, days, prices } = figures;
  if (adjusted.length === 0) return body;
  const net = priced([...days, ...adjusted], prices).amount;
  return {
    ...body,
    adjustments: inOrder(adjusted).map(([first, ofIt]) => ({
      adjustment_id: first.adjustment_id,
      reverses: first.reverses,
      reason: first.reason,
      time: first.made_at,
      units: sum(ofIt, unitsOf),
      ...costOf(agreedIn(figures), priced(ofIt, prices)),
      items: itemise({ ...figures, days: ofIt }).map(unitsOnly),
    })),
    net_units: body.counts.units + sum(adjusted, unitsOf),
    ...(body.amount === undefined ? {} : { net_amount: amountText(net) }),
  };
}

/** The documents of each adjustment, and the first of them. */
function inOrder<Adjusted extends AdjustedDayDocument>(
  adjusted: readonly Adjusted[],
): readonly (readonly [first: Adjusted, all: readonly Adjusted[]])[] {
  const made = ({ made_at, adjustment_id }: Adjusted): string => `${made_at} ${adjustment_id}`;
  const all = [...grouped(adjusted, made)].sort(([a], [b]) => (a < b ? -1 : 1));
  return all.flatMap(([, documents]) => (documents[0] === undefined ? [] : [[documents[0], documents]]));
}

function unitsOnly<Item extends object>(item: Item): Omit<Item, 'rows'> {
  const { rows: _rows, ...rest } = item as Item & { readonly rows?: number };
  return rest;
}
