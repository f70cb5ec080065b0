/** Parses addresses of tiles (C2SP tlog-tiles): `0/x001/234`, `entries/000.p/17`. Pure. */
import { TILE_WIDTH } from './tile-tree.js';

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

/** Returns the place that the address names; null if the text is not the canonical address of a tile. */
export function parseTilePath(path: string): TilePlace | null {
  const { level = '', more = '', last = '', width } = TILE_PATH.exec(path)?.groups ?? {};
  if (last === '' || more.startsWith('x000/')) return null;
  const tileWidth = width === undefined ? TILE_WIDTH : Number(width);
  if (width !== undefined && tileWidth >= TILE_WIDTH) return null;
  const index = Number(`${more.replaceAll(/[x/]/g, '')}${last}`);
  if (level === 'entries') return { level, index, width: tileWidth };
  return Number(level) > HIGHEST_LEVEL ? null : { level: Number(level), index, width: tileWidth };
}
