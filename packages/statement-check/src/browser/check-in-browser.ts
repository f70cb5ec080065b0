/**
 * Checks a statement in a browser; the bytes never leave the page. `scripts/bundle.mjs` bundles this file,
 * with all that it needs, into `assets/statement-check.mjs`.
 */
import { checkStatementFile as check } from '../check/check-file.js';
import { parseKeys } from '../check/public-keys.js';
import type { LineChecker } from '../check/line-checker.js';
import { linesOfBytes } from '../../../platform/src/files/lines-of-bytes.js';

/** @param keys a JSON Web Key Set @param onLines called from time to time with the number of lines read */
export function checkStatementBytes(
  file: ArrayBuffer,
  keys: string,
  onLines?: (lines: number) => unknown,
): Promise<LineChecker> {
  const bytes = Buffer.from(file);
  const statement = { size: bytes.length, lines: () => linesOfBytes([bytes]) };
  return check(statement, parseKeys(keys) ?? [], onLines);
}
