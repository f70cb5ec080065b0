/** Reads, creates and replaces the private keys that sign. Only the service's user can read their files. */
import { existsSync, linkSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { errorCode, errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { keptText } from '../../../packages/platform/src/secrets/kept-secret.js';
import {
  newPrivateKey,
  signingKey,
  type SigningKey,
} from '../../../packages/statement-check/src/format/signature.js';
import type { SigningKeySource } from '../../settings/signing-settings.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

const NEW_KEY = 'openssl genpkey -algorithm ed25519';

/** The setting of a key, and the things that the key signs. */
type KeyUse =
  | readonly ['STATEMENT_KEY', 'statements']
  | readonly ['CHECKPOINT_KEY', 'checkpoints']
  | readonly ['RECEIPT_KEY', 'receipts'];

const STATEMENTS: KeyUse = ['STATEMENT_KEY', 'statements'];
export const CHECKPOINTS: KeyUse = ['CHECKPOINT_KEY', 'checkpoints'];
export const RECEIPTS: KeyUse = ['RECEIPT_KEY', 'receipts'];

/** Returns the key in use. Creates it where its source allows. @throws NotDone where there is no key */
export function loadSigningKey(source: SigningKeySource, use: KeyUse = STATEMENTS): SigningKey {
  const [setting] = use;
  switch (source.from) {
    case 'environment':
      return signingKey(source.pem);
    case 'file':
      if (source.createIfMissing || existsSync(source.file)) return readOrCreateKey(source.file, use);
      throw missingKeyError(
        use,
        `there is no ${source.file}. Put it there, or begin with a new one (${NEW_KEY})`,
      );
    case 'nowhere':
      throw missingKeyError(
        use,
        existsSync(source.unusedFile)
          ? `set ${setting}_FILE or ${setting}. This machine has signed with ${source.unusedFile}; take the key that all are to sign with`
          : `set ${setting}_FILE or ${setting} to it (${NEW_KEY} makes one)`,
      );
  }
}

/** Returns the key in use; null where there is none, or it can't be read. */
export function signingKeyOrNull(source: SigningKeySource, use: KeyUse): SigningKey | null {
  try {
    return loadSigningKey(source, use);
  } catch {
    return null;
  }
}

const missingKeyError = ([setting, signedThings]: KeyUse, instruction: string): NotDone =>
  new NotDone(
    `no_${setting.toLowerCase()}`,
    `All machines with this EVENT_STORE_URL sign ${signedThings} with one key, which has to be given: ${instruction}.`,
  );

/** Returns the key in a file that an operator names. @throws WrongRequest where the file has no key */
export function keyFromFile(file: string): SigningKey {
  try {
    return signingKey(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new WrongRequest('invalid_key', `There is no private key in ${file}: ${errorMessage(error)}`);
  }
}

function readOrCreateKey(file: string, [, signedThings]: KeyUse): SigningKey {
  try {
    return signingKey(keptText(file, newPrivateKey));
  } catch (error) {
    throw new Error(`the key of ${signedThings} can't be read from ${file}: ${errorMessage(error)}`);
  }
}

/** An instruction for an operator whose next key is one that was replaced before. */
export const REMOVE_NEXT_KEY =
  'A change that broke off left it beside the key in use, in a file that ends in .next. Remove that file, and run this again.';

const nextKeyFile = (file: string): string => `${file}.next`;

/**
 * Returns the next key. It stays the same until it has replaced the key in use.
 * @throws NotDone where the key's file can't be replaced: the message says what to mount
 */
export function nextSigningKey(source: SigningKeySource, use: KeyUse = STATEMENTS): SigningKey {
  if (source.from !== 'file') throw mountedKeyError(use[0], use);
  checkReplaceable(source.file, use);
  return readOrCreateKey(nextKeyFile(source.file), use);
}

/**
 * Refuses a key file that can't be replaced: a file on a read-only volume, or one that is mounted itself. A
 * missing file passes.
 */
function checkReplaceable(file: string, use: KeyUse): void {
  const probe = `${file}.${process.pid}`;
  try {
    linkSync(file, probe);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') return;
    if (['EROFS', 'EACCES', 'EPERM', 'EXDEV'].includes(code)) throw mountedKeyError(file, use);
    throw error;
  }
  unlinkSync(probe);
}

const mountedKeyError = (location: string, [setting]: KeyUse): NotDone =>
  new NotDone(
    'key_mounted',
    `The key is given to this machine (${location}), so none can be made here. Make one (${NEW_KEY}), give it to every machine in place of the old one, and run this again${setting === 'CHECKPOINT_KEY' ? ' with --old-key and the file of the old one, which signs the new one' : ': it signs from then on, and the old one is retired'}. Until then nothing is signed with it.`,
  );

/**
 * Replaces the key in use by the next key. The old private key is not kept, because only its public part is
 * still needed.
 */
export function replaceKeyByNext(source: SigningKeySource): void {
  if (source.from !== 'file') return;
  try {
    renameSync(nextKeyFile(source.file), source.file);
  } catch (error) {
    // The next key's file is missing if another process has replaced the same key already.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
