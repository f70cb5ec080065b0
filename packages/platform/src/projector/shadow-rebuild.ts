/** Builds a fresh generation of some projections beside the live one, and takes it over in one commit. */
import { LOG_START, type Position } from '../event-store/event-store.js';
import { logPages } from '../event-store/stored-events.js';
import { NotNowError } from '../errors/not-now-error.js';
import type { ReadModelReader, ReadModels, Write } from '../read-models/read-models.js';
import { Applier } from './applier.js';
import { categoriesOf, type Lane, type ProjectionSet, type ProjectorStores } from './lane.js';
import { laneCheckpoint, lanePlace, placeText, type LanePlace } from './lane-checkpoint.js';
import { generationWrite, madeByNewer } from './open-lane.js';
import type { Projection } from './projection.js';
import { GENERATIONS, collectionName, generationSpecs, readGenerations } from './projector-state.js';

export interface ShadowRebuildOptions<Event> {
  readonly stores: ProjectorStores;
  readonly set: ProjectionSet<Event>;
  readonly lane: Lane<Event>;
  readonly projections: readonly Projection<Event>[];
  /** Also takes over from a newer version, since an operator goes back to this one. Default: throws. */
  readonly goesBack?: boolean;
}

const EVENTS_AT_ONCE = 2_000;
const START: LanePlace = { position: LOG_START, epoch: 0 };

export class ShadowRebuild<Event> {
  private read = 0;
  private late = 0;

  private constructor(
    private readonly options: ShadowRebuildOptions<Event>,
    readonly generation: number,
    private readonly applier: Applier<Event>,
  ) {}

  static async begin<Event>(options: ShadowRebuildOptions<Event>): Promise<ShadowRebuild<Event>> {
    const { models } = options.stores;
    const generation = await reserveGeneration(models, options.lane.name);
    const checkpoint = rebuildCheckpoint(options, generation);
    const live = await readGenerations(models);
    const specs = options.projections.flatMap((projection) =>
      generationSpecs(projection, generation, live.get(projection.name)?.generation),
    );
    await models.declare(specs);
    await models.commit([], { name: checkpoint, expected: null, next: placeText(START) });
    const targets = options.projections.map((projection) => ({ projection, generation }));
    const applier = await Applier.at({ ...options, targets, checkpoint }, START);
    return new ShadowRebuild(options, generation, applier);
  }

  get position(): Position {
    return this.applier.position;
  }

  /** Stored events read so far. */
  get events(): number {
    return this.read;
  }

  /** Stored events that the log left out, read from their streams. */
  get missed(): number {
    return this.late;
  }

  /** Applies everything up to `to` (inclusive). @throws LaneStoppedError; AbortError of `signal` */
  async catchUp(to: Position, signal?: AbortSignal): Promise<void> {
    const categories = categoriesOf(this.options.projections);
    while (this.position < to) {
      const read = { after: this.position, categories, limit: EVENTS_AT_ONCE };
      for await (const page of logPages(this.options.stores.events, read, to)) {
        signal?.throwIfAborted();
        // A rebuild never counts as caught up: it would read streams that it has forgotten.
        this.late += await this.applier.apply({ ...page, atHead: false });
        this.read += page.events.length;
      }
    }
  }

  /** Reads on until it meets the lane, then makes this what is read. @returns the lane's position then */
  async takeOver(signal?: AbortSignal): Promise<Position> {
    for (;;) {
      const place = await lanePlace(this.options.stores.models, this.options.lane.name);
      if (place === null) throw new Error(`lane ${this.options.lane.name} has not begun`);
      await this.catchUp(place.position, signal);
      if (this.position !== place.position) throw new Error(`lane ${this.options.lane.name} went back`);
      if (await this.switchAt(place)) return place.position;
    }
  }

  /** Drops the generation, unless it was taken over after all (a commit's outcome may have been unknown). */
  async abandon(): Promise<void> {
    const { stores, projections } = this.options;
    const active = await readGenerations(stores.models);
    const unread = projections
      .filter(({ name }) => active.get(name)?.generation !== this.generation)
      .flatMap(({ collections }) => collections.map(({ name }) => collectionName(name, this.generation)));
    await stores.models.drop(unread, [rebuildCheckpoint(this.options, this.generation)]);
  }

  /** False where the lane has moved on. */
  private async switchAt(place: LanePlace): Promise<boolean> {
    const { stores, set, lane, projections, goesBack = false } = this.options;
    const before = await readGenerations(stores.models);
    const newer = madeByNewer(set, lane.name, before);
    if (newer.length > 0 && !goesBack)
      throw new Error(`a newer version of the program runs lane ${lane.name}`);
    // A process that slept through it: what it built counts as retired, and may be dropped at any moment.
    if (projections.some(({ name }) => (before.get(name)?.generation ?? 0) > this.generation))
      throw new NotNowError(`A later rebuild of lane ${lane.name} took over: try again.`);
    const writes = projections.map((projection) =>
      generationWrite(projection, {
        generation: this.generation,
        dropped_below: before.get(projection.name)?.dropped_below ?? this.generation,
      }),
    );
    const givenBack = newer
      .filter(({ projection }) => !projections.some(({ name }) => name === projection))
      .map((document): Write => ({
        op: 'put',
        collection: GENERATIONS.name,
        key: document.projection,
        document: GENERATIONS.document({ ...document, newest: 0 }),
      }));
    const outcome = await stores.models.commit([...writes, ...givenBack], {
      name: laneCheckpoint(lane.name),
      expected: placeText(place),
      next: placeText({ position: place.position, epoch: place.epoch + 1 }),
    });
    if (outcome === 'superseded') return false;
    const over = (await rebuilds(stores.models))
      .filter((rebuild) => rebuild.lane === lane.name && rebuild.generation <= this.generation)
      .map(({ checkpoint }) => checkpoint);
    await stores.models.drop([], over);
    return true;
  }
}

/** A rebuild that runs, or was broken off. */
export interface Rebuild {
  readonly checkpoint: string;
  readonly lane: string;
  readonly generation: number;
  readonly projections: readonly string[];
}

const REBUILDS = 'rebuild:';

const rebuildCheckpoint = <Event>(
  { lane, projections }: ShadowRebuildOptions<Event>,
  generation: number,
): string => `${REBUILDS}${lane.name}:${generation}:${projections.map(({ name }) => name).join(',')}`;

/** The rebuilds of all lanes. */
export async function rebuilds(reader: ReadModelReader): Promise<readonly Rebuild[]> {
  return [...(await reader.checkpoints(REBUILDS)).keys()].map((checkpoint) => {
    const [lane = '', generation = '', names = ''] = checkpoint.slice(REBUILDS.length).split(':');
    return { checkpoint, lane, generation: Number(generation), projections: names.split(',') };
  });
}

/** A number that no other rebuild of the lane gets. The lane itself began with generation 1. */
async function reserveGeneration(models: ReadModels, lane: string): Promise<number> {
  const name = `generations:${lane}`;
  for (;;) {
    const last = await models.checkpoint(name);
    const generation = (last === null ? 1 : Number(last)) + 1;
    const outcome = await models.commit([], { name, expected: last, next: String(generation) as Position });
    if (outcome === 'committed') return generation;
  }
}
