/**
 * Marks browsers in which an operator has signed in before. A mark has a random id and an HMAC of the id and
 * the operator's name. It is no credential: it only separates a known browser's failed attempts from those of
 * password guessers.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
import { hashSecret, sameHash } from '../../access/key-secret.js';
import { newToken } from '../../../packages/platform/src/secrets/token.js';

const proofOf = (name: string, browserId: string, secret: string): string =>
  hashSecret(JSON.stringify(['known browser', name, browserId]), secret);

/** @param secret the deployment's `KEY_HASH_SECRET` */
export function newBrowserMark(name: string, secret: string): string {
  const browserId = newToken();
  return `${browserId}.${proofOf(name, browserId, secret)}`;
}

/** Returns the browser's id from a mark that was made for this name; null for any other mark. */
export function browserIdOf(mark: string | null, name: string, secret: string): string | null {
  const [browserId = '', proof = ''] = (mark ?? '').split('.');
  return sameHash(proofOf(name, browserId, secret), proof) ? browserId : null;
}
