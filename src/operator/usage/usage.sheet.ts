/** The sheet of an account's usage in a range of days: totals, groups, adjustments, credits, month rules. */
import Big from 'big.js';
import type { Cost, UsageBody } from '../../billing/usage/usage-schemas.js';
import { creditsPart, figureAdjustmentsPart, monthRulesPart } from '../../investigate/sheets/shared-parts.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import {
  cell,
  joinedCells,
  sheetTable,
  type BillSelector,
  type Cell,
  type SheetColumns,
  type SheetFacts,
  type Sheet,
  type SheetTable,
} from '../../../packages/words/src/sheet/sheet.js';
import type { UsageItem } from './show-usage.js';

type Usage = UsageBody<UsageItem>;

export const usageSheet = (account: AccountId, usage: Usage): Sheet => ({
  title: ['Use of account ', cell.account(account), `, ${usage.from} to ${usage.to}`],
  facts: {
    ...usageFacts(usage),
    'without a price': usage.unpriced?.join(', ') || null,
    'as of':
      usage.as_of === null
        ? 'nothing was used yet'
        : [cell.time(usage.as_of.time), ` (${usage.as_of.position})`],
  },
  parts: [
    { title: `By ${usage.granularity}`, table: usageTable(usage, { account }) },
    figureAdjustmentsPart(usage.adjustments ?? []),
    creditsPart(usage.credits ?? []),
    monthRulesPart(usage.month_rules ?? []),
  ],
});

export const usageFacts = ({ counts, net_units, ...sums }: UsageBody<unknown>): SheetFacts => ({
  'delivered rows': counts.rows,
  units: counts.units,
  amount: cell.sums(sums),
  'units after adjustments': net_units ?? null,
  'amount after adjustments': net_units === undefined ? null : cell.sums(sums, 'net_amount'),
});

/** @param subject the account, job or key whose bill a day links to; null: no link */
export const usageTable = (
  { granularity, items, adjustments = [] }: Usage,
  subject: BillSelector | null,
  emptyText?: string,
): SheetTable => {
  const adjustedItems = adjustments.flatMap((adjustment) => adjustment.items);
  const adjustmentsOf = (item: UsageItem): readonly Cost[] =>
    adjustedItems.filter((other) => idOf(other) === idOf(item));
  const columns: SheetColumns<UsageItem> = {
    [granularity]: (item) => nameCell(item, subject),
    // A block has no number of rows, since each row has many blocks.
    ...(granularity === 'block' ? {} : { rows: (item: UsageItem) => ('rows' in item ? item.rows : null) }),
    units: ({ units }) => units,
    amount: (item) => cell.sums(item),
    ...(adjustedItems.length === 0
      ? {}
      : { 'after adjustments': (item) => owedCell([item, ...adjustmentsOf(item)]) }),
  };
  return sheetTable(items, columns, emptyText === undefined ? {} : { none: emptyText });
};

const idOf = (item: object): unknown =>
  Object.entries(item).find(([name]) => ['block', 'date', 'job_id', 'key_id'].includes(name))?.[1];

/** The sum of these costs in each currency. */
function owedCell(costs: readonly Cost[]): Cell {
  const sums = new Map<string, Big>();
  for (const { currencies, amount, currency } of costs)
    for (const sum of currencies ?? (amount == null ? [] : [{ amount, currency: currency ?? '' }]))
      sums.set(sum.currency, new Big(sum.amount).plus(sums.get(sum.currency) ?? 0));
  return sums.size === 0
    ? cell.money(null, null)
    : joinedCells([...sums].map(([currency, sum]) => cell.money(sum.toFixed(), currency)));
}

function nameCell(item: UsageItem, subject: BillSelector | null): Cell {
  if ('block' in item) return item.block;
  if ('job_id' in item) return cell.job(item.job_id);
  if ('key_id' in item) return cell.key(item.key_id);
  return subject === null ? item.date : cell.bill({ ...subject, day: item.date }, item.date);
}
