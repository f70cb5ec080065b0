/** Serves the public log of heads to anybody, without a key (`docs/log-of-heads.md`, "Addresses"). */
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { entryJson } from '../heads/entries.js';
import { PublishedHeads } from '../heads/published-heads.js';
import { parseTilePath, type TilePlace } from '../heads/tile-tree.js';
import { newestTimestamp } from '../heads/timestamps/timestamps.js';
import { withCosignatures } from '../heads/witnesses.js';
import { checkpointKey } from '../streams/heads/heads.decider.js';
import type { HeadLogged } from '../streams/heads/heads.events.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { Answer, ok, refuse } from '../../packages/platform/src/http/answer.js';
import { OpenRoute } from '../../packages/platform/src/http/operation.js';
import { COORDINATION } from '../../packages/platform/src/nest/tokens.js';

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };
/** The headers of an answer that caches may keep for a few seconds (C2SP tlog-tiles). */
const SHORT_LIVED = { ...TEXT, 'Cache-Control': 'public, max-age=5' };
/** The headers of a tile, which never changes: a wider tile has another address. */
const IMMUTABLE = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

const RETRY_SECONDS = 60;
const NOT_BEGUN = 'The log of heads has not begun: it begins with the first seal or statement.';
const NO_KEY = 'This process does not have the key that signs checkpoints. Ask the operator of the service.';
const NO_STAMP = 'No checkpoint has a time stamp: the service asks no authority, or none has answered yet.';
const NO_TILE =
  'There is no such tile. /log/checkpoint says how large the log is, and C2SP tlog-tiles which tiles that makes.';

@Controller()
export class HeadsController {
  constructor(
    private readonly heads: PublishedHeads,
    @Inject(COORDINATION) private readonly coordination: Coordination,
  ) {}

  @Get(['log/checkpoint', '.well-known/checkpoint'])
  @OpenRoute()
  async checkpoint(): Promise<Answer> {
    const { tree } = await this.heads.view.follow();
    if (tree.size === 0) return refuse('not_found', { message: NOT_BEGUN });
    const note = this.heads.checkpoint();
    if (note !== null) return ok(await withCosignatures(this.coordination, note), { headers: SHORT_LIVED });
    return refuse('unavailable', { message: NO_KEY }, { 'Retry-After': String(RETRY_SECONDS) });
  }

  /** Serves the newest checkpoint that an authority stamped with the time. */
  @Get('log/timestamp')
  @OpenRoute()
  async timestamp(): Promise<Answer> {
    const stamped = await newestTimestamp(this.coordination);
    return stamped === null
      ? refuse('not_found', { message: NO_STAMP })
      : ok(stamped, { headers: { 'Cache-Control': SHORT_LIVED['Cache-Control'] } });
  }

  /** Serves the key that checkpoints are signed with, in C2SP's form. */
  @Get('log/vkey')
  @OpenRoute()
  async vkey(): Promise<Answer> {
    const vkey = checkpointKey((await this.heads.view.follow()).state);
    return vkey === undefined
      ? refuse('not_found', { message: NOT_BEGUN })
      : ok(vkey, { headers: SHORT_LIVED });
  }

  @Get('log/tile/*')
  @OpenRoute()
  async tile(@Param('*') path: string): Promise<Answer> {
    const place = parseTilePath(path);
    let bytes = place && (await this.tileBytes(place));
    if (place !== null && bytes === null) {
      // Entries that were not read yet may complete the tile.
      await this.heads.view.follow();
      bytes = await this.tileBytes(place);
    }
    return bytes === null ? refuse('not_found', { message: NO_TILE }) : ok(bytes, { headers: IMMUTABLE });
  }

  /** Returns the bytes of the tile; null while the entries read so far don't fill it. */
  private async tileBytes({ level, index, width }: TilePlace): Promise<Uint8Array | null> {
    const { view } = this.heads;
    const hashes = view.tree.tile(level === 'entries' ? 0 : level, index, width);
    if (hashes === null || level !== 'entries') return hashes;
    const heads = await view.bundle(index, width);
    return heads && Buffer.concat(heads.map(withLengthPrefix));
  }
}

/** Returns an entry of a bundle: its length in two bytes, and its text. */
function withLengthPrefix({ entry }: HeadLogged): Buffer {
  const text = Buffer.from(entryJson(entry));
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, text]);
}
