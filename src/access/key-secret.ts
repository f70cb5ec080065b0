/** Makes and checks the secrets of API keys and account links. The log keeps only their HMAC. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECRET_LENGTH } from '../../packages/contract/src/api-key.js';
import { parseAccountId, type AccountId, type KeyId } from '../../packages/contract/src/ids.js';

/** Returns bytes from a cryptographic random generator. */
export type RandomBytes = (count: number) => Uint8Array;

const LOWER_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_ID_LENGTH = 12;

/** Draws a text of equally likely characters, so bytes that would make some likelier are dropped. */
function randomText(alphabet: string, length: number, randomBytes: RandomBytes): string {
  const usableValues = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < usableValues && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

export const newKeyId = (randomBytes: RandomBytes): KeyId =>
  randomText(LOWER_AND_DIGITS, KEY_ID_LENGTH, randomBytes) as KeyId;

/** Draws 40 characters from an alphabet of 62: 238 bits, so the hash needs no slow function. */
export const newSecret = (randomBytes: RandomBytes): string =>
  randomText(LETTERS_AND_DIGITS, SECRET_LENGTH, randomBytes);

const LINK_BYTES = 32;

/** Draws 256 bits, in 43 characters. */
export const newLinkSecret = (randomBytes: RandomBytes): string =>
  Buffer.from(randomBytes(LINK_BYTES)).toString('base64url');

/** Returns the hash that `KeyIssued` and `AccountLinkIssued` keep: HMAC-SHA256, hex. */
export const hashSecret = (secret: string, keyHashSecret: string): string =>
  createHmac('sha256', keyHashSecret).update(secret).digest('hex');

/** Compares two hashes of `hashSecret` in constant time. */
export function sameHash(hash: string, otherHash: string): boolean {
  const bytes = Buffer.from(hash, 'latin1');
  const otherBytes = Buffer.from(otherHash, 'latin1');
  return bytes.byteLength === otherBytes.byteLength && timingSafeEqual(bytes, otherBytes);
}

/** The parts of a customer's account link. Only a keyed hash of the secret is logged or stored. */
interface AccountLinkParts {
  readonly account: AccountId;
  readonly secret: string;
}

/** A link begins like an API key, so code that removes keys from texts removes links too. */
const LINK_FORM = /^svc_own_(\d{4,12})_([A-Za-z0-9_-]{43})$/;

export const formatAccountLink = ({ account, secret }: AccountLinkParts): string =>
  `svc_own_${account}_${secret}`;

/** Returns the parts of a link, or null if the text has another form. */
export function parseAccountLink(text: string): AccountLinkParts | null {
  const [, number = '', secret = ''] = LINK_FORM.exec(text) ?? [];
  const account = parseAccountId(number);
  return account === null ? null : { account, secret };
}
