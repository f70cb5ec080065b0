/** A body in stored pieces. Gzip (RFC 1952) takes deflated pieces unchanged and combines their checksums. */
import { crc32 } from 'node:zlib';
import { combinedCrc32 } from '../bytes/crc32-combine.js';
import { deflatedPiece, lengthOf, plainBytes, plainOf, storedBytes } from '../bytes/deflated.js';
import type { KeptBytes } from '../bytes/deflated.js';

/** JSON in pieces. A list is sent at once and has a length; other pieces are sent as they come. */
export class Pieces {
  constructor(readonly pieces: readonly KeptBytes[] | AsyncIterable<KeptBytes>) {}
}

/** Magic, deflate, no flags, no time, no hints, made on an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The end of the stream: fixed codes, no bytes. */
const LAST = Buffer.from([3, 0]);
/** Shorter plain pieces, such as the text between packs of rows, go uncompressed. */
const DEFLATE_FROM_BYTES = 1_024;
/** Plain pieces are joined into about this many bytes. */
const JOINED_BYTES = 65_536;
const MODULUS = 2 ** 32;

/** Bytes as deflate carries them uncompressed; fewer than 2^16. */
function uncompressed(plain: Uint8Array): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(plain.length, 1);
  head.writeUInt16LE(0xffff - plain.length, 3);
  return Buffer.concat([head, plain]);
}

const inDeflate = (plain: Uint8Array): Promise<Uint8Array> | Uint8Array =>
  plain.length < DEFLATE_FROM_BYTES ? uncompressed(plain) : deflatedPiece(plain);

/** Joins consecutive plain pieces. */
async function* joinedPlain(pieces: Pieces['pieces']): AsyncGenerator<KeptBytes> {
  let plain: Uint8Array[] = [];
  let bytes = 0;
  const takePlain = (): KeptBytes => {
    const all = plainBytes(Buffer.concat(plain));
    plain = [];
    bytes = 0;
    return all;
  };
  for await (const piece of pieces) {
    if (piece.packing === null) {
      plain.push(piece.kept);
      bytes += piece.kept.length;
      if (bytes >= JOINED_BYTES) yield takePlain();
      continue;
    }
    if (bytes > 0) yield takePlain();
    yield piece;
  }
  if (bytes > 0) yield takePlain();
}

/** One member of gzip. @throws DamagedBytesError where a piece is not whole */
export async function* gzipOf(pieces: Pieces['pieces']): AsyncGenerator<Uint8Array> {
  let sum = 0;
  let length = 0;
  let begun = false;
  for await (const piece of joinedPlain(pieces)) {
    const { kept, packing } = piece;
    const deflated = packing === null ? await inDeflate(kept) : storedBytes(piece);
    sum = packing === null ? crc32(kept, sum) : combinedCrc32(sum, packing.crc32, packing.bytes);
    length += lengthOf(piece);
    // Send the header only with the first piece: reading may fail before there is one.
    if (!begun) yield HEADER;
    begun = true;
    yield deflated;
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
