/** Writes CSV files that people open in spreadsheets. */

/** Signs that begin a formula. A spreadsheet runs a cell that begins with one of them, also in full width. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** A part of the text that becomes a cell of its own if the file is opened with another separator. */
const CELL_WITHIN = /([;,\t\r\n]"*)([=+\-@\uff1d\uff0b\uff0d\uff20][^;,\t\r\n]*)/g;
/** A number. The brackets may end a list or object of JSON. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[\]}]*$/;

/**
 * Puts an apostrophe before each part that a spreadsheet would run, whatever separator it splits at (OWASP,
 * "CSV Injection"). Spreadsheets take what follows an apostrophe as text. A plain number stays a number.
 */
export function withoutFormulas(text: string): string {
  const protectedText = text.replace(CELL_WITHIN, (part, before: string, cell: string) =>
    NUMBER.test(cell) ? part : `${before}'${cell}`,
  );
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${protectedText}` : protectedText;
}

/** A cell by RFC 4180, quoted also where a blank is at an end: some readers would drop it. */
export const quotedCell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The headings, each with the function that gives an item's cell. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => unknown>>;

/** Makes a column of each of these fields, under the field's name. */
export const fieldColumns = <Name extends string>(
  names: readonly Name[],
): CsvColumns<Readonly<Partial<Record<Name, unknown>>>> =>
  Object.fromEntries(names.map((name) => [name, (item) => item[name]]));

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : quotedCell(withoutFormulas(typeof value === 'string' ? value : JSON.stringify(value)));
/** A line of these cells: texts without formulas, other values as JSON, nothing for null. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

/** The lines of a list, the headings first, one by one: a long list is never held in memory. */
export async function* csvLines<Item>(
  items: AsyncIterable<Item>,
  columns: CsvColumns<Item>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  for await (const item of items) yield csvLine(Object.values(columns).map((column) => column(item)));
}
