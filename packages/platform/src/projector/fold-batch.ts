/** Folds a batch of stored events into document writes, for some projections, each in one generation. */
import { errorOf } from '../errors/error-code.js';
import type { Position, RecordedEvent } from '../event-store/event-store.js';
import type { Document, ReadModelReader, Write } from '../read-models/read-models.js';
import { groupBy } from '../values/group-by.js';
import { BatchDocuments } from './batch-documents.js';
import { typesOf, type ProjectionSet } from './lane.js';
import type { DocumentKey, DocumentOperation, Projection } from './projection.js';
import { collectionName } from './projector-state.js';

/** A projection, and the generation of its collections that is filled. */
export interface Target<Event> {
  readonly projection: Projection<Event>;
  readonly generation: number;
}

/** A subject that gets no further events. */
export interface ParkedSubject {
  /** The first event left out. */
  readonly since: Position;
  /** Events that are left out even where their type is applied to parked subjects. */
  readonly unprojectable: ReadonlySet<Position>;
}

/** Parked subjects, by projection. */
export type Parked = ReadonlyMap<string, ReadonlyMap<string, ParkedSubject>>;

export interface Fold<Event> {
  readonly reader: ReadModelReader;
  readonly targets: readonly Target<Event>[];
  readonly decode: ProjectionSet<Event>['decode'];
  readonly subjectOf: (recorded: RecordedEvent) => string | null;
  readonly parked: Parked;
}

/** An event could not be decoded, or a projection could not take it. */
export class UnprojectableEventError extends Error {
  override readonly name = 'UnprojectableEventError';
  constructor(
    readonly recorded: RecordedEvent,
    /** Null: no projection of the lane can take it. */
    readonly projection: string | null,
    override readonly cause: unknown,
  ) {
    const by = projection === null ? '' : ` by ${projection}`;
    super(
      `event ${recorded.id} (${recorded.type}) in ${recorded.stream} can't be projected${by}: ${errorOf(cause).message}`,
    );
  }
}

interface Decoded<Event> {
  readonly recorded: RecordedEvent;
  readonly events: readonly Event[];
}

/** The writes of a batch, however the log is cut into batches. @throws UnprojectableEventError */
export async function foldBatch<Event>(
  fold: Fold<Event>,
  batch: readonly RecordedEvent[],
): Promise<readonly Write[]> {
  if (batch.length === 0) return [];
  const decoded = decodeAll(fold, batch);
  const writes = await Promise.all(fold.targets.map((target) => foldTarget(fold, target, decoded)));
  return writes.flat();
}

function decodeAll<Event>(fold: Fold<Event>, batch: readonly RecordedEvent[]): Decoded<Event>[] {
  const wanted = typesOf(fold.targets.map(({ projection }) => projection));
  const decoded: Decoded<Event>[] = [];
  for (const recorded of batch) {
    if (fold.targets.every(({ projection }) => isLeftOut(fold, projection, recorded))) continue;
    const events = guarded(recorded, null, () => fold.decode(recorded, wanted));
    if (events.length > 0) decoded.push({ recorded, events });
  }
  return decoded;
}

function isLeftOut<Event>(
  fold: Fold<Event>,
  projection: Projection<Event>,
  recorded: RecordedEvent,
): boolean {
  const parked = fold.parked.get(projection.name);
  if (parked === undefined || parked.size === 0) return false;
  const subject = fold.subjectOf(recorded);
  const found = subject === null ? undefined : parked.get(subject);
  if (found === undefined || recorded.position < found.since) return false;
  const isApplied = projection.evenIfParked?.includes(recorded.type) === true;
  return !isApplied || found.unprojectable.has(recorded.position);
}

async function foldTarget<Event>(
  fold: Fold<Event>,
  { projection, generation }: Target<Event>,
  decoded: readonly Decoded<Event>[],
): Promise<readonly Write[]> {
  const documents = new Collections(fold.reader, generation);
  const mine = decoded.filter(({ recorded }) => !isLeftOut(fold, projection, recorded));
  await documents.load(lookupsOf(projection, mine));
  const found = (collection: string, key: string): Document | undefined => documents.of(collection).get(key);
  for (const { recorded, events } of mine) {
    for (const event of events) {
      const operations = guarded(recorded, projection.name, () => projection.project(event, found));
      for (const operation of operations)
        documents.apply(operation, (change) => guarded(recorded, projection.name, change));
    }
  }
  return documents.writes();
}

const lookupsOf = <Event>(
  projection: Projection<Event>,
  decoded: readonly Decoded<Event>[],
): readonly DocumentKey[] =>
  decoded.flatMap(({ recorded, events }) =>
    events.flatMap((event) => guarded(recorded, projection.name, () => projection.lookups?.(event) ?? [])),
  );

class Collections {
  private readonly collections = new Map<string, BatchDocuments>();

  constructor(
    private readonly reader: ReadModelReader,
    private readonly generation: number,
  ) {}

  of(logical: string): BatchDocuments {
    let documents = this.collections.get(logical);
    if (documents === undefined) {
      documents = new BatchDocuments(this.reader, collectionName(logical, this.generation));
      this.collections.set(logical, documents);
    }
    return documents;
  }

  async load(lookups: readonly DocumentKey[]): Promise<void> {
    for (const [collection, wanted] of groupBy(lookups, (lookup) => lookup.collection))
      await this.of(collection).load(wanted.map(({ key }) => key));
  }

  apply(
    operation: DocumentOperation,
    guard: (change: () => Document | undefined) => Document | undefined,
  ): void {
    const documents = this.of(operation.collection);
    switch (operation.op) {
      case 'put':
        return documents.set(operation.key, operation.document);
      case 'delete':
        return documents.set(operation.key, undefined);
      case 'update':
        return documents.update(
          operation.key,
          (current) => guard(() => operation.change(current)),
          operation.erases,
        );
      case 'deleteRange':
        return documents.deleteRange({ from: operation.from, to: operation.to });
    }
  }

  async writes(): Promise<readonly Write[]> {
    const writes: Write[] = [];
    for (const documents of this.collections.values()) writes.push(...(await documents.writes()));
    return writes;
  }
}

function guarded<T>(recorded: RecordedEvent, projection: string | null, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UnprojectableEventError(recorded, projection, error);
  }
}
