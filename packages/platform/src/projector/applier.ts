/** Applies batches of events to one generation of some projections, exactly once, with a checkpoint. */
import { laterOf, type LogPage, type Position, type RecordedEvent } from '../event-store/event-store.js';
import { CommitTooLargeError, type ReadModelReader, type Write } from '../read-models/read-models.js';
import { UnprojectableEventError, foldBatch, type ParkedSubject, type Target } from './fold-batch.js';
import type { Lane, ProjectionSet, ProjectorStores } from './lane.js';
import { placeText, type LanePlace } from './lane-checkpoint.js';
import { PARKED, everyFields, parkedKey, troubleWith } from './projector-state.js';
import { WholeStreams } from '../event-store/whole-streams.js';

/** Another process moved the checkpoint; nothing was written. The caller goes on from the new place. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** The lane stays before this event. Everything before it was applied. */
export class LaneStoppedError extends Error {
  override readonly name = 'LaneStoppedError';
  constructor(
    readonly lane: string,
    override readonly cause: UnprojectableEventError,
  ) {
    super(`lane ${lane} stopped: ${cause.message}`);
  }
}

export interface AppliedTo<Event> {
  readonly stores: ProjectorStores;
  readonly set: ProjectionSet<Event>;
  readonly lane: Lane<Event>;
  readonly targets: readonly Target<Event>[];
  /** The name of the checkpoint that moves with the documents. */
  readonly checkpoint: string;
}

type Parked = Map<string, Map<string, ParkedSubject>>;

export class Applier<Event> {
  private constructor(
    private readonly to: AppliedTo<Event>,
    private place: LanePlace,
    private readonly parked: Parked,
    private readonly streams: WholeStreams,
  ) {}

  /**
   * @param place the checkpoint's present place
   * @param before the checkpoint's last applier in this process. Events that it noticed as left out, but
   * could not apply, are found again, unless somebody else has moved the checkpoint since.
   */
  static async at<Event>(
    to: AppliedTo<Event>,
    place: LanePlace,
    before?: Applier<Event>,
  ): Promise<Applier<Event>> {
    const isSame = before !== undefined && placeText(before.place) === placeText(place);
    const streams = isSame ? before.streams : new WholeStreams(to.stores.events, place.position);
    return new Applier(to, place, await readParked(to.stores.models, to.targets), streams);
  }

  get position(): Position {
    return this.place.position;
  }

  /** True if an event of this position would be found, had the log left it out. */
  remembers(position: Position): boolean {
    return this.streams.reaches(position);
  }

  /**
   * Applies events behind the checkpoint, moves it to the page's end and writes `also`, in one commit. Skips
   * events that were applied before: a subscription may deliver twice. It may also leave events out: these
   * are read from their streams.
   * @returns how many were left out
   * @throws SupersededError, LaneStoppedError, errors of the stores; the checkpoint shows what was written
   */
  async apply(page: LogPage, also: readonly Write[] = []): Promise<number> {
    const fresh = page.events.filter((event) => event.position > this.position);
    const position = laterOf(page.position, this.position);
    if (position === this.position && also.length === 0) return 0;
    const events = await this.streams.completed({ events: fresh, atHead: page.atHead });
    await this.write(events, position, also);
    return events.length - fresh.length;
  }

  /** Writes the events in one commit, or in several where the store can't take so much in one. */
  private async write(
    events: readonly RecordedEvent[],
    position: Position,
    also: readonly Write[],
  ): Promise<void> {
    const added = new Map<string, Write>();
    for (;;) {
      try {
        const writes = await this.fold(events);
        await this.commit([...writes, ...added.values(), ...also], position);
        this.streams.passed(events);
        return;
      } catch (error) {
        if (error instanceof CommitTooLargeError && events.length > 1) {
          const middle = events.length >> 1;
          await this.writeFirst(events.slice(0, middle), added);
          return await this.write(events.slice(middle), position, also);
        }
        if (!(error instanceof UnprojectableEventError)) throw error;
        const subject = this.to.lane.onUnreadable === 'stop' ? null : this.to.lane.subjectOf(error.recorded);
        if (subject === null) return await this.stopBefore(error, events, added);
        for (const [key, write] of this.park(error, subject)) added.set(key, write);
      }
    }
  }

