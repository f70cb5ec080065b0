/**
 * Looks up the rows of a chunk in the register, with one query a kind of identifier, and in the index those
 * companies that the register doesn't hold.
 */
import type { WhyMissing } from '../../blocks/runner/facts.js';
import type { SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';
import { SqliteFileError } from '../../../../platform/src/sqlite/sqlite-file.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import type { Reading } from '../../live/readings/readings.js';
import { siteClaims } from '../../sites/verdict/site-claims.js';
import { sourceNamed, type EditionOf, type SourceName } from '../../sources/index.js';
import { SourceShelf } from '../../sources/kit/editions/source-shelf.js';
import type { EditionReader, SourceReading } from '../editions/edition-reader.js';
import type { Identifier } from '../matching/identifier.js';
import { companyOfIndex } from '../matching/indexed-company.js';
import type { CompanyMatch, MatchRefusal } from '../matching/match-outcome.js';
import { isBorneLive, isStrange, NOBODY, type NameBearers, type NamedCompanies } from '../matching/match.js';
import { nameReadings, readingKeys } from '../matching/name-readings.js';

export const REGISTER = 'companies' satisfies SourceName;
export type Register = EditionOf<typeof REGISTER>;

/** The websites that rows name a company by, by host. Left out: the website was not looked up. */
export type AskedSites = ReadonlyMap<string, Reading<'site'>>;

/** The register's records for the rows of a chunk. */
export interface RegisterAnswers {
  readonly numbered: ReadonlyMap<string, CompanyRecord>;
  /** By normalised name: of the names themselves, and of other readings of names that nobody fits. */
  readonly bearers: NamedCompanies['bearers'];
  /** Further facts about names that no live company bears or bore, by the name as it was sent. */
  readonly wider: ReadonlyMap<string, Omit<NamedCompanies, 'bearers'>>;
  /** The index can't be read. It may know companies that the register doesn't hold. */
  readonly indexUnreadable?: true;
}

export type Identified = Identifier | MatchRefusal;

type Named = Extract<Identifier, { kind: 'company_name' }>;

export const isRefusal = (found: Identified): found is MatchRefusal => 'outcome' in found;

/** The names and numbers by which rows name companies, of either kind. */
function namesAndNumbers(identified: readonly Identified[]) {
  const numbers: string[] = [];
  const names: Named[] = [];
  for (const found of identified) {
    if (isRefusal(found)) continue;
    if (found.kind === 'company_number') numbers.push(found.number);
    else if (found.kind === 'company_name') names.push(found);
  }
  return { numbers, names };
}

/** The names and numbers of the operators on the websites that rows name. */
function claimsOf(sites: AskedSites): { readonly numbers: string[]; readonly names: string[] } {
  const claims = [...sites.values()].flatMap((site) =>
    site.status === 'read' && site.reading.state === 'read' ? siteClaims(site.reading) : [],
  );
  return {
    numbers: claims.flatMap(({ numbers }) => numbers),
    names: claims.flatMap(({ names }) => names),
  };
}

const NO_SITES: AskedSites = new Map();

/** The names that no live company bears or bore, each once. */
function unborneAmong(names: readonly Named[], bearers: NamedCompanies['bearers']): Named[] {
  const unborne = names.filter((found) => {
    const own = bearers.get(found.normalised);
    return own === undefined || !isBorneLive(found, own);
  });
  return [...new Map(unborne.map((found) => [found.asked, found])).values()];
}

/** @throws SqliteFileError */
export function lookUp(
  register: Register,
  identified: readonly Identified[],
  sites: AskedSites = NO_SITES,
): RegisterAnswers {
  const { numbers, names } = namesAndNumbers(identified);
  const claims = claimsOf(sites);
  const own = register.bearers([...names.map(({ normalised }) => normalised), ...claims.names]);
  const unborne = unborneAmong(names, own).map((found) => ({ found, readings: nameReadings(found.asked) }));
  const keys = unborne.flatMap(({ readings }) => readingKeys(readings));
  const bearers = new Map([...register.bearers(keys), ...own]);
  const same = register.sameAs(
    unborne.flatMap(({ readings }) => [readings.sameAs, ...readings.spelledSameAs]),
  );
  const wider = new Map<string, Omit<NamedCompanies, 'bearers'>>();
  for (const { found, readings } of unborne) {
    const sameAs = same.get(readings.sameAs) ?? { current: [] };
    const spelledSameAs = readings.spelledSameAs.flatMap((form) => same.get(form) ?? []);
    const known = { sameAs, spelledSameAs };
    const near = isStrange(found, { bearers, ...known }) ? register.near(readings.name) : undefined;
    wider.set(found.asked, { ...known, ...(near !== undefined && { near }) });
  }
  return { numbered: register.byNumbers([...numbers, ...claims.numbers]), bearers, wider };
}

type CompanyRecord = CompanyMatch['company'];

const INDEX = 'index' satisfies SourceName;
type Index = EditionOf<typeof INDEX>;

/** The editions in which companies are looked up. */
export type CompanyShelves = {
  readonly register: SourceShelf<Register>;
  readonly index: SourceShelf<Index>;
};

/** @param suppressed what neither of them knows; default: nothing */
export const companyShelves = (dataDir: string, suppressed?: SuppressedValues): CompanyShelves => ({
  register: new SourceShelf(dataDir, sourceNamed(REGISTER), suppressed),
  index: new SourceShelf(dataDir, sourceNamed(INDEX), suppressed),
});

interface Indexed {
  readonly numbered: readonly CompanyRecord[];
  readonly named: readonly CompanyRecord[];
  /** The suppressed companies among them. */
  readonly left: readonly CompanyRecord[];
}

function indexedAmong(index: Index, identified: readonly Identified[], answers: RegisterAnswers): Indexed {
  const { numbers, names } = namesAndNumbers(identified);
  const missing = numbers.filter((number) => !answers.numbered.has(number));
  const { shown, left } = index.withNames([
    ...names.map(({ normalised }) => normalised),
    ...[...answers.wider.keys()].flatMap((asked) => readingKeys(nameReadings(asked))),
  ]);
  return {
    numbered: [...index.byNumbers(missing).values()].map(companyOfIndex),
    named: shown.map(companyOfIndex),
    left: left.map(companyOfIndex),
  };
}

/**
 * Joins the answers of both. Under a name the register's own companies come first: the register knows them
 * better.
 */
function joined(answers: RegisterAnswers, { numbered, named, left }: Indexed): RegisterAnswers {
  if (numbered.length + named.length + left.length === 0) return answers;
  const bearers = new Map(answers.bearers);
  const bearersOf = (name: string): NameBearers => bearers.get(name) ?? NOBODY;
  for (const company of named) {
    const name = normaliseName(company.name);
    const { current, ...more } = bearersOf(name);
    bearers.set(name, { ...more, current: [...current, company] });
  }
  for (const company of left) {
    const name = normaliseName(company.name);
    const { left: hidden = NOBODY, ...more } = bearersOf(name);
    bearers.set(name, {
      ...{ ...more, suppressed: true },
      left: { ...hidden, current: [...hidden.current, company] },
    });
  }
  return {
    ...answers,
    numbered: new Map([...answers.numbered, ...numbered.map((one) => [one.number, one] as const)]),
    bearers,
  };
}

/** Whether the error is a defect that a row meets, not a file that can't be read. */
const isNoFile = (error: unknown): boolean => !(error instanceof SqliteFileError);

/**
 * The register's answers, joined with those of the index where one is loaded. If the index can't be read,
 * companies that the register doesn't hold stay undecided.
 */
export function lookUpCompanies(
  reader: EditionReader,
  { register, index }: CompanyShelves,
  identified: readonly Identified[],
  sites?: AskedSites,
): SourceReading<RegisterAnswers> | WhyMissing {
  const registered = reader.read(register, (edition) => lookUp(edition, identified, sites), isNoFile);
  if (typeof registered === 'string') return registered;
  const indexed = reader.read(
    index,
    (edition) => indexedAmong(edition, identified, registered.found),
    isNoFile,
  );
  if (indexed === 'not_available_yet') return registered;
  if (indexed === 'source_unavailable') {
    return { ...registered, found: { ...registered.found, indexUnreadable: true } };
  }
  const { numbered, named, left } = indexed.found;
  const held = reader.read(register, (edition) =>
    edition.heldAmong([...named, ...left].map(({ number }) => number)),
  );
  if (typeof held === 'string') return held;
  const isUnknown = ({ number }: CompanyRecord): boolean => !held.found.has(number);
  const unknown = named.filter(isUnknown);
  const { as_of, freshness, part } = indexed;
  const numbers = new Set([...numbered, ...unknown].map(({ number }) => number));
  return {
    ...registered,
    found: joined(registered.found, { numbered, named: unknown, left: left.filter(isUnknown) }),
    elsewhere: { numbers, as_of, freshness, part },
  };
}
