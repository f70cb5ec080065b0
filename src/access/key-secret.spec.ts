import { createHmac, randomBytes } from 'node:crypto';
import { hashSecret, newKeyId, newSecret, sameHash } from './key-secret.js';

describe('the secret of a key', () => {
  it('is 40 letters and digits, its id 12 small letters and digits', () => {
    expect(newSecret(randomBytes)).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(newKeyId(randomBytes)).toMatch(/^[a-z0-9]{12}$/);
  });

  it('uses every character equally often: bytes that would favour some are thrown away', () => {
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    let served = 0;
    const all = newSecretOfAllBytes((count) => {
      const bytes = everyByte.subarray(served, served + count);
      served = (served + count) % 256;
      return bytes;
    });
    const counts = new Map<string, number>();
    for (const character of all) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBe(0);
  });

  it('is kept as an HMAC under the deployment’s secret', () => {
    expect(hashSecret('s', 'pepper')).toBe(createHmac('sha256', 'pepper').update('s').digest('hex'));
    expect(hashSecret('s', 'pepper')).not.toBe(hashSecret('s', 'salt'));
  });

  it('is compared whole', () => {
    const hash = hashSecret('s', 'pepper');
    expect(sameHash(hash, hashSecret('s', 'pepper'))).toBe(true);
    expect(sameHash(hash, hashSecret('t', 'pepper'))).toBe(false);
    expect(sameHash(hash, hash.slice(1))).toBe(false);
    expect(sameHash(hash, '')).toBe(false);
  });
});

/**
 * 31 secrets of 40: five whole rounds of the 248 bytes that are used, so each of 62 characters comes 20
 * times.
 */
function newSecretOfAllBytes(bytes: (count: number) => Uint8Array): string {
  let all = '';
  const pool: number[] = [];
  const oneByOne = (count: number): Uint8Array => {
    while (pool.length < count) pool.push(...bytes(32));
    return Uint8Array.from(pool.splice(0, count));
  };
  for (let index = 0; index < 31; index++) all += newSecret((count) => oneByOne(Math.min(count, 8)));
  return all;
}
