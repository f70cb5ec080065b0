/** Reads accounts from PDF pages: known lines in clear columns that the statement's sums confirm. Pure. */
import { daysBefore, yearsBefore, type IsoDate } from '../../../../words/src/calendar.js';
import type { PdfReadBy } from '../accounts-reading.js';
import {
  OF_PAGE,
  type AccountsPeriod,
  type Figure,
  type FigureKey,
  type ReadAccounts,
  type Scope,
} from '../accounts-record.js';
import { factAmountOf } from '../statement/amounts.js';
import type { ReportedPeriod } from '../statement/periods.js';
import { peopleIn } from '../words/headcount-sentence.js';
import { dateAsPrinted } from '../xbrl/dates.js';
import { columnsOf, type Columns, rowsOf } from './rows.js';
import { pdfLinesOf, textOfLine, type Line, type PdfPage } from './page.js';
import { confirmedFigures, statementOf, type ConfirmedFigures } from './statement.js';

interface PagesTerms {
  /** The id of the document at the register. */
  readonly id: string;
  readonly made_up_to: IsoDate;
  readonly read_by: PdfReadBy;
}

export interface PagesRecord {
  readonly record: ReadAccounts;
  /** The confidence in the figures, 0..1. */
  readonly confidence: number;
  readonly headcount_confidence: number;
  readonly unconfirmed: readonly FigureKey[];
}

/** The number of lines at the top of a page that may be its heading. */
const HEADING_LINES = 12;
const BALANCE_SHEET = /balance sheet|statement of financial position/i;
const PROFIT_AND_LOSS = /profit and loss account|income statement|statement of (?:comprehensive )?income/i;
const OF_GROUP = /consolidated|group/i;

interface FoundStatement {
  readonly columns: Columns;
  /** The figures by year, in the order of the columns. */
  readonly years: readonly ConfirmedFigures[];
}

interface ReadPage {
  readonly heading: string;
  readonly lines: readonly Line[];
}

function statementOn({ lines }: ReadPage, year: number): FoundStatement | null {
  const foundColumns = columnsOf(lines);
  if (foundColumns === null || foundColumns.columns.years[0] !== year) return null;
  const { columns, from } = foundColumns;
  const rows = rowsOf(lines.slice(from), columns);
  return { columns, years: columns.years.map((_, place) => confirmedFigures(statementOf(rows, place))) };
}

/** The company's own statement of a kind; null: there is none, or there are several. */
function statementIn(pages: readonly ReadPage[], kind: RegExp, year: number): FoundStatement | null {
  const statements = pages
    .filter(({ heading }) => kind.test(heading) && !OF_GROUP.test(heading))
    .flatMap((page) => statementOn(page, year) ?? [])
    .filter(({ years }) => (years[0]?.confirmed.size ?? 0) > 0);
  return statements.length === 1 ? (statements[0] ?? null) : null;
}

/** The start of the year that ends on the register's day, if the document states such a year; else null. */
function periodsOf(text: string, made_up_to: IsoDate): { start: IsoDate | null; before: IsoDate | null } {
  const ends = [...text.matchAll(/year ended\s+(\d{1,2}(?:st|nd|rd|th)?\s+[A-Za-z]+\s+\d{4})/gi)];
  const isYear = ends.some(([, day = '']) => dateAsPrinted(day) === made_up_to);
  if (!isYear) return { start: null, before: null };
  const before = yearsBefore(made_up_to, 1);
  return { start: daysBefore(before, -1), before };
}

const figureOf = (amount: bigint, label: string, printed: string, currency: string): Figure => ({
  amount: factAmountOf(amount * 100n),
  currency,
  by: { concept: label.slice(0, 60), context: OF_PAGE, printed },
});

function figuresIn(statements: readonly FoundStatement[], place: number): AccountsPeriod['figures'] {
  const figures: Partial<Record<FigureKey, Figure>> = {};
  for (const { columns, years } of statements)
    for (const [field, { amount, label, printed }] of years[place]?.confirmed ?? [])
      figures[field] = figureOf(amount, label, printed, columns.currency);
  return figures;
}

