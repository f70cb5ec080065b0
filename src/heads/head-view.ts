/** Holds the state and the tree of the log of heads. Each call of `follow` reads only the new entries. */
import { NO_HEADS, evolve, type HeadState } from '../streams/heads/heads.decider.js';
import { headStream, headStreams, type HeadEvent, type HeadLogged } from '../streams/heads/heads.events.js';
import { derivedId } from '../streams/derived-id.js';
import { StreamRepository, type Loaded, type StreamFold } from '../streams/stream-repository.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { storedPages } from '../../packages/platform/src/event-store/stored-events.js';
import { entryLeaf } from './entries.js';
import { TILE_WIDTH, TileTree } from './tile-tree.js';

/** The fold of the log of heads from its entries to its state. */
export const HEADS: StreamFold<'all', HeadEvent, HeadState> = {
  stream: headStreams,
  initial: NO_HEADS,
  evolve,
  eventId: (_all, _event, purpose, index) => derivedId(headStream, purpose, index),
};

export class HeadView {
  readonly tree = new TileTree();
  /** The leaf index of each seal's entry, by the number of leaves under the seal. */
  readonly leafBySealedSize = new Map<number, number>();
  private current = NO_HEADS;
  /** The revision of the first entry of each bundle. Events of other programs may stand between entries. */
  private readonly bundleRevisions: number[] = [];
  private nextRevision = 0;
  private currentRead: Promise<void> = Promise.resolve();
  /** The read that begins after the current one. All calls meanwhile wait for this read. */
  private queuedRead: Promise<void> | null = null;

  constructor(private readonly log: Pick<EventStore, 'readStream'>) {}

  /** The state as of the last call of `follow`. */
  get state(): HeadState {
    return this.current;
  }

  /** Reads all entries that exist at the time of the call. One read is under way at a time. */
  async follow(): Promise<this> {
    this.queuedRead ??= this.currentRead
      .catch(() => undefined)
      .then(() => {
        this.queuedRead = null;
        return this.read();
      });
    this.currentRead = this.queuedRead;
    await this.queuedRead;
    return this;
  }

  private async read(): Promise<void> {
    for await (const page of storedPages(this.log, headStream, { from: this.nextRevision })) {
      const events = page.map((recorded) => headStreams.decode(recorded));
      for (const { revision, event } of events) {
        if (this.tree.size % TILE_WIDTH === 0) this.bundleRevisions.push(revision);
        const { entry } = event.data;
        if (entry.kind === 'seal') this.leafBySealedSize.set(entry.leaves, this.tree.size);
        this.tree.push(entryLeaf(entry));
        this.nextRevision = revision + 1;
      }
      this.current = evolve(this.current, events);
    }
  }

  /** The first `width` entries of a bundle; null if the log of heads has fewer of them. */
  async bundle(index: number, width: number): Promise<readonly HeadLogged[] | null> {
    const from = this.bundleRevisions[index];
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
