/** The private key that signs statements, and the one that is to follow it. Files are readable for the service's own user alone. */
import { existsSync, linkSync, renameSync, unlinkSync } from 'node:fs';
import { errorCode, errorMessage } from '../../platform/errors/error-code.js';
import { keptText } from '../../platform/secrets/kept-secret.js';
import { newPrivateKey, signingKey, type SigningKey } from '../../billing/statements/format/signature.js';
import type { StatementKeySettings } from '../../settings/statement-key-settings.js';
import { NotDone } from '../refusal.js';

const NEW_KEY = 'openssl genpkey -algorithm ed25519';

/** Made at the first call where it may be. @throws NotDone where there is none to sign with */
export function statementKey(settings: StatementKeySettings): SigningKey {
  switch (settings.from) {
    case 'environment':
      return signingKey(settings.pem);
    case 'file':
      if (settings.made || existsSync(settings.file)) return keyIn(settings.file);
      throw noKey(`there is no ${settings.file}. Put it there, or begin with a new one (${NEW_KEY})`);
    case 'nowhere':
      throw noKey(
        existsSync(settings.kept)
          ? `set STATEMENT_KEY_FILE or STATEMENT_KEY. This machine has signed with ${settings.kept}; take the key that all are to sign with`
          : `set STATEMENT_KEY_FILE or STATEMENT_KEY to it (${NEW_KEY} makes one)`,
      );
  }
}

const noKey = (mend: string): NotDone =>
  new NotDone(
    'no_statement_key',
    `All machines with this EVENT_STORE_URL sign statements with one key, which has to be given: ${mend}.`,
  );

function keyIn(file: string): SigningKey {
  try {
    return signingKey(keptText(file, newPrivateKey));
  } catch (error) {
    throw new Error(`the key of statements can't be read from ${file}: ${errorMessage(error)}`);
  }
}

const nextFile = (file: string): string => `${file}.next`;

/**
 * The key that is to follow the one in use; the same one until it has taken its place.
 * @throws NotDone where it can't take that place: it says what to mount
 */
export function nextStatementKey(settings: StatementKeySettings): SigningKey {
  if (settings.from !== 'file') throw mounted('STATEMENT_KEY');
  refuseMounted(settings.file);
  return keyIn(nextFile(settings.file));
}

/** A file beside it can neither be made on a read-only volume nor take the place of a file that is a volume itself. */
function refuseMounted(file: string): void {
  const probe = `${file}.${process.pid}`;
  try {
    linkSync(file, probe);
  } catch (error) {
    if (['EROFS', 'EACCES', 'EPERM', 'EXDEV'].includes(errorCode(error) ?? '')) throw mounted(file);
    throw error;
  }
  unlinkSync(probe);
}

const mounted = (place: string): NotDone =>
  new NotDone(
    'key_mounted',
    `The key is given to this machine (${place}), so none can be made here. Make one (${NEW_KEY}), give it to every machine in place of the old one, and run this again: it signs from then on, and the old one is retired. Until then nothing is signed with it.`,
  );

/** The next key takes the place of the one in use, which is lost: only its public part is needed any more. */
export function putNextInPlace(settings: StatementKeySettings): void {
  if (settings.from !== 'file') return;
  try {
    renameSync(nextFile(settings.file), settings.file);
  } catch (error) {
    // Another process that rotates the same key was first.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
