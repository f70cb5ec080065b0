/** The companies that the rows of a batch name, with one query a kind of identifier. */
import type { AskedRow } from '../streams/rowdata/rowdata.events.js';
import { identifierOf, type Identifier } from '../matching/identifier.js';
import type { MatchOutcome, MatchRefusal } from '../matching/match-outcome.js';
import { matchDomain, matchName, matchNumber } from '../matching/match.js';
import type { CompanyRecord } from '../sources/companies/company-record.js';
import type { CompaniesEdition, NameBearers } from '../sources/companies/companies.edition.js';

export interface MatchRules {
  /** 0..1 */
  readonly min_confidence: number;
  /** Rows of the whole job: some look-ups run in small jobs only (Spec 6.2). */
  readonly jobRows: number;
}

/** What the register has for the rows of a batch. */
export interface RegisterAnswers {
  readonly companies: ReadonlyMap<string, CompanyRecord>;
  readonly bearers: ReadonlyMap<string, NameBearers>;
}

export type Identified = Identifier | MatchRefusal;

const NOBODY: NameBearers = { current: [], former: [] };
const NO_REGISTER: MatchRefusal = {
  outcome: 'refused',
  reason: 'source_unavailable',
  detail: 'The company register is not loaded, or cannot be read now.',
  candidates: [],
};

const isRefusal = (found: Identified): found is MatchRefusal => 'outcome' in found;

export const identify = (rows: readonly AskedRow[]): Identified[] => rows.map(identifierOf);

/** @throws SqliteFileError */
export function lookUp(edition: CompaniesEdition, identified: readonly Identified[]): RegisterAnswers {
  const numbers: string[] = [];
  const names: string[] = [];
  for (const found of identified) {
    if (isRefusal(found)) continue;
    if (found.kind === 'company_number') numbers.push(found.number);
    else if (found.kind === 'company_name') names.push(found.normalised);
  }
  return { companies: edition.companies(numbers), bearers: edition.bearers(names) };
}

/** `answers` null: the register can't be read. What is wrong with the row itself is said all the same. */
export function matchOf(found: Identified, answers: RegisterAnswers | null, rules: MatchRules): MatchOutcome {
  if (isRefusal(found)) return found;
  if (found.kind === 'domain') {
    const refused = matchDomain(found, rules.jobRows);
    return answers === null && refused.reason !== 'not_own_site' ? NO_REGISTER : refused;
  }
  if (answers === null) return NO_REGISTER;
  return found.kind === 'company_number'
    ? matchNumber(found.number, answers.companies.get(found.number))
    : matchName(found, answers.bearers.get(found.normalised) ?? NOBODY, rules.min_confidence);
}
