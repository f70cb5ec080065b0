/**
 * One identifier and what the register has for it, to one company or to the reason why not (Contract 2.13).
 * Never the first of several.
 */
import type { MatchedOn } from '../../streams/rows/rows.events.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { NameBearers } from '../../sources/companies/companies.edition.js';
import { isLive } from '../../sources/companies/company-status.js';
import { exactName } from '../../shared/names/company-name.js';
import { LIVE_LOOKUP_ROWS } from '../../shared/options.js';
import type { Identifier } from './identifier.js';
import { refused, type MatchOutcome, type MatchRefusal } from './match-outcome.js';
import { notOwnSite } from '../../shared/web-hosts/not-own-sites.js';

/** Start values, until measured ones replace them (Contract 2.13). */
const MATCH_CONFIDENCE = {
  number: 1,
  exact_name: 0.98,
  normalised_name: 0.9,
  previous_name: 0.7,
  same_as: 0.6,
  dissolved: 0.6,
} as const;

const MOST_CANDIDATES = 20;

/** By number: what is on file under it, whatever its state. */
export function matchNumber(
  { number, unheld }: Extract<Identifier, { kind: 'company_number' }>,
  company: CompanyRecord | undefined,
): MatchOutcome {
  return company
    ? { outcome: 'matched', company, matched_on: 'company_number', match_confidence: MATCH_CONFIDENCE.number }
    : (unheld ?? refused('not_matched', `No company ${number} is on file.`));
}

interface Tier {
  readonly companies: readonly CompanyRecord[];
  readonly matched_on: MatchedOn;
  readonly confidence: number;
}

/** The companies that a name may mean. */
export interface NamedCompanies extends NameBearers {
  /** Whose names the registrar regards as the same; needed only where `isBorneLive` is false. */
  readonly sameAs: readonly CompanyRecord[];
}

/** Whether a live company bears the name or bore it: then no wider form of the name counts. */
export const isBorneLive = ({ current, former }: NameBearers): boolean =>
  current.some(isLive) || former.some(isLive);

/** Ways to match a name, best first; the first at which a company fits decides. */
function tiers(exact: string, { current, former, sameAs }: NamedCompanies): Tier[] {
  const live = current.filter(isLive);
  const dissolved = current.filter((company) => !isLive(company));
  return [
    {
      companies: live.filter(({ name }) => exactName(name) === exact),
      matched_on: 'company_name',
      confidence: MATCH_CONFIDENCE.exact_name,
    },
    { companies: live, matched_on: 'company_name', confidence: MATCH_CONFIDENCE.normalised_name },
    {
      companies: former.filter(isLive),
      matched_on: 'previous_name',
      confidence: MATCH_CONFIDENCE.previous_name,
    },
    { companies: sameAs.filter(isLive), matched_on: 'company_name', confidence: MATCH_CONFIDENCE.same_as },
    // Several dissolved companies of one name are no candidates: none of them is live.
    {
      companies: dissolved.length === 1 ? dissolved : [],
      matched_on: 'company_name',
      confidence: MATCH_CONFIDENCE.dissolved,
    },
  ];
}

const wording = ({ matched_on, confidence }: Tier): string => {
  if (matched_on === 'previous_name') return 'were once named';
  return confidence === MATCH_CONFIDENCE.same_as ? 'have names that count as the same as' : 'are named';
};

/** @param how `are named 'ACME'`: what is said of them */
export function ambiguousMatch(companies: readonly CompanyRecord[], how: string): MatchRefusal {
  const candidates = companies
    .map(({ number, name }) => ({ company_number: number, company_name: name }))
    .sort((a, b) => (a.company_number < b.company_number ? -1 : 1))
    .slice(0, MOST_CANDIDATES);
  return refused(
    'ambiguous_match',
    `${companies.length} live companies ${how}; ask by company_number.`,
    candidates,
  );
}

/** By name. A best match under `minConfidence`, or candidates that all are, is no match. */
export function matchName(
  { asked, exact }: Extract<Identifier, { kind: 'company_name' }>,
  bearers: NamedCompanies,
  minConfidence: number,
): MatchOutcome {
  const best = tiers(exact, bearers).find(({ companies }) => companies.length > 0);
  if (best === undefined) return refused('not_matched', `No company named '${asked}' is on file.`);
  const { companies, matched_on, confidence } = best;
  if (confidence < minConfidence) {
    return refused(
      'not_matched',
      `The best match for '${asked}' has a confidence of ${confidence}, under min_confidence ${minConfidence}.`,
    );
  }
  const [company] = companies;
  return company !== undefined && companies.length === 1
    ? { outcome: 'matched', company, matched_on, match_confidence: confidence }
    : ambiguousMatch(companies, `${wording(best)} '${asked}'`);
}

/** By website, where its site was not read: why not. */
export function matchDomain(
  { asked, host }: Extract<Identifier, { kind: 'domain' }>,
  jobRows: number,
): MatchRefusal {
  const kind = host === null ? null : notOwnSite(host);
  if (kind !== null) return refused('not_own_site', `${host} is a ${kind}, not a company's own website.`);
  const unknown =
    host === null ? `'${asked}' is not the address of a website` : `No company is on file for ${host}`;
  return jobRows > LIVE_LOOKUP_ROWS
    ? refused(
        'site_lookup_not_run',
        `${unknown}, and websites are looked up only in jobs of at most ${LIVE_LOOKUP_ROWS} rows.`,
      )
    : refused('not_matched', `${unknown}.`);
}
