/** Writes a signed statement as CSV: a line for each block of a charge, and for each other entry. */
import { csvLines, type CsvColumns } from '../../../../packages/words/src/text/csv-cell.js';
import { amountText } from '../../../../packages/statement-check/src/rules/payable.js';
import { amountOfUnits } from '../../../../packages/statement-check/src/format/totals.js';
import type { ParsedFact } from '../../../../packages/statement-check/src/check/parse-line.js';
import { entryText, readStatement, statementEntries } from './read-statement.js';

type CsvCell = string | number | null;
type CsvLine = Readonly<Record<string, CsvCell>>;

const COLUMN_NAMES = [
  ...['line', 'time', 'job_id', 'row', 'company_number', 'block', 'units', 'unit_price', 'amount'],
  ...['currency', 'reason', 'note', 'id'],
] as const;
const COLUMNS: CsvColumns<CsvLine> = Object.fromEntries(
  COLUMN_NAMES.map((name) => [name, (line: CsvLine) => line[name]]),
);

/**
 * Yields the lines as text. The first one after the column names has the statement's name and the SHA-256 of
 * the signed file. The last lines are the totals, one for each currency; the first total has all units.
 */
export const statementCsv = (file: string): AsyncGenerator<string> => csvLines(csvLinesOf(file), COLUMNS);

async function* csvLinesOf(file: string): AsyncGenerator<CsvLine> {
  const { head, totals, sha256 } = await readStatement(file, 0);
  const partial = head.partial ? ', partial' : '';
  yield {
    ...{ line: 'statement', time: head.issued_at, id: `SHA-256 ${sha256}` },
    note: `account ${head.account_id}, ${head.month}${partial}, signed with key ${head.key_id}`,
  };
  for await (const entry of statementEntries(file)) yield* linesOf(entry);
  const { net, currency, currencies = [] } = totals;
  const sums =
    currencies.length > 0
      ? currencies.map(({ payable, ...sum }) => ({
          amount: payable,
          currency: sum.currency,
          note: 'payable',
        }))
      : [{ amount: net.amount, currency, note: 'net' }];
  for (const [index, sum] of sums.entries())
    yield { line: 'total', units: index === 0 ? net.units : null, ...sum };
}

function linesOf(entry: ParsedFact): CsvLine[] {
  if (entry.kind !== 'charge') {
    const { id, ...text } = entryText(entry);
    return [{ line: entry.kind, ...text, id }];
  }
  const { time, job_id, row, company_number, units, prices, currency, charge_id: id } = entry.fact;
  return Object.entries(units).map(([block, count]) => {
    const unit_price = prices[block] ?? null;
    const amount =
      unit_price === null ? null : amountText(amountOfUnits({ [block]: count }, { [block]: unit_price }));
    return {
      ...{ line: 'charge', time, job_id, row, company_number, block, units: count, unit_price, amount },
      ...{ currency: unit_price === null ? null : currency, id },
    };
  });
}
