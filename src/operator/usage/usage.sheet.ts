/** What an account used in some days: in all, by what it is grouped by, and what was adjusted of it. */
import type { UsageBody } from '../../billing/usage/usage-schemas.js';
import { figureAdjustmentsPart } from '../../investigate/sheets/sheet-columns.js';
import type { AccountId } from '../../shared/ids.js';
import {
  cell,
  sheetTable,
  type BillOf,
  type Cell,
  type SheetColumns,
  type SheetFacts,
  type Sheet,
  type SheetTable,
} from '../../shared/sheet/sheet.js';
import type { UsageItem } from './show-usage.js';

type Use = UsageBody<UsageItem>;

export const usageSheet = (account: AccountId, use: Use): Sheet => ({
  title: ['Use of account ', cell.account(account), `, ${use.from} to ${use.to}`],
  facts: {
    ...useFacts(use),
    'without a price': use.unpriced?.join(', ') || null,
    'as of':
      use.as_of === null ? 'nothing was used yet' : [cell.time(use.as_of.time), ` (${use.as_of.position})`],
  },
  parts: [
    { title: `By ${use.granularity}`, table: useTable(use, { account }) },
    figureAdjustmentsPart(use.adjustments ?? []),
  ],
});

export const useFacts = ({
  counts,
  amount,
  currency,
  net_units,
  net_amount,
}: UsageBody<unknown>): SheetFacts => ({
  'delivered rows': counts.rows,
  units: counts.units,
  amount: cell.money(amount, currency),
  'units after adjustments': net_units ?? null,
  'amount after adjustments': net_units === undefined ? null : cell.money(net_amount, currency),
});

/** @param whose bill a day leads to; null: to none */
export const useTable = ({ granularity, items }: Use, whose: BillOf | null, none?: string): SheetTable => {
  const columns: SheetColumns<UsageItem> = {
    [granularity]: (item) => nameOf(item, whose),
    // A block is one of many in its row: it has units only.
    ...(granularity === 'block' ? {} : { rows: (item: UsageItem) => ('rows' in item ? item.rows : null) }),
    units: ({ units }) => units,
    amount: ({ amount, currency }) => cell.money(amount, currency),
  };
  return sheetTable(items, columns, none === undefined ? {} : { none });
};

function nameOf(item: UsageItem, whose: BillOf | null): Cell {
  if ('block' in item) return item.block;
  if ('job_id' in item) return cell.job(item.job_id);
  if ('key_id' in item) return cell.key(item.key_id);
  return whose === null ? item.date : cell.bill({ ...whose, day: item.date }, item.date);
}
