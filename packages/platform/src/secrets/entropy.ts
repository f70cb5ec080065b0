/** The source of randomness. Deciders get ids and salts as arguments; only the system's edges draw. */
import { randomFillSync } from 'node:crypto';

export interface Entropy {
  /** Bytes from a CSPRNG. */
  bytes(count: number): Uint8Array;
  /** 26 characters: 48 bits of time (ms) and 80 random bits. As text, they are ordered by time. */
  ulid(): string;
}

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** A ULID of this time and these random bytes. It uses five bits of each of the 16 bytes. */
export function ulidOf(milliseconds: number, chance: Uint8Array): string {
  const codes = new Array<number>(TIME_CHARACTERS + RANDOM_CHARACTERS);
  let rest = milliseconds;
  for (let index = TIME_CHARACTERS - 1; index >= 0; index--) {
    codes[index] = ALPHABET.charCodeAt(rest % 32);
    rest = Math.floor(rest / 32);
  }
  for (let index = 0; index < RANDOM_CHARACTERS; index++)
    codes[TIME_CHARACTERS + index] = ALPHABET.charCodeAt((chance[index] ?? 0) % 32);
  return String.fromCharCode(...codes);
}

const POOL_BYTES = 4096;

/** Draws from the operating system in pools, so that a request id costs no system call. */
export function systemEntropy(now: () => number = Date.now): Entropy {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  const draw = (count: number): Uint8Array => {
    if (used + count > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const drawn = pool.slice(used, used + count);
    pool.fill(0, used, used + count);
    used += count;
    return drawn;
  };
  return {
    bytes: (count) => (count > POOL_BYTES ? randomFillSync(new Uint8Array(count)) : draw(count)),
    ulid: () => ulidOf(now(), draw(RANDOM_CHARACTERS)),
  };
}
