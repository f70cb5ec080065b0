/**
 * A body in pieces as they are kept: served as gzip (RFC 1952) it takes deflated pieces over as they are, with their
 * checksums combined; served plain they are inflated.
 */
import { crc32 } from 'node:zlib';
import { combinedCrc32 } from '../../shared/crc32-combine.js';
import {
  deflatedPiece,
  lengthOf,
  plainBytes,
  plainOf,
  wholeBytes,
  type KeptBytes,
} from '../../shared/deflated.js';

/** JSON in pieces: a list is sent at once and has a length, others are sent as they come. */
export class Pieces {
  constructor(readonly pieces: readonly KeptBytes[] | AsyncIterable<KeptBytes>) {}
}

/** Magic, deflate, no flags, no time, no hints, made on an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** What ends the stream: fixed codes, empty. */
const LAST = Buffer.from([3, 0]);
/** Shorter plain stretches, such as what stands between packs of rows, go as they are. */
const DEFLATE_FROM = 1_024;
/** Plain pieces are gathered into stretches of about this many bytes. */
const STRETCH = 65_536;
const MODULUS = 2 ** 32;

/** Bytes as they are, fewer than 2^16, as deflate carries them. */
function undeflated(plain: Uint8Array): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(plain.length, 1);
  head.writeUInt16LE(0xffff - plain.length, 3);
  return Buffer.concat([head, plain]);
}

const inDeflate = (plain: Uint8Array): Promise<Uint8Array> | Uint8Array =>
  plain.length < DEFLATE_FROM ? undeflated(plain) : deflatedPiece(plain);

/** Consecutive plain pieces as one. */
async function* stretches(pieces: Pieces['pieces']): AsyncGenerator<KeptBytes> {
  let plain: Uint8Array[] = [];
  let bytes = 0;
  const gathered = (): KeptBytes => {
    const all = plainBytes(Buffer.concat(plain));
    plain = [];
    bytes = 0;
    return all;
  };
  for await (const piece of pieces) {
    if (piece.packing === null) {
      plain.push(piece.kept);
      bytes += piece.kept.length;
      if (bytes >= STRETCH) yield gathered();
      continue;
    }
    if (bytes > 0) yield gathered();
    yield piece;
  }
  if (bytes > 0) yield gathered();
}

/**
 * One member of gzip.
 * @throws DamagedBytesError where a piece is not whole
 */
export async function* gzipOf(pieces: Pieces['pieces']): AsyncGenerator<Uint8Array> {
  let sum = 0;
  let length = 0;
  let begun = false;
  for await (const piece of stretches(pieces)) {
    const { kept, packing } = piece;
    const said = packing === null ? await inDeflate(kept) : wholeBytes(piece);
    sum = packing === null ? crc32(kept, sum) : combinedCrc32(sum, packing.crc32, packing.bytes);
    length += lengthOf(piece);
    // Nothing is said before something is there to be said: a body may break before it begins.
    if (!begun) yield HEADER;
    begun = true;
    yield said;
  }
  if (!begun) yield HEADER;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum);
  trailer.writeUInt32LE(length % MODULUS, 4);
  yield LAST;
  yield trailer;
}

/** @throws DamagedBytesError */
export async function* plainPieces(pieces: Pieces['pieces']): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield plainOf(piece);
}

export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
