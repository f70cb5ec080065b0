/**
 * Marks browsers in which an operator has signed in before: a random part, and an HMAC of it and the name. A
 * mark is no credential. It only separates a known browser's failed attempts from those of password guessers.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
import { hashSecret, sameHash } from '../../access/key-secret.js';
import { newToken } from '../../../packages/platform/src/secrets/token.js';

const proofOf = (name: string, random: string, secret: string): string =>
  hashSecret(JSON.stringify(['known browser', name, random]), secret);

/** @param secret the deployment's `KEY_HASH_SECRET` */
export function newBrowserMark(name: string, secret: string): string {
  const random = newToken();
  return `${random}.${proofOf(name, random, secret)}`;
}

/** The random part of a mark that was made for this name; null for any other mark. */
export function browserIn(mark: string | null, name: string, secret: string): string | null {
  const [random = '', proof = ''] = (mark ?? '').split('.');
  return sameHash(proofOf(name, random, secret), proof) ? random : null;
}
