/**
 * Gives the proof of every new leaf of a tree: all complete subtrees are kept, 64 bytes a leaf. `ProofMaker`
 * makes a single proof without them.
 */
import type { Subtree } from './compact-range.js';
import { inclusionRanges, type LeafRange } from './proofs.js';
import { EMPTY_ROOT, HASH_BYTES, nodeHash, type TreeHash } from './tree-hash.js';

/** The hashes of one level, from the first complete subtree that isn't of the tree before. */
class Level {
  private bytes = Buffer.alloc(1_024 * HASH_BYTES);
  private count = 0;

  constructor(private readonly first: number) {}

  hash(place: number): TreeHash | null {
    const at = (place - this.first) * HASH_BYTES;
    return at < 0 || place - this.first >= this.count ? null : this.bytes.subarray(at, at + HASH_BYTES);
  }

  push(hash: TreeHash): void {
    const at = this.count++ * HASH_BYTES;
    if (at === this.bytes.length) this.bytes = Buffer.concat([this.bytes], 2 * at);
    hash.copy(this.bytes, at);
  }
}

export class EveryPath {
  private readonly levels: Level[] = [];
  private size = 0;
  /** Hashes of the ranges at the end of the tree that are no complete subtree, by their first leaf. */
  private readonly ends = new Map<number, TreeHash>();

  /** @param before the largest complete subtrees of the tree before, from left to right */
  constructor(before: readonly Subtree[]) {
    for (const { start, level, hash } of before) {
      this.levels[level] = new Level(start / 2 ** level);
      this.levels[level].push(hash);
      this.size = start + 2 ** level;
    }
  }

  /** Adds the next leaf. Add no further leaf once a path was asked for. */
  push(leaf: TreeHash): void {
    let [place, level, hash] = [this.size++, 0, leaf];
    for (;;) {
      (this.levels[level] ??= new Level(place)).push(hash);
      const left = place % 2 === 1 ? this.levels[level]?.hash(place - 1) : null;
      if (left == null) return;
      [place, level, hash] = [(place - 1) / 2, level + 1, nodeHash(left, hash)];
    }
  }

  root(): TreeHash {
    return this.size === 0 ? EMPTY_ROOT : this.hashOf([0, this.size]);
  }

  /** The hashes that prove that the leaf is in the tree. @throws RangeError for a leaf of the tree before */
  path(leaf: number): readonly TreeHash[] {
    return inclusionRanges(leaf, this.size).map((range) => this.hashOf(range));
  }

  private hashOf([from, to]: LeafRange): TreeHash {
    const level = Math.log2(to - from);
    if (Number.isInteger(level)) {
      const hash = this.levels[level]?.hash(from / 2 ** level);
      if (hash == null) throw new RangeError(`the leaves from ${from} to ${to} are not kept`);
      return hash;
    }
    const known = this.ends.get(from);
    if (known !== undefined) return known;
    const middle = from + 2 ** Math.floor(level);
    const hash = nodeHash(this.hashOf([from, middle]), this.hashOf([middle, to]));
    this.ends.set(from, hash);
    return hash;
  }
}
