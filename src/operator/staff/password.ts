/** Hashes passwords with scrypt. The costs stand beside each hash, so that they can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

export interface ScryptCosts {
  /** Base 2 logarithm of N. */
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * The costs of new hashes: 64 MiB and about a quarter of a second.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const COSTS: ScryptCosts = { log2N: 16, r: 8, p: 2 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 200;

function scryptHash(password: string, salt: Buffer, { log2N, r, p }: ScryptCosts): Promise<Buffer> {
  const N = 2 ** log2N;
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) =>
    // Unicode has several encodings of the same visible characters.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    ),
  );
}

export async function hashPassword(password: string, costs: ScryptCosts = COSTS): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { log2N, r, p } = costs;
  const hash = await scryptHash(password, salt, costs);
  return ['scrypt', log2N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** @param storedHash the value of `hashPassword`. Null for an unknown name: the check takes as long. */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  const [, log2N, r, p, salt = '', hash = ''] = storedHash?.split('$') ?? [];
  const costs = storedHash === null ? COSTS : { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const passwordHash = await scryptHash(password, Buffer.from(salt, 'base64url'), costs);
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === passwordHash.length && timingSafeEqual(passwordHash, expected);
}
