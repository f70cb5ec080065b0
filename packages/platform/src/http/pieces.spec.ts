import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { keptBytes, plainBytes, type KeptBytes } from '../bytes/deflated.js';
import { gzipOf, joined, plainPieces } from './pieces.js';

/** Plain and deflated pieces in any order, some longer than what is gathered at once. */
const pieces = fc.array(
  fc.record({
    text: fc.oneof(
      fc.string(),
      fc.nat(90_000).map((length) => 'row,'.repeat(length / 4)),
    ),
    deflated: fc.boolean(),
  }),
  { maxLength: 12 },
);

describe('a body in pieces', () => {
  it('says the same as one member of gzip and plain, whichever pieces were deflated before', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        const all = await Promise.all(
          parts.map(({ text, deflated }) => keptBytes(Buffer.from(text), deflated ? 0 : Infinity)),
        );
        const said = parts.map(({ text }) => text).join('');
        expect(Buffer.from(await joined(plainPieces(all))).toString()).toBe(said);
        expect(gunzipSync(await joined(gzipOf(all))).toString()).toBe(said);
      }),
      { numRuns: 50 },
    );
  });

  it('holds deflated pieces as they were kept', async () => {
    const rows = await keptBytes(Buffer.from('row,'.repeat(10_000)));
    const sent = Buffer.from(await joined(gzipOf([plainBytes(Buffer.from('[')), rows])));
    expect(sent.includes(Buffer.from(rows.kept))).toBe(true);
  });

  it('is not sent where a piece is not whole', async () => {
    const { kept, packing } = await keptBytes(Buffer.from('row,'.repeat(10_000)));
    const cut: readonly KeptBytes[] = [{ kept: kept.subarray(1), packing }];
    await expect(joined(gzipOf(cut))).rejects.toThrow('bytes are kept of');
    await expect(joined(plainPieces(cut))).rejects.toThrow('bytes are kept of');
  });
});
