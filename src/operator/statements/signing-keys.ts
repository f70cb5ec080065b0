/** The file of the private key that signs statements. Readable for the service's own user alone. */
import { renameSync } from 'node:fs';
import { errorCode, errorMessage } from '../../platform/errors/error-code.js';
import { keptText } from '../../platform/secrets/kept-secret.js';
import { newPrivateKey, signingKey, type SigningKey } from '../../billing/statements/format/signature.js';

function keyIn(file: string): SigningKey {
  try {
    return signingKey(keptText(file, newPrivateKey));
  } catch (error) {
    throw new Error(`the key of statements can't be read from ${file}: ${errorMessage(error)}`);
  }
}

/** The key in the file; made at the first call. */
export const statementKey = (file: string): SigningKey => keyIn(file);

/** The key that is to follow; the same one until it has taken its place. */
const nextFile = (file: string): string => `${file}.next`;
export const nextStatementKey = (file: string): SigningKey => keyIn(nextFile(file));

/** The next key takes the place of the one in the file, which is lost: only its public part is needed any more. */
export function putNextInPlace(file: string): void {
  try {
    renameSync(nextFile(file), file);
  } catch (error) {
    // Another process that rotates the same key was first.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
