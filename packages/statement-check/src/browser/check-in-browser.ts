/**
 * Checks statements and evidence in a browser; the bytes never leave the page. `scripts/bundle.mjs` bundles
 * this file, with all that it needs, into `assets/statement-check.mjs`.
 */
import { checkStatementFile as check } from '../check/check-file.js';
import { checkEvidence, type EvidenceCheck } from '../check/evidence.js';
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

const PIECE_BYTES = 4_194_304;

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    yield Buffer.from(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
}

/** @param keys a JSON Web Key Set @param onFile called before each part is read */
export const checkEvidenceFiles = (
  files: readonly File[],
  keys: string,
  onFile?: (name: string) => unknown,
): Promise<EvidenceCheck> =>
  checkEvidence(
    files.map((file) => ({ name: file.name, pieces: () => piecesOf(file) })),
    parseKeys(keys) ?? [],
    onFile,
  );
