/** The bytes of one document or nested archive. */

/** Beyond the reader's own limit: enough to see that a document is too large, however much follows. */
const MOST_BYTES = 21 << 20;
/** Of an archive inside of an archive: a busy day's, several times over. */
const MOST_ARCHIVE_BYTES = 512 << 20;

const ARCHIVE = Buffer.from('PK\u0003\u0004', 'latin1');

export const startsAsArchive = (bytes: Uint8Array): boolean =>
  Buffer.compare(bytes.subarray(0, ARCHIVE.length), ARCHIVE) === 0;

/** All of them, or the first so many of what is far too large. */
export async function bytesOf(chunks: AsyncIterable<unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array[] = [];
  let size = 0;
  let most = MOST_BYTES;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) continue;
    if (kept.length === 0 && startsAsArchive(chunk)) most = MOST_ARCHIVE_BYTES;
    kept.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of kept) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
