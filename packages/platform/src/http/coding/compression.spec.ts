import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib';
import { codingFor, packed, packedWhole } from './compression.js';
import { Lasting } from './lasting.js';
import { joined } from '../pieces.js';

const TEXT = '{"row":1},'.repeat(10_000);

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(TEXT));
  throw new Error('the store went away');
}

describe('the coding of an answer', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['deflate', null],
    ['gzip, deflate, br', 'gzip'],
    ['gzip;q=0', null],
    ['gzip;q=0, br;q=0.1', 'br'],
    ['gzip; q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.8', 'br'],
    ['gzip;q=0.8, br;q=0.5', 'gzip'],
    ['gzip;q=0, zstd;q=0, *', 'br'],
    ['*', 'gzip'],
    ['*;q=0', null],
    ['identity', null],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['br;q=1, *;q=0.1', 'br'],
    ['gzip;q=x', null],
    [';;;,,,', null],
  ])('for %s', (header, coding) => {
    expect(codingFor(header, 'fast')).toBe(coding);
  });

  it('is the smallest among those that a client likes alike, where it is made once for all', () => {
    expect(codingFor('gzip, deflate, br', 'small')).toBe('br');
    expect(codingFor('gzip, br;q=0.9', 'small')).toBe('gzip');
  });

  it('is zstd where Node has it', () => {
    const has = 'zstd' in process.versions;
    expect(codingFor('zstd', 'fast')).toBe(has ? 'zstd' : null);
    expect(codingFor('zstd, br;q=0.9', 'small')).toBe(has ? 'zstd' : 'br');
  });
});

describe('what is compressed', () => {
  it('says the same in one piece and in pieces', async () => {
    expect(gunzipSync(await packedWhole(TEXT, 'gzip')).toString()).toBe(TEXT);
    expect(brotliDecompressSync(await packedWhole(TEXT, 'br')).toString()).toBe(TEXT);
    const pieces = [Buffer.from(TEXT), Buffer.from(TEXT)];
    expect(brotliDecompressSync(await joined(packed(pieces, 'br'))).toString()).toBe(TEXT + TEXT);
  });

  it('breaks where what it is made of breaks', async () => {
    await expect(joined(packed(breaking(), 'br'))).rejects.toThrow('the store went away');
  });

  it('is left early without harm', async () => {
    const unpacker = createBrotliDecompress();
    for await (const piece of packed([Buffer.from(TEXT)], 'br')) {
      unpacker.write(piece);
      break;
    }
    unpacker.destroy();
  });

  it('is compressed once where it lasts', async () => {
    const lasting = new Lasting(Buffer.from(TEXT));
    expect(await lasting.in('br')).toBe(await lasting.in('br'));
    expect(brotliDecompressSync(await lasting.in('br')).toString()).toBe(TEXT);
    expect(gunzipSync(await lasting.in('gzip')).toString()).toBe(TEXT);
  });
});
