/**
 * Proves that the event of a receipt is in the sealed log (`docs/statements.md`, "The proof of a receipt").
 * An event is found by the account and the time in its id. The leaves of a seal are read once for all
 * callers, in the background. Those of the last seals are kept.
 */
import { JOB_STATUS } from '../../projections/job-status/job-status.document.js';
import { endOfPrefix } from '../../projections/key-parts.js';
import type { EntryProof, PublishedHeads } from '../heads/published-heads.js';
import { OwnNumbers, growTree, positionOf, type SealedLog } from '../seals/sealed-tree.js';
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

/** Milliseconds that an answer waits for the read model, and for the leaves of a seal. */
const MAX_WAIT_MS = 2_000;
/** The number of seals whose leaves are kept. */
const MAX_KEPT_SEALS = 4;
/** The maximum number of jobs of one account and one millisecond that are searched. */
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
  private readonly rangeByLeaves = new Map<number, Promise<SealedRange>>();
  /** The seals whose leaves are kept, by their numbers of leaves, the first read first. */
  private readonly keptSeals: number[] = [];

  constructor(
    private readonly log: SealedLog,
    private readonly readModels: LiveReadModels,
    private readonly heads: PublishedHeads,
  ) {}

  /**
   * @returns `unknown` where the account has no such event; `not_yet` until the event is sealed, and while
   * the leaves of its seal are being read
   */
  async proof(account: AccountId, id: string): Promise<ReceiptProof | 'unknown' | 'not_yet'> {
    // The job may have been accepted a moment ago.
    const isUpToDate = await this.readModels.waitFor('work', await this.readModels.head(), MAX_WAIT_MS);
    const event = await this.findEvent(account, id);
    if (event === null) return isUpToDate ? 'unknown' : 'not_yet';
    for (
      let seal = await this.firstSealAfter(event);
      seal !== null;
      seal = await this.sealFrom(seal.revision + 1)
    ) {
      const range = await inTime(this.sealedRange(seal, account), MAX_WAIT_MS, () => null);
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

  /** Searches the account's jobs of the time in the id, then its adjustments. */
  private async findEvent(account: AccountId, id: string): Promise<RecordedEvent | null> {
    const time = timeOfId(id);
    const query = { index: 'by_account', equals: [account], limit: MAX_JOBS };
    const jobsOfTime = { ...query, from: jobIdsFrom(time), to: endOfPrefix(jobIdsFrom(time)) };
    const jobs = await this.readModels.range(JOB_STATUS.name, jobsOfTime);
    const streams = jobs.flatMap(({ key }) => [jobStream(key as JobId), rowsStream(key as JobId, 0)]);
    for (const stream of [...streams, adjustmentsStreams.streamOf(account)]) {
      const match = await this.findInStream(stream, id);
      if (match !== null) return match;
    }
    return null;
  }

  private async findInStream(stream: StreamName, id: string): Promise<RecordedEvent | null> {
    for await (const event of storedEvents(this.log, stream)) if (event.id.toLowerCase() === id) return event;
    return null;
  }

  /** The first seal that was appended after the event; null if there is none. */
  private async firstSealAfter({ position }: RecordedEvent): Promise<Seal | null> {
    const last = await lastEvent(this.log, sealStream);
    if (last === undefined || last.position < position) return null;
    let [low, high] = [0, last.revision];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const seal = await this.sealEvent(middle);
      if (seal !== null && seal.position < position) low = seal.revision + 1;
      else high = middle;
    }
    return this.sealFrom(low);
  }

  private async sealEvent(from: number): Promise<RecordedEvent | null> {
    const slice = await this.log.readStream(sealStream, { from, limit: 1 });
    return (slice.status === 'found' && slice.events[0]) || null;
  }

  private async sealFrom(revision: number): Promise<Seal | null> {
    const seal = await this.sealEvent(revision);
    return seal && { sealed: sealStreams.decode(seal).event.data, revision: seal.revision };
  }

  /** The leaves of a seal: kept ones, or those of a new read. Accounts take turns to read. */
  private sealedRange(seal: Seal, account: AccountId): Promise<SealedRange> {
    const { leaves } = seal.sealed;
    const knownRange = this.rangeByLeaves.get(leaves);
    if (knownRange !== undefined) return knownRange;
    const range = this.slots.run(String(account), () => this.readRange(seal));
    this.rangeByLeaves.set(leaves, range);
    // A range that is still being read is kept, because its callers ask again.
    range.then(
      () => this.dropOldestRange(leaves),
      () => this.rangeByLeaves.delete(leaves),
    );
    return range;
  }

  private dropOldestRange(leaves: number): void {
    this.keptSeals.push(leaves);
    const oldest = this.keptSeals.length > MAX_KEPT_SEALS ? this.keptSeals.shift() : undefined;
    if (oldest !== undefined) this.rangeByLeaves.delete(oldest);
  }

  private async readRange({ sealed, revision }: Seal): Promise<SealedRange> {
    const lastSeals = await this.log.readStream(sealStream, {
      direction: 'backwards',
      from: revision,
      limit: 2,
    });
    const earlierSeal = lastSeals.status === 'found' ? lastSeals.events[1] : undefined;
    const from = earlierSeal === undefined ? null : sealStreams.decode(earlierSeal).event.data;
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
