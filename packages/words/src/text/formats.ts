/** Formats times, counts, amounts and columns for people. */

/** The time as `2026-11-21 12:00:00 UTC`. */
export const moment = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;

/** The count as `21,952`. */
export const thousands = (count: number): string => count.toLocaleString('en-GB');

/** The exact amount as `1,566.90`, with zeros added up to the pence. */
export function money(amount: string): string {
  const [whole = '', part = ''] = amount.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  return `${sign}${BigInt(whole.slice(sign.length)).toLocaleString('en-GB')}.${part.padEnd(2, '0')}`;
}

/** The amount with its currency: `1,566.90 GBP`. A unit price keeps all its digits. */
export const amountText = (amount: string, currency: string | null): string =>
  `${money(amount)} ${currency ?? ''}`.trim();

/** The count with its noun: `1 unit`, `2 units`. */
export const countText = (count: number, noun: string): string =>
  `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Aligns cells in columns, two blanks apart. The last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** A heading with its lines indented; nothing where there are no lines. */
export const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `  ${line}`)];
