/** Second step: what the needed sources have for the companies of a chunk, each asked once, in one query. */
import type { Freshness } from '../blocks/runner/envelope.js';
import type { SourceFact, WhyMissing } from '../blocks/runner/facts.js';
import type { ChunkFacts, Known, OnFault } from '../blocks/runner/plan-blocks.js';
import type { JoinedFact } from '../facts/define-fact.js';
import type { OpenEdition } from '../sources/define-source.js';
import type { SourceShelf } from '../sources/editions/source-shelf.js';
import { daysBetween, type IsoDate } from '../shared/calendar.js';
import type { Editions } from './enricher.js';

/** What was read of a source, and how old it is. */
export interface SourceReading<T> extends Origin {
  readonly found: T;
  /** Companies of which another edition tells, and what is said of that one. */
  readonly elsewhere?: Origin & { readonly numbers: ReadonlySet<string> };
  /** The day of one record, where it differs from the edition's. */
  readonly dateOf?: (record: unknown) => IsoDate | null;
  /** Reads the record of one company when a block asks for it; `found` is empty then. */
  readonly recordOf?: (number: string) => unknown;
}
type Origin = Omit<SourceFact<unknown>, 'record'>;
type Records = ReadonlyMap<string, unknown>;

/** Reads the editions that a chunk names. */
export class EditionReader {
  constructor(
    private readonly editions: Editions,
    private readonly today: IsoDate,
    private readonly onFault: OnFault,
  ) {}

  read<E extends OpenEdition, T>(
    shelf: SourceShelf<E>,
    query: (edition: E) => T,
  ): SourceReading<T> | WhyMissing {
    const { name, stale_after_days } = shelf.source;
    const id = this.editions[name];
    if (id === undefined) return 'not_available_yet';
    try {
      return shelf.read(id, (edition) => {
        const { as_of, part = false } = edition.facts;
        const stale = daysBetween(as_of, this.today) > stale_after_days;
        const freshness = Object.freeze<Freshness>({ checked_live: false, edition: id, stale });
        return { found: query(edition), as_of, freshness, part };
      });
    } catch (error) {
      this.onFault('register', error);
      return 'source_unavailable';
    }
  }

  /** Reads several at once; of the others those that the chunk names, and null for the rest. */
  readTogether<T>(
    shelf: SourceShelf,
    others: readonly SourceShelf[],
    query: (editions: Readonly<Record<string, OpenEdition | null>>) => T,
  ): SourceReading<T> | WhyMissing {
    const withOthers = (
      [next, ...rest]: readonly SourceShelf[],
      editions: Readonly<Record<string, OpenEdition | null>>,
    ): T => {
      if (next === undefined) return query(editions);
      const { name } = next.source;
      const id = this.editions[name];
      if (id === undefined) return withOthers(rest, { ...editions, [name]: null });
      return next.read(id, (edition) => withOthers(rest, { ...editions, [name]: edition }));
    };
    return this.read(shelf, (edition) => withOthers(others, { [shelf.source.name]: edition }));
  }
}

/** Which facts some blocks read, and from which editions. */
export interface Gathering {
  /** Sources whose record of a company is a fact. */
  readonly shelves: readonly SourceShelf[];
  readonly joined: readonly {
    readonly fact: JoinedFact;
    readonly source: SourceShelf;
    readonly others: readonly SourceShelf[];
  }[];
}

/** @param wanted names of facts */
export function gatheringOf(
  wanted: ReadonlySet<string>,
  shelves: readonly SourceShelf[],
  facts: readonly JoinedFact[],
): Gathering {
  const named = (name: string): SourceShelf[] => shelves.filter(({ source }) => source.name === name);
  const joined = facts
    .filter(({ name }) => wanted.has(name))
    .flatMap((fact) =>
      named(fact.source).map((source) => ({ fact, source, others: fact.also.flatMap(named) })),
    );
  const needed = new Set([...wanted, ...joined.flatMap(({ fact }) => fact.needs)]);
  return { shelves: shelves.filter(({ source: { fact } }) => fact !== null && needed.has(fact)), joined };
}

/** The sources whose editions a chunk has to name for it. */
export const shelvesOf = ({ shelves, joined }: Gathering): Set<SourceShelf> =>
  new Set([...shelves, ...joined.flatMap(({ source, others }) => [source, ...others])]);

type Gathered = ReadonlyMap<string, SourceReading<Records> | WhyMissing>;

