/**
 * Bytes that are kept deflated: the one codec for rows at rest. What it writes is raw deflate (RFC 1951) that
 * ends on a full flush, so that pieces can be joined into one stream, and served as gzip, without being
 * inflated.
 */
import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib';

/** How bytes are kept, and what says whether they came back whole. */
export type Packing = {
  readonly coding: 'deflate';
  /** Bytes as they are kept. */
  readonly stored: number;
  /** Bytes before and after. */
  readonly bytes: number;
  /** CRC-32 of these (RFC 1952). */
  readonly crc32: number;
};

/** Bytes as they are kept; without a packing they are what they say. */
export interface KeptBytes {
  readonly kept: Uint8Array;
  readonly packing: Packing | null;
}

/** Deflated bytes don't inflate to what their packing says. */
export class DamagedBytesError extends Error {
  override readonly name = 'DamagedBytesError';
}

/** Shorter bytes are kept as they are: a row alone gains little, and its client waits. */
export const DEFLATE_FROM_BYTES = 8_192;

/** No more is ever deflated in one piece, so no more is ever inflated. */
const MOST_BYTES = 1_000_000;

/** Measured in docs/performance.md: as fast as level 1, and smaller. */
const LEVEL = 3;
/** Room for what a pack comes to, so that it is written in one go. */
const OUTPUT_BYTES = 131_072;

export const plainBytes = (plain: Uint8Array): KeptBytes => ({ kept: plain, packing: null });

/** Raw deflate that ends on a full flush, made by the thread pool. */
export const deflatedPiece = (plain: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const options = { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH, chunkSize: OUTPUT_BYTES };
    deflateRaw(plain, options, (error, piece) => (error === null ? resolve(piece) : reject(error)));
  });

/**
 * The bytes deflated, where that pays.
 * @param from shorter ones are kept as they are
 */
export async function keptBytes(plain: Uint8Array, from = DEFLATE_FROM_BYTES): Promise<KeptBytes> {
  if (plain.length < from || plain.length > MOST_BYTES) return plainBytes(plain);
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

/** What a document says of its body: nothing where that is plain. */
export type SaysPacking = { readonly packing?: Packing };
export const packingOf = ({ packing }: KeptBytes): SaysPacking => (packing === null ? {} : { packing });
export const keptAs = (kept: Uint8Array, { packing }: SaysPacking): KeptBytes => ({
  kept,
  packing: packing ?? null,
});

/** How many bytes they are when they are read. */
export const lengthOf = ({ kept, packing }: KeptBytes): number => packing?.bytes ?? kept.length;

/**
 * Kept bytes to be passed on as they are.
 * @throws DamagedBytesError where some are missing
 */
export function wholeBytes({ kept, packing }: KeptBytes): Uint8Array {
  if (packing !== null && packing.stored !== kept.length) {
    throw new DamagedBytesError(`${kept.length} bytes are kept of ${packing.stored}`);
  }
  return kept;
}

/**
 * The bytes as they were before they were kept.
 * @throws DamagedBytesError before more is inflated than a piece may hold
 */
export function plainOf(piece: KeptBytes): Uint8Array {
  const kept = wholeBytes(piece);
  const { packing } = piece;
  if (packing === null) return kept;
  const { bytes } = packing;
  if (!Number.isInteger(bytes) || bytes < 1 || bytes > MOST_BYTES) {
    throw new DamagedBytesError(`${bytes} bytes are not deflated in one piece`);
  }
  const plain = inflated(kept, bytes);
  if (plain.length !== bytes || crc32(plain) !== packing.crc32) {
    throw new DamagedBytesError(`${kept.length} deflated bytes don't inflate to the ${bytes} that they were`);
  }
  return plain;
}

function inflated(kept: Uint8Array, most: number): Uint8Array {
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    return inflateRawSync(kept, { finishFlush, maxOutputLength: most, chunkSize: most + 64 });
  } catch (cause) {
    throw new DamagedBytesError(`${kept.length} deflated bytes can't be inflated`, { cause });
  }
}
