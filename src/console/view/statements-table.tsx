/** Statements that were issued, as a table; where the file of each is differs by who looks. */
import type { OwnStatement } from '../../operator/own-account/own-statements.js';
import type { Markup } from './markup.js';
import { Table, tableOf, type Told } from './sheet.js';
import { cell } from '../../shared/sheet/sheet.js';

type Listed = Pick<OwnStatement, 'head' | 'totals'>;

export const StatementsTable = <Item extends Listed>({
  listed,
  file,
}: {
  listed: readonly Item[];
  file: (statement: Item) => Told;
}): Markup => (
  <Table
    name="Issued statements"
    of={tableOf(
      listed,
      {
        month: ({ head }) => head.month,
        state: ({ head }) => (head.partial ? cell.badge('partial') : cell.badge('complete', 'good')),
        issued: ({ head }) => cell.time(head.issued_at),
        lines: ({ head }) => head.entries,
        units: ({ totals }) => totals.units + totals.adjusted_units,
        amount: ({ totals }) => cell.money(totals.amount, totals.currency),
        adjusted: ({ totals }) => cell.money(totals.adjusted_amount, totals.currency),
        file,
      },
      { none: 'None was issued yet.' },
    )}
  />
);
