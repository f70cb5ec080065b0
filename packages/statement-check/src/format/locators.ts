/**
 * Makes the locators of a statement: sums of the hashes of its lines, in its signed head
 * (`docs/statements.md`, "Locators"). They find one changed line even if all unsigned data were changed to
 * match it. The first locator is the sum (exclusive or) of all hashes. Number 1 + b is the sum for the lines
 * whose place has bit b set.
 */
import { HASH_BYTES, type TreeHash } from '../merkle/tree-hash.js';

const WORDS = HASH_BYTES / 4;

function addHash(sum: Int32Array, words: Int32Array): void {
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

  /** Adds the hash of the next line. */
  add(hash: TreeHash): void {
    const words = Int32Array.from({ length: WORDS }, (_, word) => hash.readInt32BE(4 * word));
    let rest = this.count++;
    for (let locator = 0; ; locator++) {
      const sum = (this.sums[locator] ??= new Int32Array(WORDS));
      if (locator === 0) addHash(sum, words);
      else {
        if (rest % 2 === 1) addHash(sum, words);
        rest = Math.floor(rest / 2);
      }
      if (rest === 0) return;
    }
  }

  /** The locators in hexadecimal digits: one for all lines, and one for each bit of the greatest place. */
  texts(): readonly string[] {
    return this.sums.map(hexOf);
  }
}
