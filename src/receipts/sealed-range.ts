/** The leaves that a seal adds to the seal before it, for proofs over the tree of the seal. */
import { treeFrom, CompactRange } from '../../packages/statement-check/src/merkle/compact-range.js';
import { inclusionRanges } from '../../packages/statement-check/src/merkle/proofs.js';
import { parseHashes, type TreeHash } from '../../packages/statement-check/src/merkle/tree-hash.js';
import type { LogSealed } from '../streams/seals/seals.events.js';

/** Leaves of a subtree that is hashed once. */
const BLOCK = 256;
const BLOCK_LEVEL = 8;

export class SealedRange {
  private readonly places = new Map<string, number>();
  private readonly leaves: TreeHash[] = [];
  /** The roots of whole blocks in the range, by their number in the tree. */
  private readonly blocks = new Map<number, TreeHash>();
  private readonly before: CompactRange;
  private growing: CompactRange | null = null;

  /** @param from the seal before it; null for the first */
  constructor(from: LogSealed | null) {
    this.before = (from && treeFrom(from.leaves, parseHashes(from.frontier) ?? [])) ?? new CompactRange();
  }

  /** Adds the next leaf. @param id of its event */
  push(id: string, leaf: TreeHash): void {
    const place = this.before.end + this.leaves.length;
    this.places.set(id.toLowerCase(), place);
    this.leaves.push(leaf);
    if (place % BLOCK === 0) this.growing = new CompactRange(place);
    this.growing?.push(leaf);
    if (this.growing !== null && (place + 1) % BLOCK === 0)
      this.blocks.set((place + 1) / BLOCK - 1, this.growing.root());
  }

  /** The place of an event's leaf, from 0, and its path under the seal; null where the range lacks it. */
  proof(id: string): { readonly leaf: TreeHash; readonly index: number; readonly path: TreeHash[] } | null {
    const index = this.places.get(id);
    const leaf = index === undefined ? undefined : this.leaves[index - this.before.end];
    if (index === undefined || leaf === undefined) return null;
    const size = this.before.end + this.leaves.length;
    return { leaf, index, path: inclusionRanges(index, size).map(([from, to]) => this.rootOf(from, to)) };
  }

  private rootOf(from: number, to: number): TreeHash {
    const range = new CompactRange(from);
    for (const subtree of this.before.subtrees)
      if (from <= subtree.start && subtree.start < to) range.join(subtree);
    while (range.end < to) {
      const block = range.end % BLOCK === 0 ? this.blocks.get(range.end / BLOCK) : undefined;
      if (block !== undefined && range.end + BLOCK <= to)
        range.join({ start: range.end, level: BLOCK_LEVEL, hash: block });
      else range.push(this.leaves[range.end - this.before.end] ?? Buffer.alloc(0));
    }
    return range.root();
  }
}
