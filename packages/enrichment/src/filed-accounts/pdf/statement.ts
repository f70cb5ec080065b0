/** Finds the known lines of one statement and those that its sums confirm. Pure. */
import { FIGURES, type FigureKey } from '../accounts-record.js';
import { size } from '../statement/amounts.js';
import type { StatementRow } from './rows.js';
import { LINE_LABELS, SUMS, UNSIGNED, type StatementLine, type Sum } from './statement-lines.js';

interface StatedLine {
  readonly amount: bigint;
  readonly label: string;
  readonly printed: string;
}
/** The amounts by line; null: the line occurs with different amounts. */
type PdfStatement = Map<StatementLine, StatedLine | null>;

const knownLine = ({ label }: StatementRow): StatementLine | null =>
  LINE_LABELS.find(([, name]) => name.test(label))?.[0] ?? null;

function put(statement: PdfStatement, line: StatementLine, row: StatementRow, year: number): void {
  const printed = row.amounts[year] ?? null;
  if (printed === null) return;
  const amount = UNSIGNED.has(line) ? size(printed) : printed;
  const before = statement.get(line);
  const agrees = before === undefined || before?.amount === amount;
  statement.set(line, agrees ? { amount, label: row.label, printed: row.printed } : null);
}

type Total = 'fixed_assets' | 'current_assets';
const isTotal = (line: StatementLine | null): line is Total =>
  line === 'fixed_assets' || line === 'current_assets';

/** Returns true if a line is no part of assets, so that it ends the rows of a heading. */
const isAfterAssets = (line: StatementLine | null): boolean => line !== null && !isPart(line);
const isPart = (line: StatementLine): boolean =>
  line === 'stocks' || line === 'debtors' || line === 'current_investments' || line === 'cash';

/** A heading without an amount, and the rows below it. */
interface Section {
  readonly total: Total;
  readonly parts: StatementRow[];
}

/** Ends a section. A single row is the total. Several rows without a total make the total unknown. */
function endSection(statement: PdfStatement, { total, parts }: Section, year: number): void {
  const [part, ...others] = parts;
  if (statement.has(total)) return;
  if (part !== undefined && others.length === 0) put(statement, total, part, year);
  else if (others.length > 0) statement.set(total, null);
}

/** Returns true if a row is the sum of the section's rows. */
const isSum = ({ parts }: Section, row: StatementRow, year: number): boolean =>
  parts.length > 0 &&
  parts.reduce((sum, { amounts }) => sum + (amounts[year] ?? 0n), 0n) === row.amounts[year];

/** Finds the lines that the rows state for a year. @param year the index of the year */
export function statementOf(rows: readonly StatementRow[], year: number): PdfStatement {
  const statement: PdfStatement = new Map();
  let section: Section | null = null;
  const end = (next: Section | null): void => {
    if (section !== null) endSection(statement, section, year);
    section = next;
  };
  const takeRow = (row: StatementRow, open: Section | null): void => {
    const line = knownLine(row);
    const hasAmount = (row.amounts[year] ?? null) !== null;
    if (!hasAmount && isTotal(line)) end({ total: line, parts: [] });
    else if (!hasAmount) return;
    else if (row.label === '' && open !== null) {
      if (isSum(open, row, year)) put(statement, open.total, row, year);
      end(null);
    } else if (line !== null) {
      put(statement, line, row, year);
      if (!isPart(line)) end(null);
    }
    if (hasAmount && row.label !== '' && !row.isRepeat && !isAfterAssets(line)) section?.parts.push(row);
  };
  for (const row of rows) takeRow(row, section);
  end(null);
  return statement;
}

/** Returns true if a sum holds; null: needed lines are missing, or all are zero. */
function holds(statement: PdfStatement, { total, plus, minus, needs }: Sum): boolean | null {
  const stated = statement.get(total);
  const terms = [...plus, ...minus].filter((line) => statement.has(line));
  if (stated == null || terms.length === 0 || needs.some((line) => !statement.has(line))) return null;
  const amounts = terms.map((line) => statement.get(line)?.amount ?? null);
  if (amounts.some((amount) => amount === null)) return null;
  if (stated.amount === 0n && amounts.every((amount) => amount === 0n)) return null;
  const signed = terms.map((line, at) => (minus.includes(line) ? -(amounts[at] ?? 0n) : (amounts[at] ?? 0n)));
  const sum = signed.reduce((all, amount) => all + amount, 0n);
  // Tax may be printed as a negative amount or as a positive charge.
  return (
    sum === stated.amount || (total === 'profit_after_tax' && profitLessTax(statement) === stated.amount)
  );
}

const profitLessTax = (statement: PdfStatement): bigint =>
  (statement.get('profit_before_tax')?.amount ?? 0n) - (statement.get('tax')?.amount ?? 0n);

export interface ConfirmedFigures {
  readonly confirmed: ReadonlyMap<FigureKey, StatedLine>;
  /** The stated figures that are contradicted or not confirmed. */
  readonly unconfirmed: readonly FigureKey[];
  /** True if net assets don't fit the balance sheet. */
  readonly misfit: boolean;
  /** The number of sums that hold. */
  readonly held: number;
  /** The number of sums that fail. */
  readonly failed: number;
}

/** Confirms each figure for which a sum with it holds and none fails. */
export function confirmedFigures(statement: PdfStatement): ConfirmedFigures {
  const judged = SUMS.map((sum) => ({ sum, held: holds(statement, sum) }));
  const within = (line: StatementLine) =>
    judged.filter(({ sum }) => sum.total === line || sum.plus.includes(line) || sum.minus.includes(line));
  const isSure = (figure: FigureKey): boolean =>
    within(figure).some(({ held }) => held === true) && within(figure).every(({ held }) => held !== false);
  const stated = FIGURES.filter((figure) => statement.has(figure));
  const confirmed = stated.flatMap((figure) => {
    const line = statement.get(figure);
    return line != null && isSure(figure) ? [[figure, line] as const] : [];
  });
  return {
    confirmed: new Map(confirmed),
    unconfirmed: stated.filter((figure) => !confirmed.some(([sure]) => sure === figure)),
    misfit: judged.some(({ sum, held }) => sum.total === 'net_assets' && held === false),
    held: judged.filter(({ held }) => held === true).length,
    failed: judged.filter(({ held }) => held === false).length,
  };
}
