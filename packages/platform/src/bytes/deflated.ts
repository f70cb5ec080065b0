/** The codec of stored rows: raw deflate (RFC 1951) that ends on a full flush, so pieces join as gzip. */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib';

/** The form of stored bytes, and the figures that show whether they are intact. */
export type Packing = {
  readonly coding: 'deflate';
  /** Number of stored bytes. */
  readonly stored: number;
  /** Number of bytes before compression. */
  readonly bytes: number;
  /** CRC-32 of the bytes before compression (RFC 1952). */
  readonly crc32: number;
};

/** Stored bytes. Without a packing they are not compressed. */
export interface KeptBytes {
  readonly kept: Uint8Array;
  readonly packing: Packing | null;
}

/** Stored bytes don't inflate to what their packing says. */
export class DamagedBytesError extends Error {
  override readonly name = 'DamagedBytesError';
}

/** Shorter bytes are not compressed: one row gains little, and its client waits. */
export const DEFLATE_FROM_BYTES = 8_192;

/** The maximum number of bytes that are deflated, and so inflated, in one piece. */
const MAX_PIECE_BYTES = 1_000_000;

/** Level 3 is as fast as level 1 and compresses better (docs/performance.md). */
const LEVEL = 3;
/** Output buffer of zlib, large enough for a whole pack. */
const OUTPUT_BYTES = 131_072;

export const plainBytes = (plain: Uint8Array): KeptBytes => ({ kept: plain, packing: null });

/** Raw deflate that ends on a full flush, made by the thread pool. A simulation replaces `deflateRaw`. */
export const deflatedPiece = (plain: Uint8Array): Promise<Uint8Array> =>
  promisify(deflateRaw)(plain, {
    level: LEVEL,
    finishFlush: constants.Z_FULL_FLUSH,
    chunkSize: OUTPUT_BYTES,
  });

/** Deflates the bytes where that makes them smaller. @param from shorter bytes are stored as they are */
export async function keptBytes(plain: Uint8Array, from = DEFLATE_FROM_BYTES): Promise<KeptBytes> {
  if (plain.length < from || plain.length > MAX_PIECE_BYTES) return plainBytes(plain);
  const kept = await deflatedPiece(plain);
  if (kept.length >= plain.length) return plainBytes(plain);
  const packing = {
    coding: 'deflate',
    stored: kept.length,
    bytes: plain.length,
    crc32: crc32(plain),
  } as const;
  return { kept, packing };
}

/** The packing in a document; missing where its body is not compressed. */
export type DocumentPacking = { readonly packing?: Packing };
export const packingOf = ({ packing }: KeptBytes): DocumentPacking => (packing === null ? {} : { packing });
export const keptAs = (kept: Uint8Array, { packing }: DocumentPacking): KeptBytes => ({
  kept,
  packing: packing ?? null,
});

/** Number of bytes before compression. */
export const lengthOf = ({ kept, packing }: KeptBytes): number => packing?.bytes ?? kept.length;

/** The stored bytes, to be passed on as they are. @throws DamagedBytesError where some are missing */
export function storedBytes({ kept, packing }: KeptBytes): Uint8Array {
  if (packing !== null && packing.stored !== kept.length)
    throw new DamagedBytesError(`${kept.length} bytes are kept of ${packing.stored}`);
  return kept;
}

/** The bytes before compression. @throws DamagedBytesError where they are damaged */
export function plainOf(piece: KeptBytes): Uint8Array {
  const kept = storedBytes(piece);
  const { packing } = piece;
  if (packing === null) return kept;
  const { bytes } = packing;
  if (!Number.isInteger(bytes) || bytes < 1 || bytes > MAX_PIECE_BYTES)
    throw new DamagedBytesError(`${bytes} bytes are not deflated in one piece`);
  const plain = inflated(kept, bytes);
  if (plain.length !== bytes || crc32(plain) !== packing.crc32)
    throw new DamagedBytesError(`${kept.length} deflated bytes don't inflate to the ${bytes} that they were`);
  return plain;
}

function inflated(kept: Uint8Array, maxBytes: number): Uint8Array {
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    return inflateRawSync(kept, { finishFlush, maxOutputLength: maxBytes, chunkSize: maxBytes + 64 });
  } catch (cause) {
    throw new DamagedBytesError(`${kept.length} deflated bytes can't be inflated`, { cause });
  }
}
