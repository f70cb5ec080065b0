/**
 * Finds rows of a job by the words of their `ref` and company name, and by the reason of their failure. A
 * document has the prints of the words of a pack of results, row by row: a small fraction of the rows, which
 * a search reads instead of them. It is data of the rows, and is erased with them.
 */
import type { JobId } from '../../packages/contract/src/ids.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';

/** It has the key of its pack of results. The body has the prints of each row, and `END` after each row. */
export type RowWordsDocument = {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  readonly from: number;
};

export const ROW_WORDS = typedCollection<RowWordsDocument>('row_words');

/** Rows of a pack. A smaller one has no document: a search reads its rows themselves. */
export const FEWEST_ROWS = 16;

/** Ends a row. No print is 0. */
const END = 0;

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text, in lower case and without signs between them. A search finds whole words. */
export const wordsOf = (text: string): readonly string[] =>
  text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** FNV-1a with 32 bits: a row of 60,000 has a wrong print once in 10,000 searches. */
export function printOfWord(word: string): number {
  let print = 0x811c9dc5;
  for (let index = 0; index < word.length; index++)
    print = Math.imul(print ^ word.charCodeAt(index), 0x01000193);
  return print >>> 0 || 1;
}

/** The print of a failure. A word has no colon, so no word has this text. */
export const printOfReason = (reason: ReasonCode): number => printOfWord(`reason:${reason}`);

/** The print of every row that failed as a whole. */
export const FAILED = printOfWord('reason:');

/** What a search knows of a row. */
export interface SearchedRow {
  /** The row's `ref`, the company's name, and the name that was asked for. */
  readonly texts: readonly (string | undefined)[];
  readonly reason: ReasonCode | undefined;
}

/** The prints of one row, each once. */
export function printsOfRow({ texts, reason }: SearchedRow): ReadonlySet<number> {
  const prints = new Set(texts.flatMap((text) => wordsOf(text ?? '')).map(printOfWord));
  if (reason !== undefined) prints.add(FAILED).add(printOfReason(reason));
  return prints;
}

export function packedPrints(rows: readonly SearchedRow[]): Uint8Array {
  const all = rows.flatMap((row) => [...printsOfRow(row), END]);
  const bytes = Buffer.alloc(all.length * 4);
  all.forEach((print, index) => bytes.writeUInt32LE(print, index * 4));
  return bytes;
}

/** The prints of each row of a document, in the order of the rows. */
export function* printsIn(body: Uint8Array): Generator<ReadonlySet<number>> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let row = new Set<number>();
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const print = bytes.readUInt32LE(at);
    if (print !== END) row.add(print);
    else {
      yield row;
      row = new Set();
    }
  }
}
