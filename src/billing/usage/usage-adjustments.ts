/** Adds adjustments, credits and month rules to a usage answer. The charges stay as they are. */
import type {
  AdjustedDayDocument,
  CreditDocument,
  DayOfUse,
} from '../../../projections/usage/usage.document.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import { amountsOfDays, hasRepricing, owedSums } from './priced-use.js';
import {
  currencyIn,
  costFields,
  totalOf,
  unitsOfUse,
  usageBody,
  type UsageFigures,
  type UsedDays,
} from './usage-body.js';
import { usageMonthRules } from './month-rule-usage.js';
import type { UsageAdjustment, UsageBody, UsageCredit } from './usage-schemas.js';

/** @param itemise makes the items of the answer, and the items of each adjustment */
export function adjustedUsageBody<Day extends DayOfUse, Item extends object>(
  figures: UsageFigures<Day>,
  granularity: string,
  itemise: (days: UsedDays<Day>) => readonly Item[],
): UsageBody<Item> {
  const chargedBody = usageBody(figures, granularity, itemise(figures));
  const { adjusted, credits, days } = figures;
  const month_rules = usageMonthRules({ ...figures, units: [...days, ...adjusted] });
  const body = { ...chargedBody, ...(month_rules.length === 0 ? {} : { month_rules }) };
  if (adjusted.length + credits.length === 0) return body;
  const adjustments = toUsageAdjustments(figures, adjusted, itemise);
  const addedAmounts = [...amountsOfDays(adjusted, figures.prices), ...credits];
  const charges = amountsOfDays(days, figures.prices);
  return {
    ...body,
    ...owedSums(currencyIn(figures), charges, addedAmounts, hasRepricing(adjustments)),
    ...(adjusted.length === 0 ? {} : { adjustments }),
    ...(credits.length === 0 ? {} : { credits: credits.toSorted(compareInOrder).map(toUsageCredit) }),
    net_units: body.counts.units + totalOf(adjusted, unitsOfUse),
  };
}

const toUsageAdjustments = <Day extends DayOfUse, Item extends object>(
  figures: UsageFigures<Day>,
  adjusted: UsageFigures<Day>['adjusted'],
  itemise: (days: UsedDays<Day>) => readonly Item[],
): readonly UsageAdjustment<Item>[] =>
  groupedByAdjustment(adjusted).map(([first, documents]) => ({
    adjustment_id: first.adjustment_id,
    reverses: first.reverses,
    reason: first.reason,
    time: first.made_at,
    units: totalOf(documents, unitsOfUse),
    ...costFields(figures, documents),
    items: itemise({ ...figures, days: documents }).map(withoutRows),
  }));

const toUsageCredit = ({
  adjustment_id,
  reverses,
  reason,
  made_at,
  currency,
  amount,
}: CreditDocument): UsageCredit => ({ adjustment_id, reverses, reason, time: made_at, currency, amount });

type AdjustmentOrder = Pick<AdjustedDayDocument, 'made_at' | 'adjustment_id'>;
const orderKey = ({ made_at, adjustment_id }: AdjustmentOrder): string => `${made_at} ${adjustment_id}`;
const compareInOrder = (a: AdjustmentOrder, b: AdjustmentOrder): number =>
  orderKey(a) < orderKey(b) ? -1 : 1;

/** Groups documents by adjustment, in the order in which the adjustments were made. */
function groupedByAdjustment<Adjusted extends AdjustedDayDocument>(
  adjusted: readonly Adjusted[],
): readonly (readonly [first: Adjusted, all: readonly Adjusted[]])[] {
  const groups = [...groupBy(adjusted, orderKey)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.flatMap(([, documents]) => (documents[0] === undefined ? [] : [[documents[0], documents]]));
}

function withoutRows<Item extends object>(item: Item): Omit<Item, 'rows'> {
  const { rows: _rows, ...rest } = item as Item & { readonly rows?: number };
  return rest;
}
