/**
 * Holds the hashes of a Merkle tree as tiles (C2SP tlog-tiles): concatenated hashes of 256 nodes each. A tile
 * of level 0 holds leaves, and a node of a higher level is the root of a full tile below it.
 */
import { CompactRange } from '../../packages/statement-check/src/merkle/compact-range.js';
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
} from '../../packages/statement-check/src/merkle/proofs.js';
import { HASH_BYTES, type TreeHash } from '../../packages/statement-check/src/merkle/tree-hash.js';

/** Nodes of a full tile. */
export const TILE_WIDTH = 256;
/** Levels of the tree that a tile spans. */
const TILE_HEIGHT = 8;

interface Level {
  /** The full tiles, and last the one that grows. */
  readonly tiles: Buffer[];
  /** The number of nodes in all tiles. */
  count: number;
  /** The nodes since the last full tile. */
  growing: CompactRange;
}

export class TileTree {
  private readonly levels: Level[] = [];

  get size(): number {
    return this.levels[0]?.count ?? 0;
  }

  push(leaf: TreeHash): void {
    this.add(leaf, 0);
  }

  private add(node: TreeHash, index: number): void {
    const level = (this.levels[index] ??= { tiles: [], count: 0, growing: new CompactRange() });
    const place = level.count % TILE_WIDTH;
    if (place === 0) level.tiles.push(Buffer.alloc(TILE_WIDTH * HASH_BYTES));
    node.copy(level.tiles.at(-1) ?? node, place * HASH_BYTES);
    level.count += 1;
    level.growing.push(node);
    if (level.growing.end < TILE_WIDTH) return;
    this.add(level.growing.root(), index + 1);
    level.growing = new CompactRange();
  }

  /** The first `width` hashes of a tile; null if the tile has fewer of them. */
  tile(level: number, index: number, width: number): Buffer | null {
    const { count, tiles } = this.levels[level] ?? { count: 0, tiles: [] };
    if (index * TILE_WIDTH + width > count) return null;
    return tiles[index]?.subarray(0, width * HASH_BYTES) ?? null;
  }

  root(): TreeHash {
    return this.rootOf([0, this.size]);
  }

  /** Proves that a leaf is in the whole tree (RFC 6962, 2.1.1). */
  inclusionPath(leaf: number): readonly TreeHash[] {
    return inclusionRanges(leaf, this.size).map((range) => this.rootOf(range));
  }

  /** Proves that the tree of `earlier` leaves, at least 1, is the beginning of this one (RFC 6962, 2.1.2). */
  consistencyPath(earlier: number): readonly TreeHash[] {
    return consistencyRanges(earlier, this.size).map((range) => this.rootOf(range));
  }

  /** The root of a range that is a whole subtree or tree, made from the largest kept nodes. */
  private rootOf([from, to]: LeafRange): TreeHash {
    const range = new CompactRange(from);
    while (range.end < to) {
      let level = 0;
      const fits = (leaves: number): boolean => range.end % leaves === 0 && range.end + leaves <= to;
      while (fits(TILE_WIDTH ** (level + 1))) level += 1;
      const place = range.end / TILE_WIDTH ** level;
      range.join({ start: range.end, level: level * TILE_HEIGHT, hash: this.node(level, place) });
    }
    return range.root();
  }

  private node(level: number, place: number): TreeHash {
    const start = (place % TILE_WIDTH) * HASH_BYTES;
    const tile = this.levels[level]?.tiles[Math.floor(place / TILE_WIDTH)];
    if (tile === undefined) throw new RangeError(`there is no node ${place} of level ${level}`);
    return tile.subarray(start, start + HASH_BYTES);
  }
}

export interface TilePlace {
  /** `entries`: the entries themselves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** The number of hashes or entries, from 1 to 256. */
  readonly width: number;
}

const TILE_PATH =
  /^(?<level>entries|0|[1-9]\d?)\/(?<more>(?:x\d{3}\/){0,4})(?<last>\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/;
const HIGHEST_LEVEL = 63;

/**
 * Parses the address of a tile (C2SP tlog-tiles), such as `0/x001/234` or `entries/000.p/17`.
 * @returns null if the text is not the canonical address of a tile
 */
export function parseTilePath(path: string): TilePlace | null {
  const { level = '', more = '', last = '', width } = TILE_PATH.exec(path)?.groups ?? {};
  if (last === '' || more.startsWith('x000/')) return null;
  const tileWidth = width === undefined ? TILE_WIDTH : Number(width);
  if (width !== undefined && tileWidth >= TILE_WIDTH) return null;
  const index = Number(`${more.replaceAll(/[x/]/g, '')}${last}`);
  if (level === 'entries') return { level, index, width: tileWidth };
  return Number(level) > HIGHEST_LEVEL ? null : { level: Number(level), index, width: tileWidth };
}
