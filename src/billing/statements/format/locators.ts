/**
 * Sums of the hashes of a statement's lines, by which one line that was changed is found although everything
 * unsigned in the file was made to agree with it (`docs/statements.md`, "Locators"). The first is the sum
 * (exclusive or) of all, the one numbered 1 + b that of the lines whose place has bit b set. They stand in
 * the signed head.
 */
import { HASH_BYTES, type TreeHash } from '../merkle/tree-hash.js';

const WORDS = HASH_BYTES / 4;

const wordsOf = (hash: TreeHash): Int32Array =>
  Int32Array.from({ length: WORDS }, (_, word) => hash.readInt32BE(4 * word));

function add(sum: Int32Array, words: Int32Array): void {
  for (let word = 0; word < WORDS; word++) sum[word] = (sum[word] ?? 0) ^ (words[word] ?? 0);
}

function hexOf(sum: Int32Array): string {
  const bytes = Buffer.alloc(HASH_BYTES);
  sum.forEach((value, word) => bytes.writeInt32BE(value, 4 * word));
  return bytes.toString('hex');
}

export class Locators {
  private readonly sums: Int32Array[] = [new Int32Array(WORDS)];
  private count = 0;

  /** The next line of the statement. */
  add(hash: TreeHash): void {
    const words = wordsOf(hash);
    let rest = this.count++;
    for (let place = 0; ; place++) {
      const sum = (this.sums[place] ??= new Int32Array(WORDS));
      if (place === 0) add(sum, words);
      else {
        if (rest % 2 === 1) add(sum, words);
        rest = Math.floor(rest / 2);
      }
      if (rest === 0) return;
    }
  }

  /** One for all and one for each bit of the greatest place, as hexadecimal digits. */
  texts(): readonly string[] {
    return this.sums.map(hexOf);
  }
}
