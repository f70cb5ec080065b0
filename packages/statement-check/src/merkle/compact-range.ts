/**
 * A range of consecutive leaves of a Merkle tree, stored as the hashes of the largest complete subtrees in
 * it: about log2(n) hashes for n leaves. A range grows at its end. A range that starts at leaf 0 has the
 * tree's root, and its hashes are the tree's frontier, from which the tree can grow.
 */
import { EMPTY_ROOT, nodeHash, type TreeHash } from './tree-hash.js';

/** A complete subtree of `2 ** level` leaves. Its first leaf, `start`, is a multiple of that size. */
export interface Subtree {
  readonly start: number;
  readonly level: number;
  readonly hash: TreeHash;
}

/** Whether the subtree is the right one of its pair: its number in its level, counted from 0, is odd. */
const isRight = ({ start, level }: Subtree): boolean => (start / 2 ** level) % 2 === 1;

export class CompactRange {
  private readonly nodes: Subtree[] = [];
  private next: number;

  /** @param begin index of the first leaf */
  constructor(readonly begin: number = 0) {
    this.next = begin;
  }

  /** The index after the last leaf. */
  get end(): number {
    return this.next;
  }

  /** The largest complete subtrees, from left to right. */
  get subtrees(): readonly Subtree[] {
    return this.nodes;
  }

  get hashes(): readonly TreeHash[] {
    return this.nodes.map(({ hash }) => hash);
  }

  /** Adds the next leaf. */
  push(hash: TreeHash): void {
    this.join({ start: this.next, level: 0, hash });
  }

  /**
   * Adds the next leaves, as a complete subtree.
   * @throws RangeError where the subtree doesn't begin at the next leaf
   */
  join(subtree: Subtree): void {
    if (subtree.start !== this.next) throw new RangeError(`leaf ${this.next} is next, not ${subtree.start}`);
    this.next += 2 ** subtree.level;
    let last = subtree;
    for (
      let left = this.nodes.at(-1);
      left?.level === last.level && isRight(last);
      left = this.nodes.at(-1)
    ) {
      this.nodes.pop();
      last = { start: left.start, level: left.level + 1, hash: nodeHash(left.hash, last.hash) };
    }
    this.nodes.push(last);
  }

  /** The hash of a range that is a whole subtree or tree (RFC 6962, 2.1: MTH). */
  root(): TreeHash {
    return (
      this.nodes.reduceRight<TreeHash | null>(
        (right, { hash }) => (right === null ? hash : nodeHash(hash, right)),
        null,
      ) ?? EMPTY_ROOT
    );
  }
}

/** The levels of the largest complete subtrees of a tree, from left to right: the one bits of its size. */
function levelsOf(size: number): readonly number[] {
  const levels: number[] = [];
  for (let [rest, level] = [size, 0]; rest > 0; [rest, level] = [Math.floor(rest / 2), level + 1])
    if (rest % 2 === 1) levels.unshift(level);
  return levels;
}

/** The tree of this size with this frontier; null where a tree of this size has another number of hashes. */
export function treeFrom(size: number, frontier: readonly TreeHash[]): CompactRange | null {
  const levels = levelsOf(size);
  if (levels.length !== frontier.length) return null;
  const tree = new CompactRange();
  frontier.forEach((hash, index) => tree.join({ start: tree.end, level: levels[index] ?? 0, hash }));
  return tree;
}
