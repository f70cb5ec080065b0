/** Follows the log of heads: its state, and the tiles of its tree. Reads only what is new at each call. */
import { NO_HEADS, evolve, type HeadState } from '../streams/heads/heads.decider.js';
import { headStream, headStreams, type HeadEvent, type HeadLogged } from '../streams/heads/heads.events.js';
import { derivedId } from '../streams/derived-id.js';
import { StreamRepository, type Loaded, type StreamFold } from '../streams/stream-repository.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { storedPages } from '../../packages/platform/src/event-store/stored-events.js';
import { entryLeaf } from './entries.js';
import { TILE_WIDTH, TileTree } from './tile-tree.js';

/** How entries of the log of heads become its state. */
export const HEADS: StreamFold<'all', HeadEvent, HeadState> = {
  stream: headStreams,
  initial: NO_HEADS,
  evolve,
  eventId: (_all, _event, purpose, index) => derivedId(headStream, purpose, index),
};

export class HeadView {
  readonly tree = new TileTree();
  /** The leaf of each seal's entry, by the leaves under the seal. */
  readonly seals = new Map<number, number>();
  private now = NO_HEADS;
  /** The revision of the first entry of each bundle. Events of other programs may stand between entries. */
  private readonly bundles: number[] = [];
  private next = 0;
  private reading: Promise<void> = Promise.resolve();
  /** The read that begins after the one under way: all who ask meanwhile wait for the same. */
  private queued: Promise<void> | null = null;

  constructor(private readonly log: Pick<EventStore, 'readStream'>) {}

  /** As of the last call of `follow`. */
  get state(): HeadState {
    return this.now;
  }

  /** Reads what is new at the time of the call. One read is under way at a time. */
  async follow(): Promise<this> {
    this.queued ??= this.reading
      .catch(() => undefined)
      .then(() => {
        this.queued = null;
        return this.read();
      });
    this.reading = this.queued;
    await this.queued;
    return this;
  }

  private async read(): Promise<void> {
    for await (const page of storedPages(this.log, headStream, { from: this.next })) {
      const events = page.map((recorded) => headStreams.decode(recorded));
      for (const { revision, event } of events) {
        if (this.tree.size % TILE_WIDTH === 0) this.bundles.push(revision);
        const { entry } = event.data;
        if (entry.kind === 'seal') this.seals.set(entry.leaves, this.tree.size);
        this.tree.push(entryLeaf(entry));
        this.next = revision + 1;
      }
      this.now = evolve(this.now, events);
    }
  }

  /** Entries from the first of a bundle on; null where the log of heads has fewer. */
  async bundle(index: number, width: number): Promise<readonly HeadLogged[] | null> {
    const from = this.bundles[index];
    if (from === undefined) return null;
    const slice = await this.log.readStream(headStream, { from, limit: width });
    const events = slice.status === 'found' ? slice.events : [];
    return events.length < width ? null : events.map((recorded) => headStreams.decode(recorded).event.data);
  }

  /** The entry of a leaf that the log has. */
  async entry(leaf: number): Promise<HeadLogged> {
    const place = leaf % TILE_WIDTH;
    const head = (await this.bundle(Math.floor(leaf / TILE_WIDTH), place + 1))?.[place];
    if (head === undefined) throw new RangeError(`the log of heads has no leaf ${leaf}`);
    return head;
  }
}

/** The log of heads as its writers load it and append to it. */
export type HeadRepository = StreamRepository<'all', HeadEvent, HeadState>;
export type LoadedHeads = Loaded<'all', HeadState>;
