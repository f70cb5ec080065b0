/**
 * Whether a site is a company's own: what its pages show, in points (Blocks 4.2). `accept` needs the points, a hard match, a
 * site that answers and no veto; a name and a domain alone never suffice.
 */
import type { SiteReading } from '../site-reading.js';
import { directorEvidence, type DirectorEvidence } from './director-evidence.js';
import type { JudgedCompany } from './judged-company.js';
import { nameEvidence, type NameEvidence } from './name-evidence.js';
import { numberEvidence, type NumberEvidence } from './number-evidence.js';
import { placeEvidence, type PlaceEvidence } from './place-evidence.js';
import { siteSigns, type SiteSigns } from './site-signs.js';
import type {
  DirectorCheck,
  HardMatch,
  SiteAdvisory,
  SiteChecks,
  SiteOutcome,
  SiteVerdict,
} from './site-verdict.js';
import { siteText } from './site-words.js';
import { confidenceOf } from './verdict-confidence.js';
import { CROWD, POINTS, THRESHOLDS, WEIGHTS_VERSION } from './weights.js';

export interface Evidence {
  readonly name: NameEvidence;
  readonly number: NumberEvidence;
  readonly place: PlaceEvidence;
  /** Null: not looked for. */
  readonly director: DirectorEvidence | null;
  readonly signs: SiteSigns;
  /** A public record of the company names the host. */
  readonly on_record: boolean;
}

/** How crowded the postcode is: 0 an address of its own, 2 one of a formation agent's. Not known: as if it were. */
const crowdOf = (crowd: number | null): 0 | 1 | 2 =>
  crowd === null || crowd > CROWD.some ? 2 : crowd > CROWD.few ? 1 : 0;

const isNamed = ({ legal_name, business_name, spelled, telling, longer }: NameEvidence): boolean =>
  !longer && (legal_name !== false || business_name !== null || (spelled === 'whole' && telling));

function namePoints({ legal_name, former, business_name, spelled }: NameEvidence): Record<string, number> {
  const exact =
    legal_name === true ? POINTS.legal_name_exact : former ? POINTS.previous_name : POINTS.legal_name_core;
  return {
    legal_name_exact: legal_name === false ? 0 : exact,
    business_name:
      business_name === null
        ? 0
        : business_name === 'linked'
          ? POINTS.business_name
          : POINTS.business_name_shown,
    domain_name: spelled === null ? 0 : spelled === 'whole' ? POINTS.domain_name : POINTS.domain_name_part,
  };
}

function placePoints({ postcode, similar, address, town, county }: PlaceEvidence, crowd: 0 | 1 | 2) {
  const near = similar === 'sector' ? POINTS.similar_postcode_sector : POINTS.similar_postcode_district;
  return {
    same_postcode: postcode === null ? 0 : POINTS.same_postcode[crowd],
    address_match: address === null ? 0 : POINTS.address_match[crowd],
    similar_postcode: similar === null ? 0 : near,
    city_match: town ? POINTS.city_match : 0,
    county_match: county ? POINTS.county_match : 0,
  };
}

function numberPoints({ own, others, unclear }: NumberEvidence) {
  return {
    company_number: own === null ? 0 : POINTS.company_number,
    other_company_number:
      own !== null
        ? 0
        : others.length > 0
          ? POINTS.other_company_number
          : unclear.length > 0
            ? POINTS.other_number_unclear
            : 0,
  };
}

const directorPoints = (director: DirectorEvidence | null): number =>
  director?.match == null ? 0 : director.match === 'full' ? POINTS.director_full : POINTS.director_initial;

const signPoints = (signs: SiteSigns, own: boolean): Record<string, number> => ({
  uk_domain: signs.uk_domain ? POINTS.uk_domain : 0,
  phone_present: signs.phone ? POINTS.phone_present : 0,
  foreign_registration: signs.foreign && !own ? POINTS.foreign_registration : 0,
  hijacked: signs.hijacked ? POINTS.hijacked : 0,
  generic_platform: signs.generic_platform ? POINTS.generic_platform : 0,
  parked: signs.parked ? POINTS.parked : 0,
});

const sumOf = (points: Readonly<Record<string, number>>): number =>
  Object.values(points).reduce((sum, one) => sum + one, 0);

const withoutZeros = (points: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(points).filter(([, one]) => one !== 0));

/** What ties the site to the company beyond its name. */
function hardMatches({ name, number, place, director }: Evidence, crowd: 0 | 1 | 2): HardMatch[] {
  const matches: HardMatch[] = [];
  if (number.own !== null && number.named) matches.push({ key: 'company_number', ...number.own });
  if (crowd === 0 && isNamed(name)) {
    if (place.address !== null) matches.push({ key: 'registered_address', ...place.address });
    else if (place.postcode !== null) matches.push({ key: 'postcode', ...place.postcode });
  }
  if (director?.hard != null && isNamed(name)) matches.push(director.hard);
  return matches;
}

