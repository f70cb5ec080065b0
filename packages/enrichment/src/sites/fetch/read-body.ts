/** Reads the body of an answer up to a limit of decompressed bytes. */
import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchError } from './fetch-fault.js';

export const ACCEPTED_CODINGS = 'gzip, deflate, br';

/**
 * Returns the bytes, and `truncated` true if the body has more.
 * @param coding the header `content-encoding`; one coding at most
 * @param maxBytes the maximum bytes after decompression
 * @throws FetchError `encoding_refused`, or the error that broke the body off
 */
export async function readBody(body: Readable, coding: string, maxBytes: number) {
  const pieces: Buffer[] = [];
  let room = maxBytes;
  for await (const piece of plain(body, coding.trim().toLowerCase())) {
    pieces.push(piece.subarray(0, room));
    room -= piece.length;
    if (room < 0) return { bytes: Buffer.concat(pieces), truncated: true };
  }
  return { bytes: Buffer.concat(pieces), truncated: false };
}

async function* plain(body: Readable, coding: string): AsyncGenerator<Buffer> {
  // Errors after reading has stopped are ignored.
  body.on('error', () => undefined);
  try {
    if (coding === '' || coding === 'identity') {
      yield* body as AsyncIterable<Buffer>;
      return;
    }
    const pieces = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    const first = await pieces.next();
    if (first.done === true) return;
    yield* inflated(first.value, pieces, decompressor(coding, first.value));
  } finally {
    body.destroy();
  }
}

/** Inflates piece by piece, only as far as the bytes are read. */
async function* inflated(
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  through: Transform,
): AsyncGenerator<Buffer> {
  const feed = async (): Promise<void> => {
    for (let piece = first; ;) {
      if (!through.write(piece)) await drained(through);
      const next = await rest.next();
      if (next.done === true || through.destroyed) break;
      piece = next.value;
    }
    through.end();
  };
  feed().catch((error: unknown) => through.destroy(error instanceof Error ? error : undefined));
  try {
    yield* through as AsyncIterable<Buffer>;
  } finally {
    through.on('error', () => undefined);
    through.destroy();
  }
}

const drained = (through: Transform): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      through.off('drain', go);
      through.off('close', go);
      resolve();
    };
    through.on('drain', go);
    through.on('close', go);
  });

function decompressor(coding: string, first: Buffer): Transform {
  // Some servers leave out the last bytes of compressed bodies. A broken connection is reported separately.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip(lenient);
  if (coding === 'deflate') return hasZlibHeader(first) ? createInflate(lenient) : createInflateRaw(lenient);
  if (coding === 'br') return createBrotliDecompress();
  throw new FetchError('encoding_refused');
}

/** Returns true if the bytes begin with a zlib header. Servers send `deflate` with and without one. */
const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length > 1 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
