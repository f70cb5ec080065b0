/** The parts of pages on statements: the table of issued ones, and the form that checks one. */
import type { publicKeySet } from '../../operator/statements/statement-keys.js';
import type { CustomerStatement } from '../../operator/own-account/own-statements.js';
import { ProvenExportLinks } from './export-links.js';
import type { Markup } from './jsx-markup.js';
import { ListTable, type CellContent } from './sheet.js';
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

/** A table of issued statements. @param fileCell gives the links to a statement's file */
export const StatementsTable = <Item extends ListedStatement>({
  statements,
  fileCell,
}: {
  statements: readonly Item[];
  fileCell: (statement: Item) => CellContent;
}): Markup => (
  <ListTable
    name="Issued statements"
    items={statements}
    columns={{
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
    }}
    none="No statement has been issued yet."
  />
);

/** The script of `assets` that checks the statement. */
export const CHECKER_SCRIPT = 'verify-statement.mjs';

/** The form that checks a statement or evidence in the browser. No file leaves the user's machine. */
export const StatementChecker = ({ keys }: Awaited<ReturnType<typeof publicKeySet>>): Markup => (
  <>
    <h1>Check a statement</h1>
    <p>
      Shows whether a statement is exactly as it was signed, and if not, which line was changed. Your browser
      checks it with this service’s public keys. The file is not sent anywhere. The evidence of a dispute is
      checked too: unpack it, and choose all its files.
    </p>
    <noscript>
      <p class="trouble">
        This page needs scripts. On the command line: <code>company-data statements verify FILE</code>.
      </p>
    </noscript>
    <div id="checker" class="stacked" data-keys={JSON.stringify({ keys })} hidden>
      <label for="file">The file of the statement, or all files of the evidence</label>
      <input id="file" type="file" multiple />
    </div>
    <div id="result" role="status" aria-live="polite" />
    {keys.length === 0 && <p class="soft">There is no key yet, because no statement has been signed here.</p>}
  </>
);
