/** Writes the JSON of a page in pieces. */
import { plainBytes, type KeptBytes } from '../../../packages/platform/src/bytes/deflated.js';
import type { PageTail } from '../status/job-bodies.js';
import type { PagedEndpoint } from './page-cursor.js';

const jsonPiece = (json: string): KeptBytes => plainBytes(Buffer.from(json));
const COMMA = jsonPiece(',');

/** Yields `{"results":[…],"next_cursor":…}` in pieces. */
export async function* pagePieces(
  name: PagedEndpoint,
  entries: AsyncIterable<KeptBytes> | Iterable<KeptBytes>,
  tail: PageTail,
): AsyncGenerator<KeptBytes> {
  yield jsonPiece(`{"${name}":[`);
  let isFirst = true;
  for await (const entry of entries) {
    if (!isFirst) yield COMMA;
    isFirst = false;
    yield entry;
  }
  yield jsonPiece(`],${JSON.stringify(tail).slice(1)}`);
}

/** Collects all pieces, so that a small page has a known length and is sent in one write. */
export async function collectPieces(pieces: AsyncIterable<KeptBytes>): Promise<readonly KeptBytes[]> {
  const collectedPieces: KeptBytes[] = [];
  for await (const piece of pieces) collectedPieces.push(piece);
  return collectedPieces;
}
