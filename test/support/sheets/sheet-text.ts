/** A sheet as the command line writes it, without its colours. */
import { sheetLines } from '../../../src/cli/output.js';
import type { Sheet } from '../../../src/shared/sheet/sheet.js';

export const textOf = (sheet: Sheet): string[] =>
  sheetLines(sheet).map((line) => (typeof line === 'string' ? line : line.text));
