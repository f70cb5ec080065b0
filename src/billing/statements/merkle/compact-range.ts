/**
 * Consecutive leaves of a Merkle tree, known by the hashes of the largest complete subtrees that lie in them:
 * about log2(n) hashes for n leaves. A range grows at its end; two that meet become one. A range from the
 * first leaf on has the tree's head; its hashes are the tree's frontier, from which the tree goes on growing.
 */
import { EMPTY_ROOT, nodeHash, type TreeHash } from './tree-hash.js';

/** A complete subtree of `2 ** level` leaves that begins at leaf `start`, a multiple of its size. */
export interface Subtree {
  readonly start: number;
  readonly level: number;
  readonly hash: TreeHash;
}

/** Which of the subtrees of its level this is, counted from 0: the right one of two where it is odd. */
const isRight = ({ start, level }: Subtree): boolean => (start / 2 ** level) % 2 === 1;

export class CompactRange {
  private readonly nodes: Subtree[] = [];
  private next: number;

  /** @param begin the first leaf that is to come */
  constructor(readonly begin: number = 0) {
    this.next = begin;
  }

  /** The leaf after the last one. */
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

  /** The next leaf. */
  push(hash: TreeHash): void {
    this.join({ start: this.next, level: 0, hash });
  }

  /**
   * The next leaves, as a complete subtree.
   * @throws RangeError where it isn't what comes next
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

  /** The hash of a range that is a subtree of a tree, or a tree (RFC 6962, 2.1: MTH). */
  root(): TreeHash {
    return (
      this.nodes.reduceRight<TreeHash | null>(
        (right, { hash }) => (right === null ? hash : nodeHash(hash, right)),
        null,
      ) ?? EMPTY_ROOT
    );
  }
}

/** The levels of the largest complete subtrees of a tree, from left to right: the ones of its size in binary. */
function levelsOf(size: number): readonly number[] {
  const levels: number[] = [];
  for (let [rest, level] = [size, 0]; rest > 0; [rest, level] = [Math.floor(rest / 2), level + 1])
    if (rest % 2 === 1) levels.unshift(level);
  return levels;
}

/** The tree of this size whose frontier is this; null where a tree of this size has not so many hashes. */
export function treeFrom(size: number, frontier: readonly TreeHash[]): CompactRange | null {
  const levels = levelsOf(size);
  if (levels.length !== frontier.length) return null;
  const tree = new CompactRange();
  frontier.forEach((hash, index) => tree.join({ start: tree.end, level: levels[index] ?? 0, hash }));
  return tree;
}
