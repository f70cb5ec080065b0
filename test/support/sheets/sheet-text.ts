/** A sheet as the command line writes it, without its colours. */
import { sheetLines } from '../../../src/cli/output.js';
import type { Sheet } from '../../../packages/words/src/sheet/sheet.js';

export const textOf = (sheet: Sheet): string[] =>
  sheetLines(sheet).map((line) => (typeof line === 'string' ? line : line.text));
