/**
 * The reading side of the projector: collections by their logical names, in the generation that is live, and
 * how far each lane is. A process has one. It shares only the stores with the projector.
 */
import { LOG_START, type Position } from '../event-store/event-store.js';
import { NotNowError } from '../errors/not-now-error.js';
import { keepAskers, mustBeAwaited } from '../tasks/asker.js';
import { answerInTime } from '../time/in-time.js';
import { generationReader, placesOf, type Places, type TypedReader } from './generation-reader.js';
import type { LaneSet, ProjectorStores } from './lane.js';
import { laneCheckpoint, lanePlace } from './lane-checkpoint.js';
import { LaneWaiter } from './lane-waiter.js';
import { troubleOf } from './lane-trouble.js';
import type { GenerationDocument, LaneTroubleDocument } from './projector-state.js';
import { PROJECTOR_COLLECTIONS, PARKED, readGenerations, parkedKey } from './projector-state.js';
import { statusOf, type ProjectionStatus } from './status.js';

/** Names of generations are read again after so long; retired ones live much longer (`Pauses.retire`). */
const REFRESH_MS = 400;
/** Milliseconds after a switch until every reader has noticed it. */
export const NOTICED_AFTER_MS = 500;
/**
 * A look at the generations vouches for them so long: one that was replaced since is dropped later
 * (`Pauses.retire`). Longer than one answer may take (`ANSWER_WITHIN_MS`).
 */
const TRUSTED_MS = 6_000;
/** An answer that took longer is a slow one. */
const SLOW_MS = 1_000;
/** Tries of a read whose generation is switched meanwhile. */
const TRIES = 2;

interface Known {
  readonly generations: ReadonlyMap<string, GenerationDocument>;
  readonly places: Places;
  readonly reader: TypedReader;
  readonly at: number;
  /** The number of switches noticed before the look began. */
  readonly switches: number;
}

export class LiveReadModels implements TypedReader {
  private known: Known | undefined;
  private refreshing: Promise<Known> | undefined;
  private headAtStart: Promise<Position> | undefined;
  private readonly caughtUp = new Set<string>();
  /** Lanes that were found to answer from another version's documents. They answer until they are ready. */
  private readonly answering = new Set<string>();
  private readonly waiters = new Map<string, LaneWaiter>();
  /** The newest epoch seen of each lane. */
  private readonly epochs = new Map<string, number>();
  /** Later epochs seen so far: each may have switched a generation. */
  private switches = 0;
  /** For checkpoints, which lie in no generation. */
  private readonly anyGeneration = generationReader(this.stores.models, new Map());

  /**
   * @param answersRequests whether requests wait for these reads: then each answer of a store has
   * `ANSWER_WITHIN_MS`. Others, such as a worker, wait for a slow store as long as it takes.
   */
  constructor(
    private readonly stores: ProjectorStores,
    private readonly set: LaneSet,
    private readonly answersRequests = false,
  ) {}

  /** Called once before any read: remembers the head that lanes have to reach first. */
  async start(): Promise<void> {
    await this.stores.models.declare(PROJECTOR_COLLECTIONS);
    await this.readHeadAtStart();
  }

  /** @throws ReadModelNotReadyError, like all reads */
  readonly find: TypedReader['find'] = (collection, key) =>
    this.read(collection.name, (reader) => reader.find(collection, key));
  readonly get: TypedReader['get'] = (collection, key) =>
    this.read(collection, (reader) => reader.get(collection, key));
  readonly getMany: TypedReader['getMany'] = (collection, keys) =>
    this.read(collection, (reader) => reader.getMany(collection, keys));
  readonly range: TypedReader['range'] = (collection, query) =>
    this.read(collection, (reader) => reader.range(collection, query));
  readonly select: TypedReader['select'] = (collection, selection) =>
    this.read(collection, (reader) => reader.select(collection, selection));
  readonly checkpoint: TypedReader['checkpoint'] = (name) => this.anyGeneration.checkpoint(name);
  readonly checkpoints: TypedReader['checkpoints'] = (prefix) => this.anyGeneration.checkpoints(prefix);

  /** All reads of `read` see one moment, `reader.checkpoint('lane:…')` included. */
  async snapshot<T>(read: (reader: TypedReader) => Promise<T>): Promise<T> {
    return this.stores.models.snapshot(async (reader) => {
      const generations = await readGenerations(reader);
      return read(generationReader(reader, placesOf(generations.values())));
    });
  }

  /** The lane has read everything up to here; null before it has begun. Later reads hold all of this. */
  async lanePosition(lane: string): Promise<Position | null> {
    const place = await this.asked(() => lanePlace(this.stores.models, lane));
    if (place === null) return null;
    if (place.epoch > (this.epochs.get(lane) ?? -1)) {
      this.epochs.set(lane, place.epoch);
      this.switches++;
    }
    return place.position;
  }

  /** True if the lane passes `position` within `timeoutMs`. */
  async waitFor(lane: string, position: Position, timeoutMs: number): Promise<boolean> {
    mustBeAwaited();
    let waiter = this.waiters.get(lane);
    if (waiter === undefined) {
      waiter = new LaneWaiter(async () => (await this.lanePosition(lane)) ?? LOG_START);
      this.waiters.set(lane, waiter);
    }
    return waiter.waitFor(position, timeoutMs);
  }

