/**
 * On which sites a telephone number stands: remembered beside the crawls, under the number, so that whoever
 * reads one of them knows of the others.
 */
import type { SiteReading } from './site-reading.js';
import { operatorNumbers } from './verdict/number-evidence.js';

export interface PhonePrinting {
  readonly host: string;
  /** Numbers of the companies that say there that they run the site. */
  readonly companies: readonly string[];
  readonly read_on: string;
}

/** The sites that print one number, the last one read first. */
export interface PrintedOn {
  readonly sites: readonly PhonePrinting[];
}

/** A site that prints more is a directory. */
const MOST_NUMBERS = 20;
const MOST_SITES = 20;
/** A second company may be a sister that says nothing of it; three have no switchboard of their own. */
export const FEWEST_OTHERS = 2;

/** E.164, each once. */
export const phonesOn = ({ pages }: Pick<SiteReading, 'pages'>): string[] => [
  ...new Set(pages.flatMap(({ phones }) => phones.map(({ value }) => value))),
];

/**
 * What is to be remembered of a crawl, and of which numbers; of a site that names no company as its own
 * nothing is.
 */
export function printingsOf(site: SiteReading): { readonly numbers: string[]; readonly made: PhonePrinting } {
  const { host, crawled_on } = site;
  const numbers = phonesOn(site);
  const companies = operatorNumbers(site);
  const told = companies.length > 0 && numbers.length <= MOST_NUMBERS;
  return { numbers: told ? numbers : [], made: { host, companies, read_on: crawled_on } };
}

/** @param oldest what was read before that day is forgotten */
export const withPrinting = (
  before: PrintedOn | undefined,
  made: PhonePrinting,
  oldest: string,
): PrintedOn => ({
  sites: [
    made,
    ...(before?.sites ?? []).filter(({ host, read_on }) => host !== made.host && read_on >= oldest),
  ].slice(0, MOST_SITES),
});

/** How many run the sites, where several that name the same companies are one. */
export const operatorsOf = (sites: readonly PhonePrinting[]): number =>
  new Set(sites.map(({ companies }) => [...companies].sort().join())).size;

/** Whether it may be several others' for whoever prints it. */
export const isShared = ({ sites }: PrintedOn): boolean => operatorsOf(sites) > FEWEST_OTHERS;
