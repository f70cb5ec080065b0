/** Writes a page as JSON around rows that are JSON already. */

export interface PageTail {
  readonly next_cursor: string | null;
  /** Rows still after this page. */
  readonly remaining: number;
  readonly results_ready: boolean;
  readonly expires_at: string | null;
}

const COMMA = Buffer.from(',');

/** `{"results":[…],"next_cursor":…}` in pieces. */
export async function* pagePieces(
  name: 'results' | 'errors',
  entries: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tail: PageTail,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"${name}":[`);
  let first = true;
  for await (const entry of entries) {
    if (!first) yield COMMA;
    first = false;
    yield entry;
  }
  yield Buffer.from(`],${JSON.stringify(tail).slice(1)}`);
}

/** All pieces at once: small pages have a length and are sent in one write. */
export async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