function periodIn(
  statements: readonly FoundStatement[],
  place: number,
  period: ReportedPeriod,
): AccountsPeriod[] {
  const figures = figuresIn(statements, place);
  const hasMisfit = statements.some(({ years }) => years[place]?.misfit === true);
  const withheld = hasMisfit
    ? [{ field: 'net_assets', reason: 'equity_implausible_against_balance_sheet', by: [] } as const]
    : [];
  return Object.keys(figures).length === 0 ? [] : [{ ...period, figures, withheld }];
}

/** The confidence in figures, below the measured one (docs/accounts.md). Scans are read less reliably. */
const CONFIDENCE: Readonly<Record<PdfReadBy, readonly [all: number, few: number, doubtful: number]>> = {
  pdf_text: [0.95, 0.9, 0.8],
  ocr: [0.88, 0.8, 0.7],
};
/** The confidence in a headcount sentence, which no sum confirms. */
const HEADCOUNT_CONFIDENCE: Readonly<Record<PdfReadBy, number>> = { pdf_text: 0.9, ocr: 0.75 };

function confidenceIn(statements: readonly FoundStatement[], read_by: PdfReadBy): number {
  const years = statements.flatMap((statement) => statement.years);
  const [all, few, doubtful] = CONFIDENCE[read_by];
  if (years.some(({ failed }) => failed > 0)) return doubtful;
  return years.reduce((sum, { held: count }) => sum + count, 0) > 1 ? all : few;
}

function employeesOf(text: string, made_up_to: IsoDate, scope: Scope): ReadAccounts['employees'] {
  const { start, before } = periodsOf(text, made_up_to);
  const people = peopleIn(text, Number(made_up_to.slice(0, 4)) - 1);
  if (people?.before == null) return { now: null, before: null };
  const by = { concept: 'average number of employees', context: OF_PAGE, printed: people.printed };
  return {
    now: { start, end: made_up_to, scope, employees: people.now, by },
    before: before === null ? null : { start: null, end: before, scope, employees: people.before, by },
  };
}

/** Makes the record of the figures that the pages clearly state. Without such figures it has no periods. */
export function readPages(pages: readonly PdfPage[], { id, made_up_to, read_by }: PagesTerms): PagesRecord {
  const linedPages = pages.map((page): ReadPage => {
    const lines = pdfLinesOf(page);
    return { lines, heading: lines.slice(0, HEADING_LINES).map(textOfLine).join('\n') };
  });
  const text = linedPages
    .flatMap(({ lines }) => lines.map(textOfLine))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  const year = Number(made_up_to.slice(0, 4));
  const isGroup = /consolidated/i.test(text);
  const kinds = isGroup ? [BALANCE_SHEET] : [BALANCE_SHEET, PROFIT_AND_LOSS];
  const statements = kinds.flatMap((kind) => statementIn(linedPages, kind, year) ?? []);
  const scope: Scope = isGroup ? 'unknown' : 'company';
  const { start, before } = periodsOf(text, made_up_to);
  const ownPeriod = periodIn(statements, 0, { start, end: made_up_to });
  const earlier = before === null ? [] : periodIn(statements, 1, { start: null, end: before });
  const record: ReadAccounts = {
    status: 'read',
    document: { id, made_up_to, taxonomy: null },
    accounts_type: null,
    standard: null,
    dormant: null,
    audited: null,
    amended: false,
    scope,
    periods: ownPeriod.length === 0 ? [] : [...ownPeriod, ...earlier],
    employees: employeesOf(text, made_up_to, scope),
    description: null,
  };
  const unconfirmed = statements.flatMap(({ years }) => years[0]?.unconfirmed ?? []);
  return {
    record,
    confidence: confidenceIn(statements, read_by),
    headcount_confidence: HEADCOUNT_CONFIDENCE[read_by],
    unconfirmed: [...new Set(unconfirmed)],
  };
}
