/**
 * The checker of statements as a browser runs it, on bytes that never leave the page. `scripts/bundle.mjs` makes it, with
 * all that it needs, the one file `assets/statement-check.mjs`.
 */
import { checkStatementFile as check } from '../../billing/statements/check/check-file.js';
import { parseKeys } from '../../billing/statements/check/public-keys.js';
import type { LineChecker } from '../../billing/statements/check/line-checker.js';
import { linesOfBytes } from '../../platform/files/lines-of-bytes.js';

/** @param keys a JSON Web Key Set @param onLines called from time to time with how many lines were read */
export function checkStatement(
  file: ArrayBuffer,
  keys: string,
  onLines?: (lines: number) => unknown,
): Promise<LineChecker> {
  const bytes = Buffer.from(file);
  const statement = { size: bytes.length, lines: () => linesOfBytes([bytes]) };
  return check(statement, parseKeys(keys) ?? [], onLines);
}
