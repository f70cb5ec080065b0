/**
 * Writes a signed statement as a PDF for people: amounts, use by block and day, and up to 2,000 entries other
 * than charges. Charges are summed, since a month may have a million. The same file gives the same PDF.
 */
import type { Readable } from 'node:stream';
import {
  amountText as withCurrency,
  moment,
  thousands,
} from '../../../../packages/words/src/text/formats.js';
import { lastDayOf, firstDayOf } from '../../../../packages/words/src/month.js';
import { safeLine } from '../../../../packages/words/src/text/safe-text.js';
import { entryText, readStatement, type StatementSummary } from './read-statement.js';

/** The maximum number of entries that are listed. The CSV and the signed file have all of them. */
const MAX_ENTRIES = 2_000;
/** The margins of a page, in points. The digest of the file stands in the bottom margin. */
const MARGIN = 48;
const BOTTOM_MARGIN = 64;

type Table = readonly [columns: readonly string[], lines: readonly (readonly string[])[]];

export async function statementPdf(file: string): Promise<Readable> {
  const { default: Document } = await import('pdfkit');
  const statement = await readStatement(file, MAX_ENTRIES);
  const { head, sha256, totals, unlistedCount } = statement;
  const title = `Statement of account ${head.account_id}, ${head.month}`;
  const pdf = new Document({
    ...{ size: 'A4', bufferPages: true, lang: 'en', displayTitle: true },
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: BOTTOM_MARGIN },
    info: { Title: title, CreationDate: new Date(head.issued_at) },
  });
  const addSection = (name: string, [columns, lines]: Table): void => {
    if (lines.length === 0) return;
    pdf.moveDown().font('Helvetica-Bold').fontSize(11).text(name, MARGIN).moveDown(0.4).fontSize(8);
    pdf.font('Helvetica').table({
      columnStyles: columns.map((column) => ({
        ...(isFigure(column) ? { align: { x: 'right' as const } } : {}),
        ...(column in WIDTHS ? { width: WIDTHS[column] } : {}),
      })),
      rowStyles: (row) => (row === 0 ? { backgroundColor: '#eef1f5' } : {}),
      defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#c5ccd6', padding: 3 },
      data: [columns.map(printableText), ...lines.map((cells) => cells.map(printableText))],
    });
  };
  pdf.font('Helvetica-Bold').fontSize(18).text(title);
  pdf.font('Helvetica').fontSize(9);
  for (const line of introductionLines(statement)) pdf.text(printableText(line));
  addSection('Amounts', amountsTable(totals));
  addSection('By block', blocksTable(totals));
  addSection('By day of the charges (UTC)', daysTable(totals));
  addSection('Adjustments, credits and month rules', entriesTable(statement));
  if (unlistedCount > 0)
    pdf.moveDown().text(`${thousands(unlistedCount)} more are in the CSV and in the signed file.`);
  const { start, count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page);
    // With its bottom margin, the page would end before this text.
    pdf.page.margins.bottom = 0;
    const top = pdf.page.height - BOTTOM_MARGIN + 20;
    pdf.font('Helvetica').fontSize(7);
    pdf.text(`SHA-256 of the signed file: ${sha256}`, MARGIN, top, { lineBreak: false });
    pdf.text(`${title}, page ${page + 1} of ${count}`, MARGIN, top + 12, { lineBreak: false });
  }
  pdf.end();
  return pdf;
}

const FIGURE_COLUMNS: ReadonlySet<string> = new Set(['Units', 'Rows', 'Amount', 'Units adjusted']);
const isFigure = (column: string): boolean => FIGURE_COLUMNS.has(column) || column in SUM_COLUMNS;

/** Puts a question mark in place of each character that the PDF's own fonts lack. */
const printableText = (text: string): string =>
  safeLine(text).replace(/[^\x20-\x7e\u00a0-\u00ff–—‘’“”•€]/gu, '?');

const money = (amount: string | null, currency: string | null): string =>
  amount === null ? 'no price agreed' : withCurrency(amount, currency);

function introductionLines({ header, head, totals, sha256 }: StatementSummary): string[] {
  const { contract = null } = header;
  const partialText = head.partial ? ' (partial: issued before the month was over)' : '';
  const orderText = contract?.purchase_order == null ? '' : `, your order ${contract.purchase_order}`;
  return [
    `Period: ${firstDayOf(head.month)} to ${lastDayOf(head.month)}, UTC${partialText}`,
    `Issued: ${moment(head.issued_at)}, signed with key ${head.key_id}`,
    ...(contract === null ? [] : [`Contract: ${contract.number}${orderText}`]),
    `Delivered rows: ${thousands(totals.charges.rows)}. Units: ${thousands(totals.charges.units)}, after adjustments ${thousands(totals.net.units)}.`,
    'This is a copy for reading. The signed file proves it, and lists every charge. Its SHA-256 is',
    sha256,
  ];
}

/** The widths of some columns in points. The other columns share the rest. */
const WIDTHS: Readonly<Record<string, number>> = { Time: 96, What: 150, Units: 60, Amount: 80 };

const SUM_COLUMNS = {
  Charges: 'amount',
  'After adjustments and credits': 'net_amount',
  'Month rules': 'month_rules',
  Payable: 'payable',
} as const;

function amountsTable({
  currency,
  currencies = [],
  charges,
  adjustments,
  net,
}: StatementSummary['totals']): Table {
  if (currencies.length > 0)
    return [
      ['Currency', ...Object.keys(SUM_COLUMNS)],
      currencies.map((sums) => [
        sums.currency,
        ...Object.values(SUM_COLUMNS).map((name) => money(sums[name], sums.currency)),
      ]),
    ];
  const lines = { Charges: charges.amount, Adjustments: adjustments.amount, Net: net.amount };
  return [['', 'Amount'], Object.entries(lines).map(([name, amount]) => [name, money(amount, currency)])];
}

const blocksTable = ({ blocks, currency }: StatementSummary['totals']): Table => [
  ['Block', 'Units', 'Amount', 'Units adjusted'],
  blocks.map(({ block, units, unpriced, amount, adjusted_units }) => [
    ...[block, thousands(units)],
    currency === null ? '-' : money(unpriced > 0 && unpriced === units ? null : amount, currency),
    thousands(adjusted_units),
  ]),
];

const daysTable = ({ days, currency }: StatementSummary['totals']): Table => [
  ['Day', 'Rows', 'Units', 'Amount'],
  days.map(({ date, rows, units, amount }) => [
    ...[date, thousands(rows), thousands(units), currency === null ? '-' : money(amount, currency)],
  ]),
];

const entriesTable = ({ entries }: StatementSummary): Table => [
  ['Time', 'What', 'Reason', 'Units', 'Amount'],
  entries.map((entry) => {
    const { id, time, units, amount, currency, reason, note } = entryText(entry);
    const kind = entry.kind.replace('_', ' ');
    return [
      ...[
        time.length > 7 ? moment(time) : time,
        `${kind} ${id}`,
        note === '' ? reason : `${reason}: ${note}`,
      ],
      ...[thousands(units), money(amount, currency)],
    ];
  }),
];