  /** The head of the log at this moment. */
  async head(): Promise<Position> {
    const head = this.stores.events.head();
    return this.answersRequests ? answerInTime('event store', head) : head;
  }

  /** True if the lane has reached the head that was seen at start. */
  async isReady(lane: string): Promise<boolean> {
    if (this.caughtUp.has(lane)) return true;
    const reached = await this.lanePosition(lane);
    if (reached === null || reached < (await this.readHeadAtStart())) return false;
    this.caughtUp.add(lane);
    return true;
  }

  /**
   * Whether the lane's documents may be shown: the lane is ready, or documents of another version are being
   * rebuilt beside the lane. Those are right up to the lane's position, like those of a lane that is behind.
   */
  async answers(lane: string): Promise<boolean> {
    if (this.answering.has(lane) || (await this.isReady(lane))) return true;
    if (!(await this.isLeftByAnotherVersion(lane))) return false;
    this.answering.add(lane);
    return true;
  }

  /** Lanes that don't answer yet. Once this is empty, all of them do. */
  async lanesNotReady(): Promise<readonly string[]> {
    const lanes = this.set.lanes.map(({ name }) => name);
    const ready = await Promise.all(lanes.map((lane) => this.answers(lane)));
    return lanes.filter((_, index) => ready[index] !== true);
  }

  /** Lanes that wait for another process's open transaction, and when that was first seen. */
  async lanesHeld(): Promise<ReadonlyMap<string, Date>> {
    const held = await this.stores.models.held();
    const lanes = this.set.lanes.map(({ name }) => [name, held.get(laneCheckpoint(name))] as const);
    return new Map(lanes.flatMap(([name, since]) => (since === undefined ? [] : [[name, since] as const])));
  }

  /** Why the lane has stopped; undefined where it hasn't. */
  async troubleOf(lane: string): Promise<LaneTroubleDocument | undefined> {
    return troubleOf(this.stores.models, lane);
  }

  /** True if a projection of this (or any) lane has parked the subject: nothing of it may be shown (503). */
  async isParked(subject: string, lane?: string): Promise<boolean> {
    const keys = ({ generations }: Known): readonly string[] =>
      [...generations.values()]
        .filter((active) => lane === undefined || active.lane === lane)
        .map(({ projection, generation }) => parkedKey(projection, generation, subject));
    const parked = await this.vouchedFor(
      (known) => keys(known).join(),
      (known) => this.stores.models.getMany(PARKED.name, keys(known)),
    );
    return parked.length > 0;
  }

  /** One line for each projection. */
  async status(): Promise<readonly ProjectionStatus[]> {
    return statusOf(this.stores, this.set);
  }

  private async read<T>(collection: string, read: (reader: TypedReader) => Promise<T>): Promise<T> {
    const place = ({ places }: Known): string | undefined => places.get(collection);
    if (this.known === undefined || place(this.known) === undefined) await this.refresh();
    return this.vouchedFor(place, ({ reader }) => read(reader));
  }

  /**
   * Reads by what is known of the generations, and looks at them meanwhile where that is old. The answer
   * counts if a look that was not long before it shows the same.
   * @param relied the part of what is known that the read relies on, as text
   */
  private async vouchedFor<T>(
    relied: (known: Known) => string | undefined,
    read: (known: Known) => Promise<T>,
  ): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      mustBeAwaited();
      const known = this.known ?? (await this.refresh());
      const isFresh = performance.now() - known.at <= REFRESH_MS && known.switches === this.switches;
      const [answer, look] = await Promise.allSettled([
        this.asked(() => read(known)),
        isFresh ? known : this.refresh(),
      ]);
      if (look.status === 'rejected') throw look.reason;
      const isOld = performance.now() - look.value.at > TRUSTED_MS || look.value.switches !== this.switches;
      const seen = isOld ? await this.look() : look.value;
      if (relied(seen) !== relied(known)) continue;
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    }
    throw new NotNowError('the read models are being replaced');
  }

  /** Callers at the same time share one read. */
  private async refresh(): Promise<Known> {
    this.refreshing ??= this.look().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async look(): Promise<Known> {
    const at = performance.now();
    const { switches } = this;
    const generations = await this.asked(() => readGenerations(this.stores.models));
    const places = placesOf(generations.values());
    const reader = generationReader(this.stores.models, places);
    this.known = { generations, places, reader, at, switches };
    return this.known;
  }

  private async isLeftByAnotherVersion(lane: string): Promise<boolean> {
    if ((await this.lanePosition(lane)) === null) return false;
    const generations = await readGenerations(this.stores.models);
    return this.set.lanes
      .filter(({ name }) => name === lane)
      .flatMap(({ projections }) => projections)
      .some(({ name, version }) => generations.get(name)?.version !== version);
  }

  private async readHeadAtStart(): Promise<Position> {
    const reading = (this.headAtStart ??= this.stores.events.head());
    reading.catch(() => (this.headAtStart = undefined));
    return reading;
  }

  /** @throws NotNowError where a request waits and the answer comes too late */
  private async asked<T>(ask: () => Promise<T>): Promise<T> {
    if (!this.answersRequests) return ask();
    const began = performance.now();
    try {
      return await answerInTime('read models', ask());
    } finally {
      if (performance.now() - began > SLOW_MS) keepAskers();
    }
  }
}
