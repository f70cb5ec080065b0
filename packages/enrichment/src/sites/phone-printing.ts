/** Collects the sites that print a phone number, to find numbers that several operators share. Pure. */
import type { SiteReading } from './site-reading.js';
import { operatorNumbers } from './verdict/number-evidence.js';

export interface PhoneSighting {
  readonly host: string;
  /** The numbers of the companies that the site names as its operators. */
  readonly companies: readonly string[];
  readonly read_on: string;
}

/** The sites that print one number, the last read first. */
export interface SightingsOfNumber {
  readonly sites: readonly PhoneSighting[];
}

/** The maximum phone numbers of a site. A site with more is a directory. */
const MAX_NUMBERS = 20;
const MAX_SITES = 20;
/** The number of operators above which a phone number is shared: two may be sister companies. */
export const FEWEST_OTHERS = 2;

/** The distinct phone numbers on a site, in E.164. */
export const phonesOn = ({ pages }: Pick<SiteReading, 'pages'>): string[] => [
  ...new Set(pages.flatMap(({ phones }) => phones.map(({ value }) => value))),
];

/** The sighting of a crawl and its numbers; no numbers for a directory or a site that names no operator. */
export function sightingOf(site: SiteReading): {
  readonly numbers: string[];
  readonly sighting: PhoneSighting;
} {
  const { host, crawled_on } = site;
  const numbers = phonesOn(site);
  const companies = operatorNumbers(site);
  const isRemembered = companies.length > 0 && numbers.length <= MAX_NUMBERS;
  return { numbers: isRemembered ? numbers : [], sighting: { host, companies, read_on: crawled_on } };
}

/** Adds a sighting. @param oldest the day before which sightings are dropped */
export const withSighting = (
  before: SightingsOfNumber | undefined,
  sighting: PhoneSighting,
  oldest: string,
): SightingsOfNumber => ({
  sites: [
    sighting,
    ...(before?.sites ?? []).filter(({ host, read_on }) => host !== sighting.host && read_on >= oldest),
  ].slice(0, MAX_SITES),
});

/** The number of operators of the sites. Sites that name the same companies have one operator. */
export const operatorsOf = (sites: readonly PhoneSighting[]): number =>
  new Set(sites.map(({ companies }) => [...companies].sort().join())).size;

/** Returns true if more operators print the number than `FEWEST_OTHERS`. */
export const isShared = ({ sites }: SightingsOfNumber): boolean => operatorsOf(sites) > FEWEST_OTHERS;
