/**
 * Gathers the records of the companies of a chunk from the needed sources, each with one query: the second
 * step.
 */
import type { CompanyFacts, LookUp, SourceFact, WhyMissing } from '../blocks/runner/facts.js';
import type { JoinedFact, KeyedFact } from '../sources/facts/define-fact.js';
import { dayOfNews } from '../sources/kit/records/held-on.js';
import type { SourceShelf } from '../sources/kit/editions/source-shelf.js';
import type { EditionReader, Origin, SourceReading } from './editions/edition-reader.js';
import type { Gathering } from './editions/editions-here.js';
import { REGISTER } from './look-up/look-up.js';

type Records = ReadonlyMap<string, unknown>;

/** The records that were read for a fact, of all companies of a chunk. */
type Read = SourceReading<Records> | WhyMissing;

/** The facts about the companies of a chunk. */
export interface ChunkFacts {
  /** Facts that none of the companies has. */
  readonly missing: ReadonlyMap<string, WhyMissing>;
  of(companyNumber: string): CompanyFacts;
}

/** @param register what matching has read of the companies: their source isn't asked again */
export function gather(
  { shelves, joined, keyed }: Gathering,
  numbers: readonly string[],
  reader: EditionReader,
  register: Read,
): ChunkFacts {
  const gathered = new Map<string, Read>();
  for (const shelf of shelves) {
    const { source } = shelf;
    if (source.fact === null) continue;
    const read =
      source.name === REGISTER ? register : reader.read(shelf, (edition) => edition.byNumbers(numbers));
    const dateOf = source.dateOf?.bind(source);
    gathered.set(source.fact, typeof read === 'string' || !dateOf ? read : { ...read, dateOf });
  }
  for (const join of joined) gathered.set(join.fact.name, joinFact(join, numbers, gathered, reader));

  const missing = new Map<string, WhyMissing>();
  const loaded: [fact: string, read: SourceReading<Records>][] = [];
  for (const [fact, read] of gathered) {
    if (typeof read === 'string') missing.set(fact, read);
    else loaded.push([fact, read]);
  }
  const lookUps = keyed.map(({ fact, source }) => [fact.name, lookUpIn(fact, source, reader)] as const);
  // The facts of a company that no source has: an object that grows fact by fact takes longer to make.
  const absent = loaded.map(([fact, read]) => [fact, factOf('', read)] as const);
  const ofNone = Object.fromEntries<unknown>([...missing, ...lookUps, ...absent]);
  return {
    missing,
    of: (number) => {
      const facts: Record<string, unknown> = { ...ofNone };
      for (const [fact, read] of loaded)
        if (read.recordOf !== undefined || read.found.has(number)) facts[fact] = factOf(number, read);
      return facts;
    },
  };
}

/** Joins one fact. If a fact that it needs is missing, the joined fact is missing too. */
function joinFact(
  { fact, source, others }: Gathering['joined'][number],
  numbers: readonly string[],
  gathered: ReadonlyMap<string, Read>,
  reader: EditionReader,
): Read {
  const needed: Record<string, Records> = {};
  for (const need of fact.needs) {
    const read = gathered.get(need) ?? 'not_available_yet';
    if (typeof read === 'string') return read;
    needed[need] = read.found;
  }
  const joinFor = (some: readonly string[], facts: typeof needed): Read =>
    reader.readTogether(source, others, (editions) =>
      // What it declares is what it is given: the compiler has checked its definition.
      fact.join(some, { facts, editions } as unknown as Parameters<JoinedFact['join']>[1]),
    );
  if (fact.late === true) {
    const read = reader.readTogether(source, others, () => NO_RECORDS);
    const recordOf = (number: string): unknown => {
      const late = joinFor([number], recordsOf(number, needed));
      return typeof late === 'string' ? null : late.found.get(number);
    };
    return typeof read === 'string' ? read : { ...read, recordOf };
  }
  const read = joinFor(numbers, needed);
  if (typeof read === 'string') return read;
  const dateOf = fact.dateOf?.bind(fact);
  const as_of = fact.ofNewestFile === true ? read.newest : read.as_of;
  return { ...read, as_of, ...(dateOf && { dateOf }) };
}

const NO_RECORDS: Records = new Map();

/** The records that were gathered for one company of a chunk. */
const recordsOf = (number: string, gathered: Readonly<Record<string, Records>>): Record<string, Records> =>
  Object.fromEntries(
    Object.entries(gathered).map(([fact, records]) => [
      fact,
      records.has(number) ? new Map([[number, records.get(number)]]) : NO_RECORDS,
    ]),
  );

/**
 * A fact that rows ask for by key while they are derived. It reads nothing until a row asks; then it makes
 * one query for the keys that nobody asked for before. An edition that can't be read is not tried again for
 * the chunk.
 */
export function lookUpIn(fact: KeyedFact, source: SourceShelf, reader: EditionReader): LookUp<unknown> {
  const known = new Map<string, unknown>();
  let last: Read | null = null;
  return (keys) => {
    const asked = keys.filter((key) => !known.has(key));
    if (last === null || (typeof last !== 'string' && asked.length > 0)) {
      last = reader.readTogether(source, [], (editions) =>
        // What it declares is what it is given: the compiler has checked its definition.
        fact.find(asked, editions as Parameters<KeyedFact['find']>[1]),
      );
      if (typeof last !== 'string') for (const key of asked) known.set(key, last.found.get(key));
    }
    if (typeof last === 'string') return last;
    const { as_of, freshness, part } = last;
    return { found: new Map(keys.map((key) => [key, known.get(key) ?? null])), as_of, freshness, part };
  };
}

/** The fact about a company; its record is null where the source has none of it. */
function factOf(number: string, read: SourceReading<Records>): SourceFact<unknown> {
  const { recordOf, newest } = read;
  if (recordOf !== undefined) return new LateFact(read, number, recordOf);
  const record = read.found.get(number);
  const { elsewhere } = read;
  const { as_of, freshness, part } =
    record !== undefined && elsewhere?.numbers.has(number) === true ? elsewhere : read;
  // A record that an update brought has its own day; all others have the day to which the edition tells of
  // everybody.
  const own = record === undefined || record === null || newest === as_of ? null : read.dateOf?.(record);
  return { record: record ?? null, as_of: dayOfNews(own ?? null, as_of, newest), freshness, part };
}

/** The fact about a company, whose record is read once a block asks for it. */
class LateFact implements SourceFact<unknown> {
  readonly as_of: Origin['as_of'];
  readonly freshness: Origin['freshness'];
  readonly part: boolean;
  private read: unknown;

  constructor(
    { as_of, freshness, part }: Origin,
    private readonly number: string,
    private readonly recordOf: (number: string) => unknown,
  ) {
    this.as_of = as_of;
    this.freshness = freshness;
    this.part = part;
  }

  get record(): unknown {
    if (this.read === undefined) this.read = this.recordOf(this.number) ?? null;
    return this.read;
  }
}
