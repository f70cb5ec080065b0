/** First step: the companies that the rows of a chunk name, with one query a kind of identifier. */
import type { SubmittedRow } from '../../../contract/src/row.js';
import { identifierOf, type Identifier } from './matching/identifier.js';
import {
  refused,
  type CompanyMatch,
  type MatchOutcome,
  type MatchRefusal,
} from './matching/match-outcome.js';
import {
  isBorneLive,
  isStrange,
  matchDomain,
  matchName,
  matchNumber,
  type NamedCompanies,
} from './matching/match.js';
import { nameReadings, readingKeys } from './matching/name-readings.js';
import type { EditionOf, SourceName } from '../sources/index.js';
import { matchSite } from './matching/match-site.js';
import { siteClaims } from '../sites/verdict/site-claims.js';
import type { Reading } from '../live/readings/readings.js';
import { REASONS, type ReasonCode } from '../../../contract/src/reason-code.js';
import type { WhyMissing } from '../blocks/runner/facts.js';

/** The sources in which companies are looked up: by number and by name in the register, then in the index. */
export const REGISTER = 'companies' satisfies SourceName;
export type Register = EditionOf<typeof REGISTER>;
export const INDEX = 'index' satisfies SourceName;
export type Index = EditionOf<typeof INDEX>;

/** By host: websites that rows name a company by. Left out: it was not looked up. */
export type AskedSites = ReadonlyMap<string, Reading<'site'>>;

/** What rows are matched by, beside what they say. */
export interface MatchRules {
  /** 0..1 */
  readonly min_confidence: number;
  /** Rows of the whole job: some look-ups run in small jobs only (Spec 6.2). */
  readonly jobRows: number;
  /** Websites that rows name a company by, as far as they were read. */
  readonly sites?: AskedSites;
}

/** What the register has for the rows of a chunk. */
export interface RegisterAnswers {
  readonly numbered: ReadonlyMap<string, CompanyMatch['company']>;
  /** By normalised name: of the names themselves, and of other readings of those that nobody fits. */
  readonly bearers: NamedCompanies['bearers'];
  /** By the name as asked: what else is known of those that no live company bears or bore. */
  readonly wider: ReadonlyMap<string, Omit<NamedCompanies, 'bearers'>>;
  /** The index can't be read: whom the register doesn't hold it may know. */
  readonly indexUnreadable?: true;
}

export type Identified = Identifier | MatchRefusal;

type Named = Extract<Identifier, { kind: 'company_name' }>;

export const NO_REGISTER = refused(
  'source_unavailable',
  'The company register is not loaded, or cannot be read now.',
);
const NO_INDEX = refused('source_unavailable', 'The index of companies cannot be read now.');
const FAULT = refused('resolver_error', REASONS.resolver_error.meaning);

const isRefusal = (found: Identified): found is MatchRefusal => 'outcome' in found;

export const identify = (rows: readonly SubmittedRow[]): Identified[] => rows.map(identifierOf);

/** What rows name companies by, of either kind. */
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

/** What the websites that rows name say of who runs them. */
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

function matchHost(
  found: Extract<Identifier, { kind: 'domain' }>,
  answers: RegisterAnswers | null,
  { sites, min_confidence, jobRows }: MatchRules,
): MatchOutcome {
  const { host } = found;
  const site = host === null ? undefined : sites?.get(host);
  if (answers === null || host === null || site === undefined) {
    const refusal = matchDomain(found, jobRows);
    return answers === null && refusal.reason !== 'not_own_site' ? NO_REGISTER : refusal;
  }
  return site.status === 'read'
    ? matchSite(host, site.reading, answers, min_confidence)
    : refused('source_unavailable', `The website ${host} could not be read now: ${site.reason}.`);
}

/** What the index may still hold where it can't be read. */
const MAYBE_INDEXED: readonly ReasonCode[] = ['not_matched', 'invalid_company_number'];

/** What is wrong with the row itself is said without a register too. */
function matchOf(found: Identified, answers: RegisterAnswers | WhyMissing, rules: MatchRules): MatchOutcome {
  if (isRefusal(found)) return found;
  const read = typeof answers === 'string' ? null : answers;
  if (found.kind === 'domain') return matchHost(found, read, rules);
  if (read === null) {
    const unheld = found.kind === 'company_number' && answers === 'not_available_yet' ? found.unheld : null;
    return unheld ?? NO_REGISTER;
  }
  const match = matchOnFile(found, read, rules);
  const undecided = read.indexUnreadable === true && match.outcome === 'refused';
  return undecided && MAYBE_INDEXED.includes(match.reason) ? NO_INDEX : match;
}

function matchOnFile(
  found: Exclude<Identifier, { kind: 'domain' }>,
  answers: RegisterAnswers,
  { min_confidence }: MatchRules,
): MatchOutcome {
  if (found.kind === 'company_number') return matchNumber(found, answers.numbered.get(found.number));
  const { bearers, wider } = answers;
  return matchName(found, { bearers, sameAs: { current: [] }, ...wider.get(found.asked) }, min_confidence);
}

/** One outcome a row, in order. A fault fails its row alone. */
export const matchRows = (
  identified: readonly Identified[],
  answers: RegisterAnswers | WhyMissing,
  rules: MatchRules & { readonly onFault: (where: 'row', error: unknown) => void },
): MatchOutcome[] =>
  identified.map((found) => {
    try {
      return matchOf(found, answers, rules);
    } catch (error) {
      rules.onFault('row', error);
      return FAULT;
    }
  });

/** The companies that were matched, by number. */
export function matchedCompanies(outcomes: readonly MatchOutcome[]): Map<string, CompanyMatch['company']> {
  const companies = new Map<string, CompanyMatch['company']>();
  for (const match of outcomes) {
    if (match.outcome === 'matched') companies.set(match.company.number, match.company);
  }
  return companies;
}
