/** Matches rows to the companies that they name: the first step. */
import type { SubmittedRow } from '../../../contract/src/row.js';
import { identifierOf, type Identifier } from './matching/identifier.js';
import { refused, type CompanyMatch, type MatchOutcome } from './matching/match-outcome.js';
import { matchDomain, matchName, matchNumber } from './matching/match.js';
import { matchSite } from './matching/match-site.js';
import { REASONS, type ReasonCode } from '../../../contract/src/reason-code.js';
import type { WhyMissing } from '../blocks/runner/facts.js';
import { orFault } from '../blocks/runner/plan-blocks.js';
import type { EditionReader, SourceReading } from './editions/edition-reader.js';
import type { EnrichmentJob } from './enricher.js';
import { UnreadableEditionError } from './no-answer-yet.js';
import type { Parts } from './parts.js';
import {
  isRefusal,
  lookUpCompanies,
  type AskedSites,
  type Identified,
  type RegisterAnswers,
} from './look-up/look-up.js';

/** The results of matching rows. */
export interface Matches {
  /** The outcomes, one for each row, in order. */
  readonly outcomes: readonly MatchOutcome[];
  /** The matched companies by number, as the register or the index has them; or why there are none. */
  readonly companies: SourceReading<ReadonlyMap<string, CompanyMatch['company']>> | WhyMissing;
}

/**
 * Matches each row to a company, or tells why not.
 * @throws UnreadableEditionError where only an edition that can't be read now could answer a row
 * @throws UnreadableSourceError where a website has to be read first, and can't be now
 */
export async function match(
  { editions, sites, onFault }: Pick<Parts, 'editions' | 'sites' | 'onFault'>,
  reader: EditionReader,
  job: EnrichmentJob,
  rows: readonly SubmittedRow[],
): Promise<Matches> {
  const identified = identify(rows);
  const asked = await sites.read(identified, job);
  const register = lookUpCompanies(reader, editions.companies, identified, asked);
  const answers = typeof register === 'string' ? register : register.found;
  const { min_confidence } = job.options;
  const outcomes = matchRows(identified, answers, {
    min_confidence,
    jobRows: job.rows,
    sites: asked,
    onFault,
  });
  refuseUnread(answers, outcomes);
  const found = new Map(
    outcomes.flatMap((one) =>
      one.outcome === 'matched' ? [[one.company.number, one.company] as const] : [],
    ),
  );
  return { outcomes, companies: typeof register === 'string' ? register : { ...register, found } };
}

export const identify = (rows: readonly SubmittedRow[]): Identified[] => rows.map(identifierOf);

/** A row that only the register or the index can answer waits until they can be read. */
function refuseUnread(answers: RegisterAnswers | WhyMissing, outcomes: readonly MatchOutcome[]): void {
  const isUnread = typeof answers === 'string' ? answers !== 'not_available_yet' : answers.indexUnreadable;
  if (isUnread !== true) return;
  for (const match of outcomes) {
    if (match.outcome === 'refused' && match.reason === 'source_unavailable')
      throw new UnreadableEditionError(match.detail);
  }
}

/** The rules for matching rows. */
export interface MatchRules {
  /** 0..1 */
  readonly min_confidence: number;
  /** The number of rows of the whole job: some look-ups run only in small jobs (Spec 6.2). */
  readonly jobRows: number;
  /** The websites by which rows name companies, as far as they were read. */
  readonly sites?: AskedSites;
}

export const NO_REGISTER = refused(
  'source_unavailable',
  'The company register is not loaded, or cannot be read now.',
);
const NO_INDEX = refused('source_unavailable', 'The index of companies cannot be read now.');
const FAULT = refused('resolver_error', REASONS.resolver_error.meaning);

function matchHost(
  identifier: Extract<Identifier, { kind: 'domain' }>,
  answers: RegisterAnswers | null,
  { sites, min_confidence, jobRows }: MatchRules,
): MatchOutcome {
  const { host } = identifier;
  const site = host === null ? undefined : sites?.get(host);
  if (answers === null || host === null || site === undefined) {
    const refusal = matchDomain(identifier, jobRows);
    return answers === null && refusal.reason !== 'not_own_site' ? NO_REGISTER : refusal;
  }
  return site.status === 'read'
    ? matchSite(host, site.reading, answers, min_confidence)
    : refused('source_unavailable', `The website ${host} could not be read now: ${site.reason}.`);
}

/** Reasons that may be wrong where the index can't be read: it may hold the company. */
const MAYBE_INDEXED: readonly ReasonCode[] = ['not_matched', 'invalid_company_number'];

/** Matches a row. A fault of the row itself is reported without a register too. */
function matchOf(
  identifier: Identified,
  answers: RegisterAnswers | WhyMissing,
  rules: MatchRules,
): MatchOutcome {
  if (isRefusal(identifier)) return identifier;
  const read = typeof answers === 'string' ? null : answers;
  if (identifier.kind === 'domain') return matchHost(identifier, read, rules);
  if (read === null) {
    const unheld =
      identifier.kind === 'company_number' && answers === 'not_available_yet' ? identifier.unheld : null;
    return unheld ?? NO_REGISTER;
  }
  const match = matchOnFile(identifier, read, rules);
  const undecided = read.indexUnreadable === true && match.outcome === 'refused';
  return undecided && MAYBE_INDEXED.includes(match.reason) ? NO_INDEX : match;
}

function matchOnFile(
  identifier: Exclude<Identifier, { kind: 'domain' }>,
  answers: RegisterAnswers,
  { min_confidence }: MatchRules,
): MatchOutcome {
  if (identifier.kind === 'company_number')
    return matchNumber(identifier, answers.numbered.get(identifier.number));
  const { bearers, wider } = answers;
  return matchName(
    identifier,
    { bearers, sameAs: { current: [] }, ...wider.get(identifier.asked) },
    min_confidence,
  );
}

/** Returns an outcome for each row, in order. A fault fails its row alone. */
export const matchRows = (
  identified: readonly Identified[],
  answers: RegisterAnswers | WhyMissing,
  rules: MatchRules & { readonly onFault: (where: 'row', error: unknown) => void },
): MatchOutcome[] =>
  identified.map((identifier) => orFault(rules.onFault, () => matchOf(identifier, answers, rules)) ?? FAULT);
