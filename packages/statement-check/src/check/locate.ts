/**
 * Finds the one line that was changed, added or dropped, or the two that were swapped, by the locators of the
 * signed head (`docs/statements.md`, "Locators"). The locators are needed if all unsigned data were changed
 * to match the changed line. Two changes in one file are not found.
 */
import { Locators } from '../format/locators.js';
import { HASH_BYTES, type TreeHash } from '../merkle/tree-hash.js';

/** The fault with its place, counted from 0. */
export type LocatedFault =
  | { readonly code: 'changed' | 'added' | 'dropped'; readonly place: number }
  | { readonly code: 'reordered'; readonly place: number; readonly other: number };

const NOTHING: TreeHash = Buffer.alloc(HASH_BYTES);
const isNothing = (hash: TreeHash): boolean => hash.equals(NOTHING);

const xor = (a: TreeHash, b: TreeHash): TreeHash =>
  Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));

const locatorsOf = (leaves: readonly TreeHash[]): TreeHash[] => {
  const locators = new Locators();
  for (const leaf of leaves) locators.add(leaf);
  return locators.texts().map((text) => Buffer.from(text, 'hex'));
};

/**
 * Locates the fault; null where there is more than one.
 * @param leaves the leaves of the lines in the file
 * @param entries number of lines that were signed
 * @param expected the signed locators
 */
export function locateFault(
  leaves: readonly TreeHash[],
  entries: number,
  expected: readonly TreeHash[],
): LocatedFault | null {
  switch (leaves.length - entries) {
    case 0:
      return locateChangedOrSwapped(leaves, expected);
    case 1:
      return locateAdded(leaves, expected);
    case -1:
      return locateDropped(leaves, expected);
    default:
      return null;
  }
}

const locatorsMatch = (leaves: readonly TreeHash[], expected: readonly TreeHash[]): boolean =>
  locatorsOf(leaves).every((locator, bit) => locator.equals(expected[bit] ?? NOTHING));

function locateChangedOrSwapped(
  leaves: readonly TreeHash[],
  expected: readonly TreeHash[],
): LocatedFault | null {
  const differences = locatorsOf(leaves).map((locator, bit) => xor(locator, expected[bit] ?? NOTHING));
  const [all = NOTHING, ...bits] = differences;
  const change = bits.find((bit) => !isNothing(bit)) ?? all;
  if (isNothing(change) || !bits.every((bit) => isNothing(bit) || bit.equals(change))) return null;
  const place = bits.reduce((sum, hash, bit) => (isNothing(hash) ? sum : sum + 2 ** bit), 0);
  if (all.equals(change)) return place < leaves.length ? { code: 'changed', place } : null;
  return isNothing(all) ? locateSwapped(leaves, place, change) : null;
}

/**
 * @param differingBits the bits in which the two places differ
 * @param difference the sum of the two hashes
 */
function locateSwapped(
  leaves: readonly TreeHash[],
  differingBits: number,
  difference: TreeHash,
): LocatedFault | null {
  for (const [place, leaf] of leaves.entries()) {
    const other = withFlippedBits(place, differingBits);
    const otherLeaf = leaves[other];
    if (other > place && otherLeaf !== undefined && xor(leaf, otherLeaf).equals(difference))
      return { code: 'reordered', place, other };
  }
  return null;
}

/** The place with these bits flipped. */
function withFlippedBits(place: number, bits: number): number {
  let [flipped, worth] = [0, 1];
  for (let [a, b] = [place, bits]; a > 0 || b > 0; [a, b] = [Math.floor(a / 2), Math.floor(b / 2)]) {
    if (a % 2 !== b % 2) flipped += worth;
    worth *= 2;
  }
  return flipped;
}

function locateAdded(leaves: readonly TreeHash[], expected: readonly TreeHash[]): LocatedFault | null {
  const extra = xor(locatorsOf(leaves)[0] ?? NOTHING, expected[0] ?? NOTHING);
  const candidates = leaves.flatMap((leaf, place) => (leaf.equals(extra) ? [place] : []));
  // A repeated line is in the file twice: the later one counts as added.
  const place = candidates
    .toReversed()
    .find((at) => locatorsMatch([...leaves.slice(0, at), ...leaves.slice(at + 1)], expected));
  return place === undefined ? null : { code: 'added', place };
}

/** Finds a dropped line. Its hash is known; its place is the one at which the sums match. */
function locateDropped(leaves: readonly TreeHash[], expected: readonly TreeHash[]): LocatedFault | null {
  const missingHash = xor(locatorsOf(leaves)[0] ?? NOTHING, expected[0] ?? NOTHING);
  const sums = locatorsOf([missingHash, ...leaves]);
  for (let place = 0; place <= leaves.length; place++) {
    if (sums.every((locator, bit) => locator.equals(expected[bit] ?? NOTHING)))
      return { code: 'dropped', place };
    // The dropped line moves one place on, and the line there one place back. Both flip the bits in which
    // the two places differ, which are the lowest ones.
    const moved = xor(missingHash, leaves[place] ?? NOTHING);
    for (let bit = 0, a = place, b = place + 1; a !== b; bit++) {
      sums[bit + 1] = xor(sums[bit + 1] ?? NOTHING, moved);
      [a, b] = [Math.floor(a / 2), Math.floor(b / 2)];
    }
  }
  return null;
}