/** What lacks its other half never reaches a review: a name without a tie, an address without the name. */
function capOf({ name, number, place, director, on_record }: Evidence): string | null {
  if (number.own !== null) return null;
  if (!isNamed(name)) return 'address_alone';
  const tied = place.postcode !== null || directorPoints(director) > 0;
  return tied || on_record ? null : 'name_alone';
}

/** Points by check, such that they sum to what is clamped: what a name alone can't reach is taken off by name. */
function contributionsOf(evidence: Evidence, crowd: 0 | 1 | 2): Record<string, number> {
  const { name, number, place, director, signs, on_record } = evidence;
  const points = withoutZeros({
    ...numberPoints(number),
    ...namePoints(name),
    ...placePoints(place, crowd),
    director_match: directorPoints(director),
    ...signPoints(signs, number.own !== null),
    public_record: on_record ? POINTS.public_record : 0,
  });
  const excess = sumOf(points) - (THRESHOLDS.review - 1);
  const cap = capOf(evidence);
  return cap === null || excess <= 0 ? points : { ...points, [cap]: -excess };
}

function checksOf({ name, number, place, director, signs }: Evidence): SiteChecks {
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

const vetoesOf = ({ signs, number }: Evidence): string[] => [
  ...(signs.generic_platform ? ['generic_platform'] : []),
  ...(signs.parked ? ['parked'] : []),
  ...(signs.hijacked ? ['hijacked'] : []),
  ...(number.own === null && number.others.length > 0 ? ['other_company_number'] : []),
];

/** Several numbers that are each told to be the operator's own: who runs it isn't clear. */
const isShared = ({ number }: Evidence): boolean => number.own !== null && number.others.length > 0;

/** Below somebody's domain that doesn't spell its name: an agency shows its clients' sites so. */
const isGuest = ({ name, signs }: Evidence): boolean => signs.below_domain && name.spelled === null;

function outcomeOf(evidence: Evidence, score: number, hard: readonly HardMatch[]): SiteOutcome {
  if (vetoesOf(evidence).length > 0 || !evidence.signs.live) return 'reject';
  if (score < THRESHOLDS.review) return 'reject';
  return score >= THRESHOLDS.accept && hard.length > 0 && !isShared(evidence) && !isGuest(evidence)
    ? 'accept'
    : 'review';
}

function advisoriesOf(evidence: Evidence, hard: readonly HardMatch[]): SiteAdvisory[] {
  if (hard.length > 0) return [];
  const { legal_name, business_name } = evidence.name;
  const printed = legal_name !== false || business_name !== null;
  if (!printed || evidence.number.others.length > 0) return ['domain_name_mismatch'];
  return evidence.place.postcode === null ? ['name_matches_no_address_evidence'] : [];
}

const DECIDES = 10;

function reasonsOf(
  evidence: Evidence,
  site: SiteReading,
  {
    contributions,
    hard,
    crowd,
  }: { contributions: Record<string, number>; hard: readonly HardMatch[]; crowd: 0 | 1 | 2 },
): string[] {
  const decided = Object.entries(contributions)
    .filter(([, points]) => Math.abs(points) >= DECIDES)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([check]) => check);
  const legal = site.pages.some(({ kind }) => kind === 'legal' || kind === 'terms' || kind === 'privacy');
  return [
    ...decided,
    ...(evidence.signs.live ? [] : ['site_not_live']),
    ...(isShared(evidence) ? ['several_company_numbers'] : []),
    ...(isGuest(evidence) ? ['below_another_domain'] : []),
    ...(hard.length === 0 ? ['hard_match_missing'] : []),
    ...(crowd > 0 && evidence.place.postcode !== null ? ['crowded_address'] : []),
    ...(legal ? [] : ['legal_pages_not_read']),
  ];
}

function directorCheck(director: DirectorEvidence | null, company: JudgedCompany): DirectorCheck {
  if (director === null) return 'not_requested';
  if (company.directors?.length === 0) return 'no_officers';
  return director.match === null ? 'not_matched' : 'matched';
}

function evidenceOf(site: SiteReading, company: JudgedCompany, on_record: boolean): Evidence {
  const text = siteText(site);
  const name = nameEvidence(site, text, company);
  return {
    name,
    number: numberEvidence(site, company, name),
    place: placeEvidence(site, text, company, name.bears),
    director: company.directors === null ? null : directorEvidence(text, company.directors),
    signs: siteSigns(site),
    on_record,
  };
}

/**
 * Pure. Of a site that was read; one that is shut, blocked or unreadable has no verdict.
 * @param on_record a public record of the company names the host
 */
export function judgeSite(site: SiteReading, company: JudgedCompany, on_record: boolean): SiteVerdict {
  const evidence = evidenceOf(site, company, on_record);
  const crowd = crowdOf(company.crowd);
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
