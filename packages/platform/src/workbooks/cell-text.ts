/** Cells of a workbook as text, and text as cells. Pure. */
import type { CellValue } from './hucre.js';

/** The most characters of a cell. Excel repairs, which is to say empties, a sheet with longer ones. */
export const MAX_CELL_LENGTH = 32_767;
const CUT = ' [cut]';
/** Earlier days are times of a day without a day. */
const FIRST_DAY = Date.UTC(1900, 0, 1);

/** Returns the text of a cell: numbers without `.0`, days as 2026-11-29, times as 13:30:00. */
export function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return '';
  const [day = '', time = ''] = value.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).split('T');
  if (value.getTime() < FIRST_DAY) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/**
 * Returns a text that a workbook can hold: no characters that XML lacks, no `_x0041_` that is read as a
 * letter, and at most as long as a cell. A cell of text is never run as a formula.
 */
export function textCell(text: string): string {
  const clean = text.replace(/[\ufffe\uffff]/g, '').replace(/_x(?=[0-9a-f]{4}_)/gi, '_x005F_x');
  return clean.length <= MAX_CELL_LENGTH ? clean : `${clean.slice(0, MAX_CELL_LENGTH - CUT.length)}${CUT}`;
}
