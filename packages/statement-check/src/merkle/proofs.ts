/**
 * Makes and checks proofs over a Merkle tree: that a leaf is in the tree, and that an earlier tree is the
 * beginning of a later one. Proofs are made as in RFC 6962, 2.1.1 and 2.1.2, and checked as in RFC 9162,
 * 2.1.3.2 and 2.1.4.2.
 */
import { CompactRange, type Subtree } from './compact-range.js';
import { EMPTY_ROOT, nodeHash, type TreeHash } from './tree-hash.js';

/** The leaves from `from` to before `to`. */
export type LeafRange = readonly [from: number, to: number];

/** The largest power of two below `size`, which is at least 2. */
const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** The subtrees whose hashes prove that a leaf is in a tree of this size, in proof order (RFC 6962: PATH). */
export function inclusionRanges(leaf: number, size: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (leaf < middle) {
      ranges.unshift([middle, to]);
      to = middle;
    } else {
      ranges.unshift([from, middle]);
      from = middle;
    }
  }
  return ranges;
}

/**
 * The subtrees whose hashes prove that a tree of `earlier` leaves, at least 1, is the beginning of a tree of
 * `size` leaves, in proof order (RFC 6962: PROOF).
 */
export function consistencyRanges(earlier: number, size: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (earlier < to) {
    const middle = from + splitOf(to - from);
    if (earlier <= middle) {
      ranges.unshift([middle, to]);
      to = middle;
    } else {
      ranges.unshift([from, middle]);
      from = middle;
    }
  }
  return from === 0 ? ranges : [[from, to], ...ranges];
}

/** Makes the hashes of a proof from the leaves of the tree, given from first to last. */
export class ProofMaker {
  private readonly parts: readonly { readonly range: LeafRange; readonly leaves: CompactRange }[];

  constructor(ranges: readonly LeafRange[]) {
    this.parts = ranges.map((range) => ({ range, leaves: new CompactRange(range[0]) }));
  }

  /** Takes the next subtree. A subtree in none of the ranges is ignored. */
  addSubtree(subtree: Subtree): void {
    const part = this.parts.find(({ range: [from, to] }) => from <= subtree.start && subtree.start < to);
    part?.leaves.join(subtree);
  }

  /** @throws RangeError where a leaf was not passed */
  hashes(): readonly TreeHash[] {
    return this.parts.map(({ range, leaves }) => {
      if (leaves.end !== range[1]) throw new RangeError(`leaf ${leaves.end} has not passed`);
      return leaves.root();
    });
  }
}

const half = (number: number): number => Math.floor(number / 2);
const isOdd = (number: number): boolean => number % 2 === 1;

/** A claim: the leaf stands at `index` in a tree of `size` leaves with this root. */
export interface InclusionClaim {
  readonly leaf: TreeHash;
  readonly index: number;
  readonly size: number;
  readonly root: TreeHash;
}

export function provesInclusion(
  { leaf, index, size, root }: InclusionClaim,
  path: readonly TreeHash[],
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let [place, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else hash = nodeHash(hash, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && hash.equals(root);
}

export interface TreeHead {
  readonly size: number;
  readonly root: TreeHash;
}

/** Whether the earlier tree is the beginning of the later one. Every tree continues the empty tree. */
export function provesConsistency(earlier: TreeHead, later: TreeHead, path: readonly TreeHash[]): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && earlier.root.equals(later.root);
  if (earlier.size === 0) return path.length === 0 && earlier.root.equals(EMPTY_ROOT);
  let [place, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  const [first, ...rest] = place === 0 ? [earlier.root, ...path] : path;
  if (first === undefined) return false;
  let [inEarlier, inLater] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      [inEarlier, inLater] = [nodeHash(hash, inEarlier), nodeHash(hash, inLater)];
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else inLater = nodeHash(inLater, hash);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && inEarlier.equals(earlier.root) && inLater.equals(later.root);
}
