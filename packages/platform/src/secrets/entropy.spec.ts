import { systemEntropy, ulidOf } from './entropy.js';

describe('entropy', () => {
  it('writes a ULID as its specification does', () => {
    // The example of the ULID specification: 01ARZ3NDEK is 1469922850259 ms.
    expect(ulidOf(1469922850259, new Uint8Array(16).fill(31))).toBe('01ARZ3NDEKZZZZZZZZZZZZZZZZ');
    expect(ulidOf(2 ** 48 - 1, new Uint8Array(16))).toBe('7ZZZZZZZZZ0000000000000000');
  });

  it('never draws the same twice, across the ends of its pools', () => {
    const entropy = systemEntropy(() => 0);
    const ids = Array.from({ length: 2000 }, () => entropy.ulid());
    expect(new Set(ids).size).toBe(2000);
    expect(Buffer.from(entropy.bytes(5000)).equals(Buffer.alloc(5000))).toBe(false);
  });

  it('orders ids by time', () => {
    let now = 1_000;
    const entropy = systemEntropy(() => now);
    const earlier = entropy.ulid();
    now += 1;
    expect(entropy.ulid() > earlier).toBe(true);
  });
});
