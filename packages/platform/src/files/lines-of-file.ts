/** The lines of a file, read in pieces. */
import { createReadStream } from 'node:fs';
import { linesOfBytes } from './lines-of-bytes.js';

const PIECE_BYTES = 1024 * 1024;

/** The bytes of each line, like those of `linesOfBytes`. */
export const lineBytesOf = (path: string): AsyncGenerator<Buffer> =>
  // Without an encoding pieces are buffers.
  linesOfBytes(createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>);

/** The same lines as text. */
export async function* linesOfFile(path: string): AsyncGenerator<string> {
  for await (const line of lineBytesOf(path)) yield line.toString('utf8');
}
