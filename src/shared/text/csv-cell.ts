/** A text as one cell of a CSV file that people open with spreadsheets. */

/** Spreadsheets run a cell that begins so as a formula, also in full-width signs. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** An apostrophe before it, which spreadsheets take as "what follows is text"; a plain number stays one. */
export const harmless = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** RFC 4180, and quotes around blanks at an end, which some readers would drop. */
export const quotedCell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
