/**
 * Looks up the rows of a chunk in the register and, for companies that the register doesn't hold, in the
 * index.
 */
import type { WhyMissing } from '../../blocks/runner/facts.js';
import type { CompanyMatch } from '../matching/match-outcome.js';
import { companyOfIndex } from '../matching/indexed-company.js';
import { nameReadings, readingKeys } from '../matching/name-readings.js';
import { SourceShelf } from '../../sources/kit/editions/source-shelf.js';
import type { SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';
import { NOBODY, type NameBearers } from '../matching/match.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { SqliteFileError } from '../../../../platform/src/sqlite/sqlite-file.js';
import type { EditionReader, SourceReading } from '../editions/edition-reader.js';
import {
  lookUp,
  namesAndNumbers,
  REGISTER,
  type AskedSites,
  type Identified,
  type Register,
  type RegisterAnswers,
} from './register-answers.js';
import { sourceNamed, type EditionOf, type SourceName } from '../../sources/index.js';

const INDEX = 'index' satisfies SourceName;
type Index = EditionOf<typeof INDEX>;

/** The editions in which companies are looked up. */
export interface CompanyShelves {
  readonly register: SourceShelf<Register>;
  readonly index: SourceShelf<Index>;
}

/** @param suppressed what neither of them knows; default: nothing */
export const companyShelves = (dataDir: string, suppressed?: SuppressedValues): CompanyShelves => ({
  register: new SourceShelf(dataDir, sourceNamed(REGISTER), suppressed),
  index: new SourceShelf(dataDir, sourceNamed(INDEX), suppressed),
});

export const shelvesAsked = ({ register, index }: CompanyShelves): readonly SourceShelf[] => [
  register,
  index,
];

interface Indexed {
  readonly numbered: readonly CompanyMatch['company'][];
  readonly named: readonly CompanyMatch['company'][];
  /** The suppressed companies among them. */
  readonly left: readonly CompanyMatch['company'][];
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
  const isUnknown = ({ number }: CompanyMatch['company']): boolean => !held.found.has(number);
  const unknown = named.filter(isUnknown);
  const { as_of, freshness, part } = indexed;
  const numbers = new Set([...numbered, ...unknown].map(({ number }) => number));
  return {
    ...registered,
    found: joined(registered.found, { numbered, named: unknown, left: left.filter(isUnknown) }),
    elsewhere: { numbers, as_of, freshness, part },
  };
}
