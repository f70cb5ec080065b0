/** Lists the sites that print a telephone number, so that a reader of one knows of the others. Pure. */
import type { SiteReading } from './site-reading.js';
import { operatorNumbers } from './verdict/number-evidence.js';

export interface PhoneSighting {
  readonly host: string;
  /** Numbers of the companies that say there that they run the site. */
  readonly companies: readonly string[];
  readonly read_on: string;
}

/** The sites that print one number, the last one read first. */
export interface SightingsOfNumber {
  readonly sites: readonly PhoneSighting[];
}

/** The maximum numbers of a site. A site that prints more is a directory. */
const MAX_NUMBERS = 20;
const MAX_SITES = 20;
/** A number is shared if more operators than this print it: two may be sister companies. */
export const FEWEST_OTHERS = 2;

/** E.164, each once. */
export const phonesOn = ({ pages }: Pick<SiteReading, 'pages'>): string[] => [
  ...new Set(pages.flatMap(({ phones }) => phones.map(({ value }) => value))),
];

/** What a crawl adds to its numbers; none for a site that names no company as its own, or is a directory. */
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

/** @param oldest what was read before that day is forgotten */
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

/** Tells whether several others may have the same number. */
export const isShared = ({ sites }: SightingsOfNumber): boolean => operatorsOf(sites) > FEWEST_OTHERS;
