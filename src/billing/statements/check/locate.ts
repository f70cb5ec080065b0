/**
 * Finds the one line that was changed, added or dropped, or the two that were swapped, by the locators of the
 * signed head, although the file agrees with itself (`docs/statements.md`, "Locators"). Two changes at once
 * are not found.
 */
import { Locators } from '../format/locators.js';
import { HASH_BYTES, type TreeHash } from '../merkle/tree-hash.js';

/** Places are counted from 0. */
export type Located =
  | { readonly code: 'changed' | 'added' | 'dropped'; readonly place: number }
  | { readonly code: 'reordered'; readonly place: number; readonly other: number };

const NOTHING: TreeHash = Buffer.alloc(HASH_BYTES);
const isNothing = (hash: TreeHash): boolean => hash.equals(NOTHING);

const sum = (a: TreeHash, b: TreeHash): TreeHash =>
  Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));

const locatorsOf = (leaves: readonly TreeHash[]): TreeHash[] => {
  const locators = new Locators();
  for (const leaf of leaves) locators.add(leaf);
  return locators.texts().map((text) => Buffer.from(text, 'hex'));
};

/** @param leaves of the lines as they are @param entries how many there were @param expected the signed locators, as many as so many lines have */
export function locate(
  leaves: readonly TreeHash[],
  entries: number,
  expected: readonly TreeHash[],
): Located | null {
  switch (leaves.length - entries) {
    case 0:
      return changedOrSwapped(leaves, expected);
    case 1:
      return added(leaves, expected);
    case -1:
      return dropped(leaves, expected);
    default:
      return null;
  }
}

const agree = (leaves: readonly TreeHash[], expected: readonly TreeHash[]): boolean =>
  locatorsOf(leaves).every((each, bit) => each.equals(expected[bit] ?? NOTHING));

function changedOrSwapped(leaves: readonly TreeHash[], expected: readonly TreeHash[]): Located | null {
  const differences = locatorsOf(leaves).map((each, bit) => sum(each, expected[bit] ?? NOTHING));
  const [all = NOTHING, ...bits] = differences;
  const one = bits.find((each) => !isNothing(each)) ?? all;
  if (isNothing(one) || !bits.every((each) => isNothing(each) || each.equals(one))) return null;
  const place = bits.reduce((at, each, bit) => (isNothing(each) ? at : at + 2 ** bit), 0);
  if (all.equals(one)) return place < leaves.length ? { code: 'changed', place } : null;
  return isNothing(all) ? swapped(leaves, place, one) : null;
}

/** @param between in which bits the two places differ @param difference the sum of the two hashes */
function swapped(leaves: readonly TreeHash[], between: number, difference: TreeHash): Located | null {
  for (const [place, leaf] of leaves.entries()) {
    const other = withBits(place, between);
    const there = leaves[other];
    if (other > place && there !== undefined && sum(leaf, there).equals(difference))
      return { code: 'reordered', place, other };
  }
  return null;
}

/** The place with these bits turned over. */
function withBits(place: number, bits: number): number {
  let [turned, worth] = [0, 1];
  for (let [a, b] = [place, bits]; a > 0 || b > 0; [a, b] = [Math.floor(a / 2), Math.floor(b / 2)]) {
    if (a % 2 !== b % 2) turned += worth;
    worth *= 2;
  }
  return turned;
}

function added(leaves: readonly TreeHash[], expected: readonly TreeHash[]): Located | null {
  const extra = sum(locatorsOf(leaves)[0] ?? NOTHING, expected[0] ?? NOTHING);
  const candidates = leaves.flatMap((leaf, place) => (leaf.equals(extra) ? [place] : []));
  // A line that was doubled is in the file twice: the later one is called the added one.
  const place = candidates
    .toReversed()
    .find((at) => agree([...leaves.slice(0, at), ...leaves.slice(at + 1)], expected));
  return place === undefined ? null : { code: 'added', place };
}

/** The hash of the line that is gone is known; its place is that at which the sums come right. */
function dropped(leaves: readonly TreeHash[], expected: readonly TreeHash[]): Located | null {
  const gone = sum(locatorsOf(leaves)[0] ?? NOTHING, expected[0] ?? NOTHING);
  const sums = locatorsOf([gone, ...leaves]);
  for (let place = 0; place <= leaves.length; place++) {
    if (sums.every((each, bit) => each.equals(expected[bit] ?? NOTHING))) return { code: 'dropped', place };
    // The gone line goes one place on, the line there one back: both turn the bits in which the two
    // places differ, which are the lowest ones.
    const moved = sum(gone, leaves[place] ?? NOTHING);
    for (let bit = 0, a = place, b = place + 1; a !== b; bit++) {
      sums[bit + 1] = sum(sums[bit + 1] ?? NOTHING, moved);
      [a, b] = [Math.floor(a / 2), Math.floor(b / 2)];
    }
  }
  return null;
}