/** Joins one fact; where a fact that it needs is missing, so is it. */
function joinFact(
  { fact, source, others }: Gathering['joined'][number],
  numbers: readonly string[],
  gathered: Gathered,
  reader: EditionReader,
): SourceReading<Records> | WhyMissing {
  const needed: Record<string, Records> = {};
  for (const need of fact.needs) {
    const reading = gathered.get(need) ?? 'not_available_yet';
    if (typeof reading === 'string') return reading;
    needed[need] = reading.found;
  }
  const joinFor = (some: readonly string[], facts: typeof needed): SourceReading<Records> | WhyMissing =>
    reader.readTogether(source, others, (editions) =>
      // What it declares is what it is given: the compiler has checked its definition.
      fact.join(some, { facts, editions } as unknown as Parameters<JoinedFact['join']>[1]),
    );
  if (fact.late !== true) return joinFor(numbers, needed);
  const reading = reader.readTogether(source, others, () => NO_RECORDS);
  if (typeof reading === 'string') return reading;
  const recordOf = (number: string): unknown => {
    const joined = joinFor([number], recordsOf(number, needed));
    return typeof joined === 'string' ? null : joined.found.get(number);
  };
  return { ...reading, recordOf };
}

const NO_RECORDS: Records = new Map();

/** What was gathered of one company of a chunk. */
const recordsOf = (number: string, gathered: Readonly<Record<string, Records>>): Record<string, Records> =>
  Object.fromEntries(
    Object.entries(gathered).map(([fact, records]) => [
      fact,
      records.has(number) ? new Map([[number, records.get(number)]]) : NO_RECORDS,
    ]),
  );

/** @param read what matching has read already: its source isn't asked again */
export function gather(
  { shelves, joined }: Gathering,
  numbers: readonly string[],
  reader: EditionReader,
  read: { readonly shelf: SourceShelf; readonly reading: SourceReading<Records> } | null = null,
): ChunkFacts {
  const gathered = new Map<string, SourceReading<Records> | WhyMissing>();
  for (const shelf of shelves) {
    const reading =
      read?.shelf === shelf ? read.reading : reader.read(shelf, (edition) => edition.byNumbers(numbers));
    const { source } = shelf;
    if (source.fact === null) continue;
    const dateOf = source.dateOf?.bind(source);
    gathered.set(source.fact, typeof reading === 'string' || !dateOf ? reading : { ...reading, dateOf });
  }
  for (const join of joined) gathered.set(join.fact.name, joinFact(join, numbers, gathered, reader));
  return factsFrom(gathered);
}

/** What is said of a company by each fact, where no source has a record of it: the same for the whole chunk. */
function factsOfNobody(loaded: Loaded): Readonly<Record<string, SourceFact<unknown>>> {
  const nothing = loaded.map(([fact, { as_of, freshness, part }]) => {
    return [fact, Object.freeze<SourceFact<unknown>>({ record: null, as_of, freshness, part })] as const;
  });
  return Object.fromEntries(nothing);
}

/** What each block is given before it is derived: there from the start, so that it changes no object's shape. */
const OF_BLOCKS: Readonly<Record<string, unknown>> = {
  readings: undefined,
  options: undefined,
  request: undefined,
};

type Loaded = readonly (readonly [fact: string, reading: SourceReading<Records>])[];

function factsFrom(gathered: Gathered): ChunkFacts {
  const missing = new Map<string, WhyMissing>();
  const loaded: (readonly [fact: string, reading: SourceReading<Records>])[] = [];
  for (const [fact, reading] of gathered) {
    if (typeof reading === 'string') missing.set(fact, reading);
    else loaded.push([fact, reading]);
  }
  const ofNobody = { ...Object.fromEntries(missing), ...factsOfNobody(loaded), ...OF_BLOCKS };
  return {
    missing,
    of: (number) => {
      // A copy that has all its fields already: several times cheaper than an object that grows fact by fact.
      const known: Known & Record<string, unknown> = { ...ofNobody, blocks: {} };
      for (const [fact, reading] of loaded) {
        const { recordOf } = reading;
        if (recordOf !== undefined) {
          known[fact] = new LateFact(reading, () => recordOf(number));
          continue;
        }
        const record = reading.found.get(number);
        if (record !== undefined) known[fact] = factOf(record, number, reading);
      }
      return known;
    },
  };
}

/** What is said of a company once a block asks for it. */
class LateFact implements SourceFact<unknown> {
  private known: unknown;

  constructor(
    private readonly origin: Origin,
    private readonly read: () => unknown,
  ) {}

  get record(): unknown {
    if (this.known === undefined) this.known = this.read() ?? null;
    return this.known;
  }

  get as_of(): IsoDate {
    return this.origin.as_of;
  }

  get freshness(): Freshness {
    return this.origin.freshness;
  }

  get part(): boolean {
    return this.origin.part;
  }
}

/** What is said of a company of which there is a record. */
function factOf(record: unknown, number: string, reading: SourceReading<Records>): SourceFact<unknown> {
  const { as_of, freshness, part } =
    reading.elsewhere?.numbers.has(number) === true ? reading.elsewhere : reading;
  const day = record === null ? null : (reading.dateOf?.(record) ?? null);
  return { record, as_of: day ?? as_of, freshness, part };
}
