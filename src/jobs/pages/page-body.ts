/** Writes a page as JSON around rows that are JSON already, and deflated as they may be kept. */
import { plainBytes, type KeptBytes } from '../../shared/deflated.js';
import type { PageTail } from '../status/job-bodies.js';

const text = (json: string): KeptBytes => plainBytes(Buffer.from(json));
const COMMA = text(',');

/** `{"results":[…],"next_cursor":…}` in pieces. */
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

/** All pieces at once: small pages have a length and are sent in one write. */
export async function gathered(pieces: AsyncIterable<KeptBytes>): Promise<readonly KeptBytes[]> {
  const all: KeptBytes[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
