/** Passwords as they are kept: scrypt, with the costs beside the hash so that they can be raised. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

export interface Costs {
  /** Base 2 logarithm of N. */
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** 64 MiB and about a quarter of a second: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COSTS: Costs = { log2N: 16, r: 8, p: 2 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 200;

function hashed(password: string, salt: Buffer, { log2N, r, p }: Costs): Promise<Buffer> {
  const N = 2 ** log2N;
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) =>
    // One password may be typed in two ways that look the same.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    ),
  );
}

export async function hashPassword(password: string, costs: Costs = COSTS): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { log2N, r, p } = costs;
  const hash = await hashed(password, salt, costs);
  return ['scrypt', log2N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** @param kept as `hashPassword` wrote it; null, where nobody is known by the name, takes as long and is false */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, log2N, r, p, salt = '', hash = ''] = kept?.split('$') ?? [];
  const costs = kept === null ? COSTS : { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const found = await hashed(password, Buffer.from(salt, 'base64url'), costs);
  const wanted = Buffer.from(hash, 'base64url');
  return wanted.length === found.length && timingSafeEqual(found, wanted);
}
