/**
 * Marks of browsers from which a name came in: a random part and its HMAC over the name. A mark lets nobody in; it only
 * tells a known browser from those that guess passwords.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
import { hashSecret, sameHash } from '../../access/key-secret.js';
import { newToken } from '../../platform/secrets/token.js';

const proofOf = (name: string, random: string, secret: string): string =>
  hashSecret(JSON.stringify(['known browser', name, random]), secret);

/** @param secret the deployment's `KEY_HASH_SECRET` */
export function newBrowserMark(name: string, secret: string): string {
  const random = newToken();
  return `${random}.${proofOf(name, random, secret)}`;
}

/** The random part of a mark that was made for this name; null where it was not. */
export function browserIn(mark: string | null, name: string, secret: string): string | null {
  const [random = '', proof = ''] = (mark ?? '').split('.');
  return sameHash(proofOf(name, random, secret), proof) ? random : null;
}
