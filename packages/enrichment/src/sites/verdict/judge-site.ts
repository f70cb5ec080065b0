/**
 * Judges whether a site is a company's own, by points for evidence on its pages (Blocks 4.2). Acceptance
 * needs enough points, a hard match, and no veto. A name and a domain alone never suffice.
 */
import type { SiteReading } from '../site-reading.js';
import { contributionsOf, crowdLevel, isNamed, sumOf, type SiteEvidence } from './contributions.js';
import { directorEvidence, type DirectorEvidence } from './director-evidence.js';
import type { JudgedCompany } from './judged-company.js';
import { nameEvidence } from './name-evidence.js';
import { numberEvidence } from './number-evidence.js';
import { placeEvidence } from './place-evidence.js';
import { siteSigns } from './site-signs.js';
import type {
  DirectorCheck,
  HardMatch,
  SiteAdvisory,
  SiteChecks,
  SiteOutcome,
  SiteVerdict,
} from './site-verdict.js';
import { siteText } from './site-words.js';
import { confidenceOf, THRESHOLDS, WEIGHTS_VERSION } from './weights.js';

function hardMatches({ name, number, place, director }: SiteEvidence, crowd: 0 | 1 | 2): HardMatch[] {
  const matches: HardMatch[] = [];
  if (number.own !== null && number.named) matches.push({ key: 'company_number', ...number.own });
  if (crowd === 0 && isNamed(name)) {
    if (place.address !== null) matches.push({ key: 'registered_address', ...place.address });
    else if (place.postcode !== null) matches.push({ key: 'postcode', ...place.postcode });
  }
  if (director?.hard != null && isNamed(name)) matches.push(director.hard);
  return matches;
}

function checksOf({ name, number, place, director, signs }: SiteEvidence): SiteChecks {
  return {
    legal_name_exact: name.legal_name,
    business_name: name.business_name !== null,
    same_postcode: place.postcode !== null,
    similar_postcode: place.postcode !== null || place.similar !== null,
    city_match: place.town,
    county_match: place.county,
    address_match: place.address !== null,
    director_match: director === null ? null : director.match !== null,
    company_number: number.own !== null,
    other_company_number: number.others.length > 0,
    foreign_registration: signs.foreign,
    uk_domain: signs.uk_domain,
    phone_present: signs.phone,
    generic_platform: signs.generic_platform,
    parked: signs.parked,
  };
}

const vetoesOf = ({ signs, number }: SiteEvidence): string[] => [
  ...(signs.generic_platform ? ['generic_platform'] : []),
  ...(signs.parked ? ['parked'] : []),
  ...(signs.hijacked ? ['hijacked'] : []),
  ...(number.own === null && number.others.length > 0 ? ['other_company_number'] : []),
];

/** Returns true if the site states several numbers as its operator's, so that the operator is unclear. */
const isShared = ({ number }: SiteEvidence): boolean => number.own !== null && number.others.length > 0;

/** Returns true if the site is below somebody else's domain, where agencies show their clients' sites. */
const isGuest = ({ name, signs }: SiteEvidence): boolean => signs.below_domain && name.spelled === null;

function outcomeOf(evidence: SiteEvidence, score: number, hard: readonly HardMatch[]): SiteOutcome {
  if (vetoesOf(evidence).length > 0 || !evidence.signs.live) return 'reject';
  if (score < THRESHOLDS.review) return 'reject';
  return score >= THRESHOLDS.accept && hard.length > 0 && !isShared(evidence) && !isGuest(evidence)
    ? 'accept'
    : 'review';
}

function advisoriesOf(evidence: SiteEvidence, hard: readonly HardMatch[]): SiteAdvisory[] {
  if (hard.length > 0) return [];
  const { legal_name, business_name } = evidence.name;
  const isPrinted = legal_name !== false || business_name !== null;
  if (!isPrinted || evidence.number.others.length > 0) return ['domain_name_mismatch'];
  return evidence.place.postcode === null ? ['name_matches_no_address_evidence'] : [];
}

