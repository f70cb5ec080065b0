/** A text as one cell of a CSV file that people open with spreadsheets. */

/** Spreadsheets run a cell that begins so as a formula, also in full-width signs. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** Opened with another separator, a file has a new cell here, in spite of the quotes around the whole. */
const CELL_WITHIN = /([;,\t\r\n]"*)([=+\-@\uff1d\uff0b\uff0d\uff20][^;,\t\r\n]*)/g;
/** The brackets end a list or an object of JSON. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[\]}]*$/;

/**
 * The text with an apostrophe before each part that a spreadsheet would run, whichever separator it splits at
 * (OWASP, "CSV Injection"). Spreadsheets take what follows an apostrophe as text. A plain number stays one.
 */
export function harmless(text: string): string {
  const within = text.replace(CELL_WITHIN, (part, before: string, cell: string) =>
    NUMBER.test(cell) ? part : `${before}'${cell}`,
  );
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${within}` : within;
}

/** RFC 4180, and quotes around blanks at an end, which some readers would drop. */
export const quotedCell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
