/**
 * Making and checking the secrets of API keys and of accounts' own links. A secret is seen once, when it is issued; what is kept is its HMAC
 * under the deployment's `KEY_HASH_SECRET`, so a copy of the log alone can't be searched for it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECRET_LENGTH } from '../shared/api-key.js';
import type { KeyId } from '../shared/ids.js';

/** Bytes from a CSPRNG. */
export type RandomBytes = (count: number) => Uint8Array;

const LOWER_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_ID_LENGTH = 12;

/** Every character equally likely: bytes past the last whole multiple of the alphabet are thrown away. */
function randomText(alphabet: string, length: number, randomBytes: RandomBytes): string {
  const usable = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < usable && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

export const newKeyId = (randomBytes: RandomBytes): KeyId =>
  randomText(LOWER_AND_DIGITS, KEY_ID_LENGTH, randomBytes) as KeyId;

/** 40 characters of 62: 238 bits, so its hash needs no slowing down. */
export const newSecret = (randomBytes: RandomBytes): string =>
  randomText(LETTERS_AND_DIGITS, SECRET_LENGTH, randomBytes);

const LINK_BYTES = 32;

/** 256 bits, in 43 characters. */
export const newLinkSecret = (randomBytes: RandomBytes): string =>
  Buffer.from(randomBytes(LINK_BYTES)).toString('base64url');

/** What `KeyIssued` and `AccountLinkIssued` keep: HMAC-SHA256 under `KEY_HASH_SECRET`, hex. */
export const hashSecret = (secret: string, keyHashSecret: string): string =>
  createHmac('sha256', keyHashSecret).update(secret).digest('hex');

/** Takes the same time wherever two hashes of `hashSecret` differ. */
export function sameHash(left: string, right: string): boolean {
  const a = Buffer.from(left, 'latin1');
  const b = Buffer.from(right, 'latin1');
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
