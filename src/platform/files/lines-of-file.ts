/** The lines of a file, ended by a line feed alone: JSON may hold every other separator of lines. */
import { createReadStream } from 'node:fs';

const LINE_FEED = 0x0a;
const PIECE_BYTES = 1024 * 1024;

/** The bytes of each line without its line feed; what stands after the last line feed is a line too. */
export async function* lineBytesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes = piece as Buffer; // without an encoding pieces are buffers
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const line = bytes.subarray(start, end);
      yield rest.length === 0 ? line : Buffer.concat([...rest, line]);
      rest = [];
      start = end + 1;
    }
    rest.push(bytes.subarray(start));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last;
}

/** The same as text. */
export async function* linesOfFile(path: string): AsyncGenerator<string> {
  for await (const line of lineBytesOf(path)) yield line.toString('utf8');
}
