/** Every byte of a folder, journals and unused pages included, also where text is kept deflated. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, inflateRawSync } from 'node:zlib';

/** Enough of a deflated piece to read the first of its rows; the rest lies on other pages. */
const WINDOW_BYTES = 1_024;

/** The files that hold a word, by their names in the folder; files that come and go meanwhile are passed over. */
export function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => holds(bytesOf(path), word))
    .map((path) => path.slice(folder.length + 1))
    .sort();
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

const holds = (bytes: Buffer, word: string): boolean => bytes.includes(word) || holdsDeflated(bytes, word);

/** Whether a piece of raw deflate that begins anywhere in the bytes says the word near its beginning. */
function holdsDeflated(bytes: Buffer, word: string): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if (!beginsDeflated(bytes, at)) continue;
    try {
      const window = bytes.subarray(at, at + WINDOW_BYTES);
      if (inflateRawSync(window, { finishFlush: constants.Z_SYNC_FLUSH }).includes(word)) return true;
    } catch {
      // It only looked like it.
    }
  }
  return false;
}

/** Whether a block with codes of its own may begin here (RFC 1951, 3.2.7): the lengths of its first code fill it up. */
function beginsDeflated(bytes: Buffer, at: number): boolean {
  const first = bytes[at] ?? 0;
  if ((first & 0b110) !== 0b100 || first >> 3 > 29 || at + 10 > bytes.length) return false;
  const bits = (from: number, count: number): number => {
    const word = bytes.readUIntLE(at + (from >> 3), 2);
    return (word >> (from & 7)) & ((1 << count) - 1);
  };
  const codes = bits(13, 4) + 4;
  let filled = 0;
  for (let code = 0; code < codes && at + 10 < bytes.length; code++) {
    const length = bits(17 + code * 3, 3);
    if (length > 0) filled += 128 >> length;
  }
  return filled === 128;
}
