/** Decodes the text of a published table. */
import { isAscii } from 'node:buffer';
import { ImportRefusal } from './import-outcome.js';

const NEWLINE = 0x0a;
/** The maximum length of a line, far above published ones. It bounds memory. */
const MAX_BYTES_A_LINE = 64 << 20;

/** Decodes bytes. ASCII is decoded as Latin-1, which is several times faster and fits nearly all text. */
export const decoded = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

/** Yields whole lines, so that no character is cut in two. */
export async function* wholeLinesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield Buffer.concat([...rest.splice(0), chunk.subarray(0, end)]);
      restBytes = 0;
    }
    rest.push(Buffer.from(chunk.subarray(end)));
    restBytes += chunk.length - end;
    if (restBytes > MAX_BYTES_A_LINE) {
      throw new ImportRefusal('wrong_header', `a line is longer than ${MAX_BYTES_A_LINE >> 20} MB`);
    }
  }
  yield Buffer.concat(rest);
}

export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const bytes of wholeLinesOf(chunks)) yield decoded(bytes);
}
