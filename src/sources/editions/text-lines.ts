/** The text of a published table, out of its bytes. */
import { isAscii } from 'node:buffer';

const NEWLINE = 0x0a;

/**
 * Whole lines at a time, so that no character is ever cut in two. What is ASCII, as nearly all of it is, is decoded
 * several times faster when that is said.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decode = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield decode(Buffer.concat([...rest.splice(0), chunk.subarray(0, end)]));
    rest.push(Buffer.from(chunk.subarray(end)));
  }
  yield decode(Buffer.concat(rest));
}
