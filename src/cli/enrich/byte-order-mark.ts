/** Tells the encoding of a file by its byte order mark, and encodes text in such an encoding. */
import { closeSync, openSync, readSync } from 'node:fs';

export type MarkedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const MARKS: readonly [MarkedEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the encoding that the mark at the beginning names; null: there is no mark. */
export const encodingByMark = (bytes: Uint8Array): MarkedEncoding | null =>
  MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0] ?? null;

/** Returns the first bytes of a file, or none if it can't be read: a full read reports the error. */
export function firstBytes(file: string, count: number): Uint8Array {
  const bytes = Buffer.alloc(count);
  try {
    const fd = openSync(file, 'r');
    try {
      return bytes.subarray(0, readSync(fd, bytes));
    } finally {
      closeSync(fd);
    }
  } catch {
    return bytes.subarray(0, 0);
  }
}

/** Encodes text for a file. @param encoding null: UTF-8, as in a result file without a mark */
export function encodeText(text: string, encoding: MarkedEncoding | null): Buffer {
  if (encoding === null || encoding === 'utf-8') return Buffer.from(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}
