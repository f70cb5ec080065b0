/** The bodies of answers, read whole and within a limit. */
import { unexpected } from './shape.js';

/** The most that an answer may hold, in bytes: a page of a thousand rows has a tenth of it. */
const LARGEST_ANSWER = 2 ** 28;

/** @throws CompanyDataError for an answer that would fill the memory */
export async function bytesIn(response: Response): Promise<Uint8Array> {
  // A `fetch` of somebody's own may answer without a stream.
  if (!response.body) return new Uint8Array(await response.arrayBuffer());
  const pieces: Uint8Array[] = [];
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > LARGEST_ANSWER) {
      void reader.cancel().catch(() => undefined);
      throw unexpected('more than 256 MB at once');
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

export const textIn = async (response: Response): Promise<string> =>
  response.body ? new TextDecoder().decode(await bytesIn(response)) : response.text();
