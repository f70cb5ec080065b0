/** Writes a page as JSON around its rows, which are JSON already and may be stored deflated. */
import { plainBytes, type KeptBytes } from '../../../packages/platform/src/bytes/deflated.js';
import type { PageTail } from '../status/job-bodies.js';

const text = (json: string): KeptBytes => plainBytes(Buffer.from(json));
const COMMA = text(',');

/** Yields `{"results":[…],"next_cursor":…}` in pieces. */
export async function* pagePieces(
  name: 'results' | 'errors',
  entries: AsyncIterable<KeptBytes> | Iterable<KeptBytes>,
  tail: PageTail,
): AsyncGenerator<KeptBytes> {
  yield text(`{"${name}":[`);
  let first = true;
  for await (const entry of entries) {
    if (!first) yield COMMA;
    first = false;
    yield entry;
  }
  yield text(`],${JSON.stringify(tail).slice(1)}`);
}

/** Collects all pieces: a small page gets a length and is sent in one write. */
export async function collectPieces(pieces: AsyncIterable<KeptBytes>): Promise<readonly KeptBytes[]> {
  const all: KeptBytes[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