const DECISIVE_POINTS = 10;

function reasonsOf(
  evidence: SiteEvidence,
  site: SiteReading,
  {
    contributions,
    hard,
    crowd,
  }: { contributions: Record<string, number>; hard: readonly HardMatch[]; crowd: 0 | 1 | 2 },
): string[] {
  const decisive = Object.entries(contributions)
    .filter(([, points]) => Math.abs(points) >= DECISIVE_POINTS)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([check]) => check);
  const hasLegalPage = site.pages.some(
    ({ kind }) => kind === 'legal' || kind === 'terms' || kind === 'privacy',
  );
  return [
    ...decisive,
    ...(evidence.signs.live ? [] : ['site_not_live']),
    ...(isShared(evidence) ? ['several_company_numbers'] : []),
    ...(isGuest(evidence) ? ['below_another_domain'] : []),
    ...(hard.length === 0 ? ['hard_match_missing'] : []),
    ...(crowd > 0 && evidence.place.postcode !== null ? ['crowded_address'] : []),
    ...(hasLegalPage ? [] : ['legal_pages_not_read']),
  ];
}

function directorCheck(director: DirectorEvidence | null, company: JudgedCompany): DirectorCheck {
  if (director === null) return 'not_requested';
  if (company.directors?.length === 0) return 'no_officers';
  return director.match === null ? 'not_matched' : 'matched';
}

function evidenceOf(site: SiteReading, company: JudgedCompany, on_record: boolean): SiteEvidence {
  const text = siteText(site);
  const name = nameEvidence(site, text, company);
  return {
    name,
    number: numberEvidence(site, company, name),
    place: placeEvidence(site, text, company, name.namePlace),
    director: company.directors === null ? null : directorEvidence(text, company.directors),
    signs: siteSigns(site),
    on_record,
  };
}

/** Judges a site that was read. Pure. @param on_record true if a public record names the host */
export function judgeSite(site: SiteReading, company: JudgedCompany, on_record: boolean): SiteVerdict {
  const evidence = evidenceOf(site, company, on_record);
  const crowd = crowdLevel(company.crowd);
  const contributions = contributionsOf(evidence, crowd);
  const score = Math.min(100, Math.max(0, sumOf(contributions)));
  const hard = hardMatches(evidence, crowd);
  const outcome = outcomeOf(evidence, score, hard);
  return {
    outcome,
    score,
    contributions,
    checks: checksOf(evidence),
    reasons: reasonsOf(evidence, site, { contributions, hard, crowd }),
    director_check: directorCheck(evidence.director, company),
    hard_matches: hard,
    name_match: evidence.name.match,
    other_numbers: evidence.number.others,
    in_group: evidence.number.others.some((number) => company.group.has(number)),
    advisories: advisoriesOf(evidence, hard),
    confidence: confidenceOf(outcome, score, hard),
    weights: WEIGHTS_VERSION,
  };
}

/** Computes the part of the judgement that is the same for every company. */
export const readyToJudge = (site: SiteReading): void => void siteSigns(site);

/** The verdicts by crawl, then by everything else that they depend on. They are dropped with the crawl. */
const verdicts = new WeakMap<SiteReading, Map<string, SiteVerdict>>();

/** Calls `judgeSite` once for a crawl and a company, since every website block of a row needs the verdict. */
export function judgeOnce(site: SiteReading, company: JudgedCompany, on_record: boolean): SiteVerdict {
  const key = JSON.stringify([{ ...company, group: [...company.group].sort() }, on_record]);
  const siteVerdicts = verdicts.get(site) ?? new Map<string, SiteVerdict>();
  verdicts.set(site, siteVerdicts);
  const verdict = siteVerdicts.get(key) ?? judgeSite(site, company, on_record);
  siteVerdicts.set(key, verdict);
  return verdict;
}
