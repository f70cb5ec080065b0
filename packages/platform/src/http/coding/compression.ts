/** Content codings: chooses one for an answer, and encodes the bytes. */
import { Readable, pipeline, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { joined } from '../pieces.js';
import { weightsIn } from './preferences.js';

/** Shorter answers are not worth compressing. */
export const COMPRESS_FROM_BYTES = 1_024;

export type Coding = 'gzip' | 'br' | 'zstd';

/** `fast`: for one answer. `small`: once for all who get it. */
type Effort = 'fast' | 'small';

/** JSON shrinks to a tenth at either level. */
const GZIP_LEVELS = { fast: 4, small: 9 };
const BROTLI_QUALITIES = { fast: 4, small: 9 };

const isMaker = (value: unknown): value is () => Transform => typeof value === 'function';

/** Node has zstd since 22.15. */
const makeZstd: unknown = Reflect.get(zlib, 'createZstdCompress');

const MAKERS: Readonly<Partial<Record<Coding, (effort: Effort) => Transform>>> = {
  gzip: (effort) => zlib.createGzip({ level: GZIP_LEVELS[effort] }),
  br: (effort) =>
    zlib.createBrotliCompress({
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITIES[effort] },
    }),
  ...(isMaker(makeZstd) && { zstd: () => makeZstd() }),
};

/** Among codings that a client likes equally. Rows are kept deflated, so gzip costs nothing. */
const QUICKEST_FIRST: readonly Coding[] = ['gzip', 'zstd', 'br'];
const SMALLEST_FIRST: readonly Coding[] = ['br', 'zstd', 'gzip'];
const PREFERRED = { fast: QUICKEST_FIRST, small: SMALLEST_FIRST };

/** The coding that `Accept-Encoding` likes best of those available; null: none (RFC 9110, 12.5.3). */
export function codingFor(header: string | string[] | undefined, effort: Effort): Coding | null {
  if (header === undefined) return null;
  const weights = weightsIn(String(header));
  const any = weights.get('*') ?? 0;
  let best: Coding | null = null;
  // Clients that name `identity` accept uncompressed answers; the others prefer compressed ones.
  let most = weights.get('identity') ?? 0;
  for (const coding of PREFERRED[effort]) {
    if (MAKERS[coding] === undefined) continue;
    const weight = weights.get(coding) ?? (coding === 'gzip' ? weights.get('x-gzip') : undefined) ?? any;
    if (weight > most || (best === null && weight > 0 && weight === most)) [best, most] = [coding, weight];
  }
  return best;
}

/** The pieces in a coding, as they come. */
export async function* packed(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>,
  coding: Coding,
  effort: Effort = 'fast',
): AsyncGenerator<Uint8Array> {
  const packer = MAKERS[coding]?.(effort);
  if (packer === undefined) throw new Error(`no ${coding} here`);
  // An error of the pieces ends the packer too, which throws it.
  pipeline(Readable.from(pieces), packer, () => undefined);
  for await (const piece of packer as AsyncIterable<Uint8Array>) yield piece;
}

const gzip = promisify(zlib.gzip);

/** In one piece. gzip takes no stream, since most clients accept gzip. */
export const packedWhole = (content: string | Uint8Array, coding: Coding): Promise<Uint8Array> =>
  coding === 'gzip' ? gzip(content, { level: GZIP_LEVELS.fast }) : joined(packed([content], coding));
