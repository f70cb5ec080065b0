/** Holds the leaves that a seal adds to the seal before it, and proves them in the tree of the seal. */
import { treeFrom, CompactRange } from '../../packages/statement-check/src/merkle/compact-range.js';
import { inclusionRanges } from '../../packages/statement-check/src/merkle/proofs.js';
import { parseHashes, type TreeHash } from '../../packages/statement-check/src/merkle/tree-hash.js';
import type { LogSealed } from '../streams/seals/seals.events.js';

/** The number of leaves of a subtree whose root is kept. */
const SUBTREE_LEAVES = 256;
const SUBTREE_LEVEL = 8;

export class SealedRange {
  private readonly indexById = new Map<string, number>();
  private readonly leaves: TreeHash[] = [];
  /** The roots of whole subtrees in the range, by their number in the tree. */
  private readonly subtreeRoots = new Map<number, TreeHash>();
  private readonly treeBefore: CompactRange;
  private growingSubtree: CompactRange | null = null;

  /** @param sealBefore null for the first seal */
  constructor(sealBefore: LogSealed | null) {
    this.treeBefore =
      (sealBefore && treeFrom(sealBefore.leaves, parseHashes(sealBefore.frontier) ?? [])) ??
      new CompactRange();
  }

  /** Adds the next leaf. @param id the id of its event */
  push(id: string, leaf: TreeHash): void {
    const place = this.treeBefore.end + this.leaves.length;
    this.indexById.set(id.toLowerCase(), place);
    this.leaves.push(leaf);
    if (place % SUBTREE_LEAVES === 0) this.growingSubtree = new CompactRange(place);
    this.growingSubtree?.push(leaf);
    if (this.growingSubtree !== null && (place + 1) % SUBTREE_LEAVES === 0)
      this.subtreeRoots.set((place + 1) / SUBTREE_LEAVES - 1, this.growingSubtree.root());
  }

  /** An event's leaf, its index from 0 and its path under the seal; null if the range lacks the event. */
  proof(id: string): { readonly leaf: TreeHash; readonly index: number; readonly path: TreeHash[] } | null {
    const index = this.indexById.get(id);
    const leaf = index === undefined ? undefined : this.leaves[index - this.treeBefore.end];
    if (index === undefined || leaf === undefined) return null;
    const size = this.treeBefore.end + this.leaves.length;
    return { leaf, index, path: inclusionRanges(index, size).map(([from, to]) => this.rootOf(from, to)) };
  }

  private rootOf(from: number, to: number): TreeHash {
    const range = new CompactRange(from);
    for (const subtree of this.treeBefore.subtrees)
      if (from <= subtree.start && subtree.start < to) range.join(subtree);
    while (range.end < to) {
      const block =
        range.end % SUBTREE_LEAVES === 0 ? this.subtreeRoots.get(range.end / SUBTREE_LEAVES) : undefined;
      if (block !== undefined && range.end + SUBTREE_LEAVES <= to)
        range.join({ start: range.end, level: SUBTREE_LEVEL, hash: block });
      else range.push(this.leaves[range.end - this.treeBefore.end] ?? Buffer.alloc(0));
    }
    return range.root();
  }
}
