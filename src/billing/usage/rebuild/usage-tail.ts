/**
 * Sums the usage of the events after the position of the rebuilt figures. The live figures minus this sum are
 * the figures as of that position, so that the two can be compared. The usage projection computes the sum.
 */
import { PROJECTIONS } from '../../../../projections/index.js';
import { addCounts } from '../../../../projections/add-counts.js';
import {
  type DayOfUse,
  ADJUSTMENTS,
  CHARGED_JOBS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_CREDITS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  withUse,
} from '../../../../projections/usage/usage.document.js';
import { usage } from '../../../../projections/usage/usage.projection.js';
import type { Position, RecordedEvent } from '../../../../packages/platform/src/event-store/event-store.js';
import type { LogSource } from '../../../../packages/platform/src/event-store/shared-tail.js';
import { logPages } from '../../../../packages/platform/src/event-store/stored-events.js';
import { foldBatch } from '../../../../packages/platform/src/projector/fold-batch.js';
import { collectionName } from '../../../../packages/platform/src/projector/projector-state.js';
import type { TypedCollection } from '../../../../packages/platform/src/projector/typed-collection.js';
import type {
  KeyedDocument,
  ReadModelReader,
  Write,
} from '../../../../packages/platform/src/read-models/read-models.js';

/** A generation that is never stored. */
const NO_GENERATION = 0;
const FIGURES: readonly TypedCollection<DayOfUse>[] = [USAGE_DAYS, USAGE_JOBS, USAGE_KEYS];
/** Collections in which one event writes a document, and no later event changes it. */
export const WRITTEN_ONCE_COLLECTIONS: readonly { readonly name: string }[] = [
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_CREDITS,
  ADJUSTMENTS,
];

export class UsageTail {
  private readonly useById = new Map<string, DayOfUse>();
  private readonly writtenIds = new Set<string>();
  private end: Position;

  /** @param from the tail begins after this position */
  constructor(
    private readonly events: LogSource,
    from: Position,
  ) {
    this.end = from;
  }

  /** The position up to which events are in the tail. */
  get position(): Position {
    return this.end;
  }

  /**
   * Adds the events up to `to` (inclusive).
   * @param payers the reader of the accounts that pay for jobs, and its generation
   */
  async extend(
    to: Position,
    payers: { readonly reader: ReadModelReader; readonly generation: number },
  ): Promise<void> {
    const foldContext = {
      reader: readerOfPayers(payers),
      targets: [{ projection: usage, generation: NO_GENERATION }],
      decode: (recorded: RecordedEvent, types: ReadonlySet<string>) => PROJECTIONS.decode(recorded, types),
      subjectOf: () => null,
      parked: new Map(),
    };
    while (this.end < to) {
      const logRead = { after: this.end, categories: usage.categories };
      for await (const { events, position } of logPages(this.events, logRead, to)) {
        for (const write of await foldBatch(foldContext, events)) this.add(write);
        this.end = position;
      }
    }
  }

  /** Returns true if an event of the tail wrote the document. */
  hasWritten(collection: string, key: string): boolean {
    return this.writtenIds.has(documentId(collection, key));
  }

  /** Returns the document as it was before the tail; undefined where there was none. */
  documentBefore(collection: TypedCollection<DayOfUse>, document: KeyedDocument): KeyedDocument | undefined {
    const tailUse = this.useById.get(documentId(collection.name, document.key));
    if (tailUse === undefined) return document;
    const currentFields = collection.fields(document);
    const units = Object.fromEntries(
      Object.entries(addCounts(currentFields.units, negatedUnits(tailUse.units))).filter(
        ([, count]) => count !== 0,
      ),
    );
    const rows = currentFields.rows - tailUse.rows;
    if (rows === 0 && Object.keys(units).length === 0) return undefined;
    return { ...document, fields: { ...currentFields, rows, units } };
  }

  private add(write: Write): void {
    if (write.op !== 'put') return;
    const id = `${write.collection}/${write.key}`;
    this.writtenIds.add(id);
    const collection = FIGURES.find(({ name }) => collectionName(name, NO_GENERATION) === write.collection);
    if (collection === undefined) return;
    const use = collection.fields(write.document);
    const sum = this.useById.get(id);
    this.useById.set(id, sum === undefined ? use : withUse(sum, use));
  }
}

const documentId = (collection: string, key: string): string =>
  `${collectionName(collection, NO_GENERATION)}/${key}`;

const negatedUnits = (units: DayOfUse['units']): DayOfUse['units'] =>
  Object.fromEntries(Object.entries(units).map(([block, count]) => [block, -count]));

/** Returns a reader that finds only the accounts that pay for jobs. */
function readerOfPayers({
  reader,
  generation,
}: {
  readonly reader: ReadModelReader;
  readonly generation: number;
}): ReadModelReader {
  const isPayersCollection = (collection: string): boolean =>
    collection === collectionName(CHARGED_JOBS.name, NO_GENERATION);
  const getMany = async (collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]> =>
    isPayersCollection(collection) ? reader.getMany(collectionName(CHARGED_JOBS.name, generation), keys) : [];
  return {
    getMany,
    get: async (collection, key) => (await getMany(collection, [key]))[0],
    range: async () => [],
    select: async () => ({ documents: [], total: 0 }),
    checkpoint: async () => null,
    checkpoints: async () => new Map(),
  };
}
