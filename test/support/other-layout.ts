/** Editions as another program wrote them: the same file, stamped with another layout. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { activeEdition, editionPath } from '../../src/sources/kit/editions/edition.js';

/** Of no program that there is. */
export const NEWER_LAYOUT = 900_001;
/** Where SQLite keeps `user_version`, in big-endian order. */
const USER_VERSION_AT = 60;

/** The edition in force, as a newer program would have written it; returns its id. */
export function asNewerProgram(dataDir: string, source = 'companies'): string {
  const edition = activeEdition(dataDir, source) ?? '';
  stampLayout(editionPath(dataDir, source, edition), NEWER_LAYOUT);
  return edition;
}

/** Past SQLite, whose lock the builder of the file may still hold. */
export function stampLayout(path: string, layout: number): void {
  const file = openSync(path, 'r+');
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(layout);
  writeSync(file, bytes, 0, bytes.length, USER_VERSION_AT);
  closeSync(file);
}
