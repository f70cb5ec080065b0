/**
 * Finds the company that a website names as its own: by a number that the register knows, under the company's
 * name; else by the exact legal name, where the site shows that name elsewhere too (Contract 2.8). It never
 * guesses.
 */
import { judgedRecord, type CompanyRecord } from '../../sources/companies/company-record.js';
import type { NameBearers } from '../../sources/companies/companies.edition.js';
import { isLive } from '../../sources/companies/company-status.js';
import { judgeSite } from '../../sites/verdict/judge-site.js';
import { isSaidToRun } from '../../sites/verdict/number-evidence.js';
import { siteClaims } from '../../sites/verdict/site-claims.js';
import type { SiteVerdict } from '../../sites/verdict/site-verdict.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { ambiguousMatch } from './match.js';
import { refused, type MatchOutcome } from './match-outcome.js';

/** Start values, until measured ones replace them. */
const CONFIDENCE = { number: 0.95, name: 0.8 } as const;

export interface SiteCompanies {
  readonly numbered: ReadonlyMap<string, CompanyRecord>;
  readonly bearers: ReadonlyMap<string, Pick<NameBearers, 'current'>>;
}

const isVetoed = ({ checks, contributions }: SiteVerdict): boolean =>
  checks.parked === true || checks.generic_platform === true || 'hijacked' in contributions;

/**
 * Judges the number that the site names. Addresses prove nothing, because it isn't known here whose office is
 * crowded.
 */
const byNumber = (site: SiteReading, record: CompanyRecord): boolean => {
  const verdict = judgeSite(site, judgedRecord(record), false);
  return !isVetoed(verdict) && verdict.hard_matches.some(({ key }) => key === 'company_number');
};

/**
 * The name with its ending, under no other company's number, and with a second sign: its host, its title, its
 * postcode.
 */
function byName(site: SiteReading, record: CompanyRecord): boolean {
  const verdict = judgeSite(site, judgedRecord(record), false);
  const { legal_name_exact, other_company_number, same_postcode, business_name } = verdict.checks;
  const shown = 'domain_name' in verdict.contributions || same_postcode === true || business_name === true;
  return !isVetoed(verdict) && legal_name_exact === true && other_company_number !== true && shown;
}

/** The live companies that a site names, and how sure that is. */
function namedBy(site: SiteReading, { numbered, bearers }: SiteCompanies) {
  const { numbers, names } = siteClaims(site);
  const proved = numbers.flatMap((number) => {
    const record = numbered.get(number);
    return record !== undefined && isLive(record) && byNumber(site, record) ? record : [];
  });
  const said = proved.filter((record) => isSaidToRun(site, judgedRecord(record)));
  const companies = said.length > 0 ? said : proved;
  if (proved.length > 0 || numbers.length > 0) return { companies, confidence: CONFIDENCE.number };
  const bearing = names.flatMap((name) => bearers.get(name)?.current ?? []).filter(isLive);
  const distinct = [...new Map(bearing.map((record) => [record.number, record])).values()];
  return { companies: distinct.filter((record) => byName(site, record)), confidence: CONFIDENCE.name };
}

/** @param host as asked for, and read */
export function matchSite(
  host: string,
  site: SiteReading,
  known: SiteCompanies,
  minConfidence: number,
): MatchOutcome {
  if (site.state === 'unreachable')
    return refused('site_unreachable', `The website ${host} could not be opened.`);
  const { companies, confidence } = namedBy(site, known);
  const [company] = companies;
  if (company === undefined)
    return refused(
      'no_company_identified_on_site',
      `The website ${host} names no live company by its number or exact legal name.`,
    );
  if (confidence < minConfidence)
    return refused(
      'not_matched',
      `The best match for ${host} has a confidence of ${confidence}, under min_confidence ${minConfidence}.`,
    );
  return companies.length > 1
    ? ambiguousMatch(companies, `stand on the website ${host}`)
    : { outcome: 'matched', company, matched_on: 'domain', match_confidence: confidence };
}
