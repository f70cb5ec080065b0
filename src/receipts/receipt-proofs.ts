/**
 * Proves that the event of a receipt is in the sealed log (`docs/statements.md`, "The proof of a receipt").
 * An event is found by the account and the time in its id. The leaves of a seal are read once for all who
 * ask, in the background, and kept for a while.
 */
import { JOB_STATUS } from '../../projections/job-status/job-status.document.js';
import { endOfPrefix } from '../../projections/key-parts.js';
import type { EntryProof, PublishedHeads } from '../heads/published-heads.js';
import { OwnNumbers } from '../seals/own-numbers.js';
import { growTree, positionOf, type SealedLog } from '../seals/sealed-tree.js';
import { adjustmentsStreams } from '../streams/adjustments/adjustments.events.js';
import { timeOfId } from '../streams/derived-id.js';
import { jobStream } from '../streams/job/job.events.js';
import { rowsStream } from '../streams/rows/rows.events.js';
import { sealStream, sealStreams, type LogSealed } from '../streams/seals/seals.events.js';
import { jobIdsFrom, type AccountId, type JobId } from '../../packages/contract/src/ids.js';
import type { RecordedEvent, StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { lastEvent, storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { FairSlots } from '../../packages/platform/src/tasks/fair-slots.js';
import { inTime } from '../../packages/platform/src/time/in-time.js';
import { SealedRange } from './sealed-range.js';

/** Milliseconds that an answer waits for the leaves of a seal. */
const WAIT_MS = 2_000;
/** Seals whose leaves are kept. */
const MAX_KEPT_SEALS = 4;
/** An account's jobs of one millisecond that are looked at. */
const MAX_JOBS = 100;

export interface ReceiptProof extends EntryProof {
  readonly event_id: string;
  readonly leaf: string;
  readonly leaf_index: number;
  readonly leaf_path: readonly string[];
}

interface Seal {
  readonly sealed: LogSealed;
  readonly revision: number;
}

export class ReceiptProofs {
  private readonly slots = new FairSlots(1);
  private readonly ranges = new Map<number, Promise<SealedRange>>();
  /** Numbers of leaves of the seals whose leaves have been read, the oldest first. */
  private readonly readRanges: number[] = [];

  constructor(
    private readonly log: SealedLog,
    private readonly live: LiveReadModels,
    private readonly heads: PublishedHeads,
  ) {}

  /**
   * @returns `unknown` where the account has no such event; `not_yet` until the event is sealed, and while
   * the leaves of its seal are being read
   */
  async proof(account: AccountId, id: string): Promise<ReceiptProof | 'unknown' | 'not_yet'> {
    // The job may have been accepted a moment ago.
    const isUpToDate = await this.live.waitFor('work', await this.live.head(), WAIT_MS);
    const event = await this.find(account, id);
    if (event === null) return isUpToDate ? 'unknown' : 'not_yet';
    for (
      let seal = await this.firstSealAfter(event);
      seal !== null;
      seal = await this.sealFrom(seal.revision + 1)
    ) {
      const range = await inTime(this.rangeOf(seal, account), WAIT_MS, () => null);
      if (range === null) return 'not_yet';
      const place = range.proof(id);
      // An event may come between the end of a seal and the seal itself.
      if (place === null) continue;
      const entry = await this.heads.proofOfSeal(seal.sealed.leaves);
      if (entry === null) return 'not_yet';
      const leaf_path = place.path.map((hash) => hash.toString('hex'));
      return { event_id: id, leaf: place.leaf.toString('hex'), leaf_index: place.index, leaf_path, ...entry };
    }
    return 'not_yet';
  }

  /** An event of the account: in one of its jobs of the time in the id, or among its adjustments. */
  private async find(account: AccountId, id: string): Promise<RecordedEvent | null> {
    const time = timeOfId(id);
    const query = { index: 'by_account', equals: [account], limit: MAX_JOBS };
    const ofTime = { ...query, from: jobIdsFrom(time), to: endOfPrefix(jobIdsFrom(time)) };
    const jobs = await this.live.range(JOB_STATUS.name, ofTime);
    const streams = jobs.flatMap(({ key }) => [jobStream(key as JobId), rowsStream(key as JobId, 0)]);
    for (const stream of [...streams, adjustmentsStreams.streamOf(account)]) {
      const found = await this.findIn(stream, id);
      if (found !== null) return found;
    }
    return null;
  }

  private async findIn(stream: StreamName, id: string): Promise<RecordedEvent | null> {
    for await (const event of storedEvents(this.log, stream)) if (event.id.toLowerCase() === id) return event;
    return null;
  }

  /** The first seal that was appended behind the event, by its place in the log; null where there is none. */
  private async firstSealAfter({ position }: RecordedEvent): Promise<Seal | null> {
    const last = await lastEvent(this.log, sealStream);
    if (last === undefined || last.position < position) return null;
    let [low, high] = [0, last.revision];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const found = await this.sealEvent(middle);
      if (found !== null && found.position < position) low = found.revision + 1;
      else high = middle;
    }
    return this.sealFrom(low);
  }

  private async sealEvent(from: number): Promise<RecordedEvent | null> {
    const slice = await this.log.readStream(sealStream, { from, limit: 1 });
    return (slice.status === 'found' && slice.events[0]) || null;
  }

  private async sealFrom(revision: number): Promise<Seal | null> {
    const found = await this.sealEvent(revision);
    return found && { sealed: sealStreams.decode(found).event.data, revision: found.revision };
  }

  /** The leaves of a seal. They are read once at a time, and again after a failure. Accounts take turns. */
  private rangeOf(seal: Seal, account: AccountId): Promise<SealedRange> {
    const { leaves } = seal.sealed;
    const known = this.ranges.get(leaves);
    if (known !== undefined) return known;
    const range = this.slots.run(String(account), () => this.read(seal));
    this.ranges.set(leaves, range);
    // One that is still being read is kept: whoever asked for it asks again.
    range.then(
      () => this.keepSome(leaves),
      () => this.ranges.delete(leaves),
    );
    return range;
  }

  private keepSome(leaves: number): void {
    this.readRanges.push(leaves);
    const oldest = this.readRanges.length > MAX_KEPT_SEALS ? this.readRanges.shift() : undefined;
    if (oldest !== undefined) this.ranges.delete(oldest);
  }

  private async read({ sealed, revision }: Seal): Promise<SealedRange> {
    const before = await this.log.readStream(sealStream, {
      direction: 'backwards',
      from: revision,
      limit: 2,
    });
    const earlier = before.status === 'found' ? before.events[1] : undefined;
    const from = earlier === undefined ? null : sealStreams.decode(earlier).event.data;
    const upTo = await positionOf(this.log, sealed.last_stream as StreamName, sealed.last_event);
    if (upTo === null) throw new Error(`the log lacks event ${sealed.last_event}, which a seal names last`);
    const range = new SealedRange(from);
    await growTree(this.log, {
      from,
      upTo,
      numbers: new OwnNumbers(this.log),
      pace: () => new Promise((resolve) => void setImmediate(resolve)),
      onLeaf: (_tree, { id }, leaf) => range.push(id, leaf),
    });
    return range;
  }
}
