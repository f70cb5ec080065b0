/** Addresses of tiles (C2SP tlog-tiles): `0/x001/234`, `entries/000.p/17`. Pure. */
import { TILE_WIDTH } from './tile-tree.js';

export interface TilePlace {
  /** `entries`: the entries themselves. */
  readonly level: number | 'entries';
  readonly tile: number;
  /** Hashes or entries, from 1 to 256. */
  readonly width: number;
}

const PLACE =
  /^(?<level>entries|0|[1-9]\d?)\/(?<more>(?:x\d{3}\/){0,4})(?<last>\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/;
const HIGHEST_LEVEL = 63;

/** Null for every text that isn't the one address of a tile. */
export function parseTilePath(path: string): TilePlace | null {
  const { level = '', more = '', last = '', width } = PLACE.exec(path)?.groups ?? {};
  if (last === '' || more.startsWith('x000/')) return null;
  const wide = width === undefined ? TILE_WIDTH : Number(width);
  if (width !== undefined && wide >= TILE_WIDTH) return null;
  const tile = Number(`${more.replaceAll(/[x/]/g, '')}${last}`);
  if (level === 'entries') return { level, tile, width: wide };
  return Number(level) > HIGHEST_LEVEL ? null : { level: Number(level), tile, width: wide };
}
