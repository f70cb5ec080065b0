/** Secrets that no setting gives: made once, readable by the service's own user only. */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../errors/error-code.js';
import { brokenRestore } from '../files/pending-restore.js';
import { PRIVATE_FILE_MODE, privateFolder } from './private-files.js';

/** The data directory's folder of secrets; a backup includes it. */
export const SECRETS_FOLDER = 'secrets';

const SECRET_BYTES = 32;

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The secret of this name in the data directory. The first call makes it. */
export const keptSecret = (dataDir: string, name: string): string => {
  const broken = brokenRestore(dataDir);
  if (broken !== null) throw new Error(broken);
  privateFolder(dataDir);
  return keptText(secretFile(dataDir, name), () => randomBytes(SECRET_BYTES).toString('base64url'));
};

/** The file of the secret of this name in the data directory. */
export const secretFile = (dataDir: string, name: string): string => join(dataDir, SECRETS_FOLDER, name);

/**
 * The text of a file that only the service's own user may read. The first call makes it. Processes that start
 * at once get the same text: each writes a file of its own, and only the first can link it to the name.
 */
export function keptText(path: string, make: () => string): string {
  const kept = read(path);
  if (kept !== null) return kept;
  privateFolder(dirname(path));
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${make()}\n`, { mode: PRIVATE_FILE_MODE, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const made = read(path);
  if (made === null) throw new Error(`the secret ${path} vanished while it was being made`);
  return made;
}