  /**
   * Leaves out the subject's events from this one on, in the projections that can't take it. Decoding fails
   * on a later event before projecting fails on an earlier one: the earliest of both counts.
   */
  private park(error: UnprojectableEventError, subject: string): (readonly [key: string, Write])[] {
    const { recorded, projection } = error;
    const failing = this.to.targets.filter((target) => [null, target.projection.name].includes(projection));
    return failing.flatMap(({ projection: { name }, generation }) => {
      const subjects = subjectsOf(this.parked, name);
      const earlier = subjects.get(subject);
      const { position } = recorded;
      const isFirst = earlier === undefined || position < earlier.since;
      subjects.set(subject, {
        since: isFirst ? position : earlier.since,
        unprojectable: new Set([...(earlier?.unprojectable ?? []), position]),
      });
      if (!isFirst) return [];
      const fields = { ...troubleWith(recorded, error.message), projection: name, generation, subject };
      const key = parkedKey(name, generation, subject);
      return [[key, { op: 'put', collection: PARKED.name, key, document: PARKED.document(fields) }]];
    });
  }

  private async stopBefore(
    error: UnprojectableEventError,
    events: readonly RecordedEvent[],
    added: ReadonlyMap<string, Write>,
  ): Promise<never> {
    const good = events.slice(0, events.indexOf(error.recorded));
    if (good.length > 0) await this.writeFirst(good, added);
    throw new LaneStoppedError(this.to.lane.name, error);
  }

  /** Writes the first events of a batch. One that was read late may lie before the checkpoint. */
  private writeFirst(events: readonly RecordedEvent[], added: ReadonlyMap<string, Write>): Promise<void> {
    const position = laterOf(events.at(-1)?.position ?? this.position, this.position);
    return this.write(events, position, [...added.values()]);
  }

  private fold(events: readonly RecordedEvent[]): Promise<readonly Write[]> {
    const { stores, set, lane, targets } = this.to;
    const fold = {
      reader: stores.models,
      targets,
      decode: (recorded: RecordedEvent, wanted: ReadonlySet<string>) => set.decode(recorded, wanted),
      subjectOf: (recorded: RecordedEvent) => lane.subjectOf(recorded),
      parked: this.parked,
    };
    return foldBatch(fold, events);
  }

  /** A commit that moves nothing on, of late events alone, raises the epoch: so its outcome shows. */
  private async commit(writes: readonly Write[], position: Position): Promise<void> {
    const isOnward = position > this.position;
    const next = { position, epoch: this.place.epoch + (isOnward ? 0 : 1) };
    const outcome = await this.to.stores.models.commit(writes, {
      name: this.to.checkpoint,
      expected: placeText(this.place),
      next: placeText(next),
    });
    if (outcome === 'superseded') throw new SupersededError(`${this.to.checkpoint} was moved by another`);
    this.place = next;
  }
}

function subjectsOf(parked: Parked, projection: string): Map<string, ParkedSubject> {
  let subjects = parked.get(projection);
  if (subjects === undefined) {
    subjects = new Map();
    parked.set(projection, subjects);
  }
  return subjects;
}

async function readParked<Event>(
  reader: ReadModelReader,
  targets: readonly Target<Event>[],
): Promise<Parked> {
  const parked: Parked = new Map();
  for (const { projection, generation } of targets) {
    const range = {
      from: parkedKey(projection.name, generation, ''),
      to: parkedKey(projection.name, generation, '\uffff'),
    };
    for await (const { subject, position } of everyFields(reader, PARKED, range)) {
      // Where a batch was written in parts, the event may lie behind the checkpoint: it then fails again.
      subjectsOf(parked, projection.name).set(subject, { since: position, unprojectable: new Set() });
    }
  }
  return parked;
}
