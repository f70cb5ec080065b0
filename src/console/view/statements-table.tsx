/** Statements that were issued, as a table; where the file of each is differs by who looks. */
import type { OwnStatement } from '../../operator/own-account/own-statements.js';
import type { Cell, Markup } from './markup.js';
import { money } from './money.js';
import { Badge, Count, Table, Time } from './parts.js';

type Listed = Pick<OwnStatement, 'head' | 'totals'>;

export const StatementsTable = <Item extends Listed>({
  listed,
  file,
}: {
  listed: readonly Item[];
  file: (statement: Item) => Cell;
}): Markup => (
  <Table
    name="Issued statements"
    rows={listed}
    none="None was issued yet."
    columns={[
      { head: 'Month', cell: ({ head }) => head.month },
      {
        head: 'State',
        cell: ({ head }) => (head.partial ? <Badge>partial</Badge> : <Badge tone="good">complete</Badge>),
      },
      { head: 'Issued', cell: ({ head }) => <Time at={head.issued_at} /> },
      { head: 'Lines', figures: true, cell: ({ head }) => <Count of={head.entries} /> },
      {
        head: 'Units',
        figures: true,
        cell: ({ totals }) => <Count of={totals.units + totals.adjusted_units} />,
      },
      { head: 'Amount', figures: true, cell: ({ totals }) => money(totals.amount, totals.currency) },
      {
        head: 'Adjusted',
        figures: true,
        cell: ({ totals }) => money(totals.adjusted_amount, totals.currency),
      },
      { head: 'File', cell: file },
    ]}
  />
);
