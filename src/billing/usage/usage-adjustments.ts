/** Adds adjustments to a usage answer. Charges stay as they are, and the adjustments stand beside them. */
import type { AdjustedDayDocument, DayOfUse } from '../../../projections/usage/usage.document.js';
import { groupBy } from '../../shared/group-by.js';
import { amountText, priceUse } from './priced-use.js';
import {
  currencyIn,
  costFields,
  totalOf,
  unitsOfUse,
  usageBody,
  type UsageFigures,
  type UsedDays,
} from './usage-body.js';
import type { UsageBody } from './usage-schemas.js';

/** @param itemise makes the items of the answer, and the items of each adjustment */
export function adjustedUsageBody<Day extends DayOfUse, Item extends object>(
  figures: UsageFigures<Day>,
  granularity: string,
  itemise: (days: UsedDays<Day>) => readonly Item[],
): UsageBody<Item> {
  const body = usageBody(figures, granularity, itemise(figures));
  const { adjusted, days, prices } = figures;
  if (adjusted.length === 0) return body;
  const net = priceUse([...days, ...adjusted], prices).amount;
  return {
    ...body,
    adjustments: inOrder(adjusted).map(([first, documents]) => ({
      adjustment_id: first.adjustment_id,
      reverses: first.reverses,
      reason: first.reason,
      time: first.made_at,
      units: totalOf(documents, unitsOfUse),
      ...costFields(currencyIn(figures), priceUse(documents, prices)),
      items: itemise({ ...figures, days: documents }).map(unitsOnly),
    })),
    net_units: body.counts.units + totalOf(adjusted, unitsOfUse),
    ...(body.amount === undefined ? {} : { net_amount: amountText(net) }),
  };
}

/** The documents of each adjustment with the first of them, in the order in which they were made. */
function inOrder<Adjusted extends AdjustedDayDocument>(
  adjusted: readonly Adjusted[],
): readonly (readonly [first: Adjusted, all: readonly Adjusted[]])[] {
  const orderKey = ({ made_at, adjustment_id }: Adjusted): string => `${made_at} ${adjustment_id}`;
  const groups = [...groupBy(adjusted, orderKey)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.flatMap(([, documents]) => (documents[0] === undefined ? [] : [[documents[0], documents]]));
}

function unitsOnly<Item extends object>(item: Item): Omit<Item, 'rows'> {
  const { rows: _rows, ...rest } = item as Item & { readonly rows?: number };
  return rest;
}
