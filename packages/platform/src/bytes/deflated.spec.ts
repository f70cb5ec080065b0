import { constants, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import {
  DEFLATE_FROM_BYTES,
  DamagedBytesError,
  keptBytes,
  lengthOf,
  plainBytes,
  plainOf,
  storedBytes,
  type KeptBytes,
  type Packing,
} from './deflated.js';

const row = { ref: 'r', status: 'done', blocks: { industry: { status: 'available', value: 'É' } } };
const rowsOf = (count: number): Buffer =>
  Buffer.from(JSON.stringify(Array.from({ length: count }, () => row)));

/** What deflates, what doesn't, and what is too short. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 20_000 }),
  fc.nat(2_000).map(rowsOf),
  fc.json().map((text) => Buffer.from(text)),
);

async function deflated(plain = rowsOf(500)): Promise<{ kept: Uint8Array; packing: Packing }> {
  const { kept, packing } = await keptBytes(plain);
  if (packing === null) throw new Error('nothing was deflated');
  return { kept, packing };
}

describe('bytes at rest', () => {
  it('come back as they were, and take no more room than plain', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, fc.constantFrom(0, DEFLATE_FROM_BYTES), async (plain, from) => {
        const kept = await keptBytes(plain, from);
        expect(Buffer.compare(plainOf(kept), plain)).toBe(0);
        expect(lengthOf(kept)).toBe(plain.length);
        expect(kept.kept.length).toBeLessThanOrEqual(plain.length);
      }),
      { numRuns: 60 },
    );
  });

  it('are a fifth of rows, or less', async () => {
    const plain = rowsOf(500);
    expect((await deflated(plain)).kept.length * 5).toBeLessThan(plain.length);
  });

  it('are plain where they are short, or would grow', async () => {
    const short = rowsOf(3);
    expect(await keptBytes(short)).toEqual(plainBytes(short));
    const noise = gzipSync(
      Buffer.concat(Array.from({ length: 40 }, (_, i) => Buffer.from(Math.sin(i).toString(36).repeat(20)))),
    );
    expect(await keptBytes(noise, 0)).toEqual(plainBytes(noise));
  });
});

describe('damaged bytes', () => {
  it('are told from whole ones, whatever was changed, and never crash or inflate without bound', async () => {
    const whole = await deflated();
    const change = fc.record({
      at: fc.nat(whole.kept.length - 1),
      to: fc.integer({ min: 1, max: 255 }),
      cut: fc.oneof(fc.constant(0), fc.nat(whole.kept.length - 1)),
    });
    const plain = plainOf(whole);
    fc.assert(
      fc.property(change, ({ at, to, cut }) => {
        const kept = Buffer.from(whole.kept);
        kept[at] = (kept[at] ?? 0) ^ to;
        const piece = { kept: kept.subarray(cut), packing: { ...whole.packing, stored: kept.length - cut } };
        let read: Uint8Array;
        try {
          read = plainOf(piece);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedBytesError);
          return;
        }
        // Bits of the last, empty block may change without changing what is said.
        expect(Buffer.compare(read, plain)).toBe(0);
      }),
    );
  });

  it('are refused where some are missing, also where they are passed on as they are', async () => {
    const { kept, packing } = await deflated();
    const cut: KeptBytes = { kept: kept.subarray(0, -1), packing };
    expect(() => plainOf(cut)).toThrow(DamagedBytesError);
    expect(() => storedBytes(cut)).toThrow(DamagedBytesError);
  });

  it.each([
    ['fewer bytes than there are', 100],
    ['no bytes', 0],
    ['less than none', -5],
    ['half a byte', 0.5],
    ['more than one piece holds', 2_000_000_000],
    ['nothing that is a number', NaN],
  ])('are refused where the packing says %s', async (_title, bytes) => {
    const { kept, packing } = await deflated();
    expect(() => plainOf({ kept, packing: { ...packing, bytes } })).toThrow(DamagedBytesError);
  });

  it('stop at the length that was promised, however much is in them', () => {
    const bomb = deflateRawSync(Buffer.alloc(300_000_000), { finishFlush: constants.Z_FULL_FLUSH });
    const packing = { coding: 'deflate', stored: bomb.length, bytes: 1_000_000, crc32: 0 } as const;
    const before = process.memoryUsage().arrayBuffers;
    expect(() => plainOf({ kept: bomb, packing })).toThrow(DamagedBytesError);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it('are not taken for gzip', () => {
    const gzip = gzipSync(rowsOf(10));
    const bytes = gunzipSync(gzip).length;
    const packing = { coding: 'deflate', stored: gzip.length, bytes, crc32: 0 } as const;
    expect(() => plainOf({ kept: gzip, packing })).toThrow(DamagedBytesError);
  });
});
