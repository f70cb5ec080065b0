/** The bytes of one document, in a buffer that may be moved to another thread. */

/** Beyond the reader's own limit: enough to see that a document is too large, however much follows. */
const MOST_BYTES = 21 << 20;

/** All of them, or the first so many of a document that is far too large. */
export async function bytesOf(chunks: AsyncIterable<unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) continue;
    kept.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) break;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of kept) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
