/** Turns the evidence of a site into points, which sum to its score. */
import type { DirectorEvidence } from './director-evidence.js';
import type { NameEvidence } from './name-evidence.js';
import type { NumberEvidence } from './number-evidence.js';
import type { PlaceEvidence } from './place-evidence.js';
import type { SiteSigns } from './site-signs.js';
import { CROWD, POINTS, THRESHOLDS } from './weights.js';

export interface SiteEvidence {
  readonly name: NameEvidence;
  readonly number: NumberEvidence;
  readonly place: PlaceEvidence;
  /** Null: directors were not requested. */
  readonly director: DirectorEvidence | null;
  readonly signs: SiteSigns;
  /** True if a public record of the company names the host. */
  readonly on_record: boolean;
}

/**
 * The level of crowding at a postcode, by its number of companies. 0: few, as at a company's own address;
 * 1: some; 2: many, as at a formation agent, or an unknown number.
 */
export const crowdLevel = (companies: number | null): 0 | 1 | 2 =>
  companies === null || companies > CROWD.some ? 2 : companies > CROWD.few ? 1 : 0;

export const isNamed = ({ legal_name, business_name, spelled, telling, longer }: NameEvidence): boolean =>
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

function numberPoints({ own: ownSighting, others, unclear }: NumberEvidence) {
  return {
    company_number: ownSighting === null ? 0 : POINTS.company_number,
    other_company_number:
      ownSighting !== null
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

export const sumOf = (points: Readonly<Record<string, number>>): number =>
  Object.values(points).reduce((sum, pointsOfSign) => sum + pointsOfSign, 0);

const withoutZeros = (points: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(points).filter(([, pointsOfSign]) => pointsOfSign !== 0));

/**
 * The name of the cap that keeps incomplete evidence below the review threshold: a name without further
 * evidence, or an address without the name. Null: no cap.
 */
function capNameOf({ name, number, place, director, on_record }: SiteEvidence): string | null {
  if (number.own !== null) return null;
  if (!isNamed(name)) return 'address_alone';
  const hasTie = place.postcode !== null || directorPoints(director) > 0;
  return hasTie || on_record ? null : 'name_alone';
}

/**
 * The points of each check, which sum to the score before it is limited to 0..100. The excess over a cap is
 * a negative entry with the cap's name.
 */
export function contributionsOf(evidence: SiteEvidence, crowd: 0 | 1 | 2): Record<string, number> {
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
  const cap = capNameOf(evidence);
  return cap === null || excess <= 0 ? points : { ...points, [cap]: -excess };
}
