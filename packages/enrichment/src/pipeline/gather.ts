/** Second step: what the needed sources have for the companies of a chunk, each asked once, in one query. */
import type { Freshness } from '../blocks/runner/envelope.js';
import type { LookUp, SourceFact, WhyMissing } from '../blocks/runner/facts.js';
import type { ChunkFacts, Known } from '../blocks/runner/plan-blocks.js';
import type { JoinedFact } from '../sources/facts/define-fact.js';
import type { KeyedFact } from '../sources/facts/define-keyed-fact.js';
import type { IsoDate } from '../../../words/src/calendar.js';
import { dayOfNews } from '../sources/kit/records/held-on.js';
import type { SourceShelf } from '../sources/kit/editions/source-shelf.js';
import type { EditionReader, Origin, SourceReading } from './edition-reader.js';

type Records = ReadonlyMap<string, unknown>;

/** Which facts some blocks read, and from which editions. */
export interface Gathering {
  /** Sources whose record of a company is a fact. */
  readonly shelves: readonly SourceShelf[];
  readonly joined: readonly {
    readonly fact: JoinedFact;
    readonly source: SourceShelf;
    readonly others: readonly SourceShelf[];
  }[];
  /** Asked by rows, if at all, while they are derived. */
  readonly keyed: readonly { readonly fact: KeyedFact; readonly source: SourceShelf }[];
}

export interface KnownFacts {
  readonly joined: readonly JoinedFact[];
  readonly keyed: readonly KeyedFact[];
}

/** @param wanted names of facts */
export function gatheringOf(
  wanted: ReadonlySet<string>,
  shelves: readonly SourceShelf[],
  facts: KnownFacts,
): Gathering {
  const named = (name: string): SourceShelf[] => shelves.filter(({ source }) => source.name === name);
  const joined = facts.joined
    .filter(({ name }) => wanted.has(name))
    .flatMap((fact) =>
      named(fact.source).map((source) => ({ fact, source, others: fact.also.flatMap(named) })),
    );
  const keyed = facts.keyed
    .filter(({ name }) => wanted.has(name))
    .flatMap((fact) => named(fact.source).map((source) => ({ fact, source })));
  const needed = new Set([...wanted, ...joined.flatMap(({ fact }) => fact.needs)]);
  return {
    shelves: shelves.filter(({ source: { fact } }) => fact !== null && needed.has(fact)),
    joined,
    keyed,
  };
}

/** The sources whose editions a chunk has to name for it. */
export const shelvesOf = ({ shelves, joined, keyed }: Gathering): Set<SourceShelf> =>
  new Set([
    ...shelves,
    ...joined.flatMap(({ source, others }) => [source, ...others]),
    ...keyed.map(({ source }) => source),
  ]);

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
  const reading =
    fact.late === true ? reader.readTogether(source, others, () => NO_RECORDS) : joinFor(numbers, needed);
  if (typeof reading === 'string') return reading;
  if (fact.late !== true) {
    const { ofNewestFile = false } = fact;
    const dateOf = fact.dateOf?.bind(fact);
    return { ...reading, ...(dateOf && { dateOf }), ...(ofNewestFile && { as_of: reading.newest }) };
  }
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

/**
 * A fact that rows ask for by key while they are derived. Reads nothing until it is asked, and then one query
 * for the keys that nobody asked for before. Once the edition can't be read it is not tried again for the
 * chunk.
 */
export function lookUpIn(fact: KeyedFact, source: SourceShelf, reader: EditionReader): LookUp<unknown> {
  const known = new Map<string, unknown>();
  let missing: WhyMissing | null = null;
  let told: SourceReading<Records> | null = null;
  return (keys) => {
    const asked = keys.filter((key) => !known.has(key));
    if (missing === null && (told === null || asked.length > 0)) {
      // What it declares is what it is given: the compiler has checked its definition.
      const find = (editions: unknown): Records =>
        fact.find(asked, editions as Parameters<KeyedFact['find']>[1]);
      const reading = reader.readTogether(source, [], find);
      if (typeof reading === 'string') missing = reading;
      else {
        told = reading;
        for (const key of asked) known.set(key, reading.found.get(key));
      }
    }
    if (missing !== null || told === null) return missing ?? 'source_unavailable';
    const found = new Map(keys.map((key) => [key, known.get(key) ?? null] as const));
    const { as_of, freshness, part } = told;
    return { found, as_of, freshness, part };
  };
}

/** @param read what matching has read already: its source isn't asked again */
export function gather(
  { shelves, joined, keyed }: Gathering,
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
  const lookUps = keyed.map(({ fact, source }) => [fact.name, lookUpIn(fact, source, reader)] as const);
  return factsFrom(gathered, Object.fromEntries(lookUps));
}

/**
 * What is said of a company by each fact, where no source has a record of it: the same for the whole chunk.
 */
function factsOfNobody(loaded: Loaded): Readonly<Record<string, SourceFact<unknown>>> {
  const nothing = loaded.map(([fact, { as_of, freshness, part }]) => {
    return [fact, Object.freeze<SourceFact<unknown>>({ record: null, as_of, freshness, part })] as const;
  });
  return Object.fromEntries(nothing);
}

const NO_ANSWERS: Known['blocks'] = Object.freeze({});

/**
 * What each block is given before it is derived: there from the start, so that it changes no object's shape.
 */
const OF_BLOCKS: Readonly<Record<string, unknown>> = {
  row: undefined,
  readings: undefined,
  options: undefined,
  request: undefined,
  once: undefined,
  blocks: NO_ANSWERS,
};

type Loaded = readonly (readonly [fact: string, reading: SourceReading<Records>])[];

function factsFrom(gathered: Gathered, lookUps: Readonly<Record<string, unknown>>): ChunkFacts {
  const missing = new Map<string, WhyMissing>();
  const loaded: (readonly [fact: string, reading: SourceReading<Records>])[] = [];
  for (const [fact, reading] of gathered) {
    if (typeof reading === 'string') missing.set(fact, reading);
    else loaded.push([fact, reading]);
  }
  const ofNobody = { ...Object.fromEntries(missing), ...factsOfNobody(loaded), ...lookUps, ...OF_BLOCKS };
  return {
    missing,
    of: (number) => {
      // A copy that has all its fields already: several times cheaper than an object that grows fact by fact.
      const known: Known & Record<string, unknown> = { ...ofNobody, blocks: NO_ANSWERS };
      for (const [fact, reading] of loaded) {
        if (reading.recordOf !== undefined) {
          known[fact] = new LateFact(reading, reading.recordOf, number);
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
    private readonly recordOf: (number: string) => unknown,
    private readonly number: string,
  ) {}

  get record(): unknown {
    if (this.known === undefined) this.known = this.recordOf(this.number) ?? null;
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

/**
 * Of a record that an update brought its own day, and of all others that to which the edition tells of
 * everybody.
 */
function dayOf(record: unknown, whole: IsoDate, { newest, dateOf }: SourceReading<Records>): IsoDate {
  return dayOfNews(record === null || newest === whole ? null : (dateOf?.(record) ?? null), whole, newest);
}

/** What is said of a company of which there is a record. */
function factOf(record: unknown, number: string, reading: SourceReading<Records>): SourceFact<unknown> {
  const { as_of, freshness, part } =
    reading.elsewhere?.numbers.has(number) === true ? reading.elsewhere : reading;
  return { record, as_of: dayOf(record, as_of, reading), freshness, part };
}
