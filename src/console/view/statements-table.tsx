/** A table of issued statements. The caller gives the links to each file. */
import type { CustomerStatement } from '../../operator/own-account/own-statements.js';
import { ProvenExportLinks } from './export-links.js';
import type { Markup } from './jsx-markup.js';
import { TableView, viewTable, type CellContent } from './sheet.js';
import { payableText } from '../../operator/statements/payable-text.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';

type ListedStatement = Pick<CustomerStatement, 'head' | 'totals'>;

/**
 * Links that download a statement whose file is kept.
 * @param path the address of the signed file
 * @param exports the address of the month's lines for other systems; null: a partial statement has none
 */
export const StatementLinks = ({ path, exports }: { path: string; exports: string | null }): Markup => (
  <span class="whole">
    <a href={path} download>
      signed file
    </a>
    ,{' '}
    <a href={`${path}/pdf`} download>
      PDF
    </a>
    ,{' '}
    <a href={`${path}/csv`} download>
      CSV
    </a>
    {exports !== null && (
      <>
        ; line by line with proofs: <ProvenExportLinks path={exports} />
      </>
    )}
  </span>
);

export const StatementsTable = <Item extends ListedStatement>({
  statements,
  fileCell,
}: {
  statements: readonly Item[];
  fileCell: (statement: Item) => CellContent;
}): Markup => (
  <TableView
    name="Issued statements"
    table={viewTable(
      statements,
      {
        month: ({ head }) => head.month,
        state: ({ head }) => (head.partial ? cell.badge('partial') : cell.badge('complete', 'good')),
        issued: ({ head }) => cell.time(head.issued_at),
        lines: ({ head }) => head.entries,
        units: ({ totals }) => totals.units + totals.adjusted_units,
        amount: ({ totals }) => cell.sums(totals),
        adjusted: ({ totals }) => cell.money(totals.adjusted_amount, totals.currency),
        credits: ({ totals }) => cell.money(totals.credited_amount, totals.currency),
        'month rules': ({ totals: { month_rules, currency } }) =>
          month_rules == null ? null : cell.money(month_rules, currency),
        payable: ({ totals }) => payableText(totals),
        file: fileCell,
      },
      { none: 'No statement has been issued yet.' },
    )}
  />
);
