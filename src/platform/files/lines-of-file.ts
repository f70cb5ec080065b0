/** The lines of a file, ended by a line feed alone: JSON may hold every other separator of lines. */
import { createReadStream } from 'node:fs';

const LINE_FEED = 0x0a;
const PIECE_BYTES = 1024 * 1024;

/** Text after the last line feed is a line too. */
export async function* linesOfFile(path: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes = piece as Buffer; // without an encoding pieces are buffers
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...rest, bytes.subarray(start, end)]).toString('utf8');
      rest = [];
      start = end + 1;
    }
    rest.push(bytes.subarray(start));
  }
  const last = Buffer.concat(rest).toString('utf8');
  if (last !== '') yield last;
}
