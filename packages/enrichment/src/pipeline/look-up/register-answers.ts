/** Finds the register's records for the rows of a chunk, with one query a kind of identifier. */
import type { Identifier } from '../matching/identifier.js';
import type { CompanyMatch, MatchRefusal } from '../matching/match-outcome.js';
import { isBorneLive, isStrange, type NamedCompanies } from '../matching/match.js';
import { nameReadings, readingKeys } from '../matching/name-readings.js';
import type { Reading } from '../../live/readings/readings.js';
import { siteClaims } from '../../sites/verdict/site-claims.js';
import type { EditionOf, SourceName } from '../../sources/index.js';

export const REGISTER = 'companies' satisfies SourceName;
export type Register = EditionOf<typeof REGISTER>;

/** The websites that rows name a company by, by host. Left out: the website was not looked up. */
export type AskedSites = ReadonlyMap<string, Reading<'site'>>;

/** The register's records for the rows of a chunk. */
export interface RegisterAnswers {
  readonly numbered: ReadonlyMap<string, CompanyMatch['company']>;
  /**
   * The bearers of names, by normalised name: of the names themselves, and of other readings of names that
   * nobody fits.
   */
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
export function namesAndNumbers(identified: readonly Identified[]) {
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
