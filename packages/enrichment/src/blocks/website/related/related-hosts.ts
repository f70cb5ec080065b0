/** Finds hosts of the company's group: by the register, its own site, and VAT numbers. Fetches nothing. */
import { getDomain } from 'tldts';
import type { RelatedWebsites } from '../../../sources/facts/related-websites.fact.js';
import type { ReadingState } from '../../../live/readings/readings.js';
import { hostOf } from '../../../../../words/src/hosts/website-host.js';
import { linkedSites, linkedUkSites } from '../../../sites/linked-sites.js';
import { suggestedHosts } from '../../../sites/search/derived-hosts.js';
import type { PrintedNumber, SiteReading } from '../../../sites/site-reading.js';
import { judgeOnce } from '../../../sites/verdict/judge-site.js';
import type { SiteVerdict } from '../../../sites/verdict/site-verdict.js';
import { siteClaims } from '../../../sites/verdict/site-claims.js';
import { judgedRecord, type CompanyRecord } from '../../../sources/companies/company-record.js';
import type { Freshness } from '../../runner/envelope.js';
import { ascending } from '../../runner/served-lists.js';
import type { JudgedWebsite } from '../look-up-website.js';

interface CompanyRef {
  readonly company_number: string | null;
  readonly company_name: string;
}

/** Confidence in a host by its relation: the share of such hosts that is right. The nearest comes first. */
const RELATION_CONFIDENCE = {
  owner: 0.95,
  ultimate_owner: 0.9,
  subsidiary: 0.85,
  sister: 0.75,
  group: 0.8,
} as const;
type Relation = keyof typeof RELATION_CONFIDENCE;
const NEAREST = Object.keys(RELATION_CONFIDENCE);

export interface RelatedHost {
  readonly domain: string;
  readonly company: CompanyRef;
  readonly relation: Relation;
  readonly basis: 'register_ownership' | 'site_statement' | 'shared_vat_number';
  /** The companies from this company to the related one, without this company itself. */
  readonly path: readonly CompanyRef[];
  readonly source: 'pay_gap_register' | 'contract_notices' | 'grants_register' | 'own_website' | 'cache';
  readonly as_of: string;
  readonly freshness?: Freshness;
  readonly confidence: number;
  /** True if a kept crawl proves that the host is that company's own. */
  readonly is_proved?: true;
  /** True if a record names the host for that company, and no crawl proves it (Blocks 4.1). */
  readonly is_candidate?: true;
}

type Readings = (host: string) => ReadingState<'site'>;
type KeptSiteReading = Extract<ReadingState<'site'>, { readonly status: 'read' }>;

/**
 * The maximum number of companies, nearest first, and of hosts that the name of each suggests. Both are low,
 * because every row looks up the kept crawls of all these hosts.
 */
const MAX_GUESSED = { companies: 3, hosts: 4 } as const;
const MAX_LINKED = 10;

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;

export const refOf = ({ number, name }: CompanyRecord): CompanyRef => ({
  company_number: number,
  company_name: name,
});

/** The kept crawl of the host, if it has pages. */
function keptCrawl(host: string, readings: Readings): KeptSiteReading | null {
  const state = readings(host);
  return state.status === 'read' && state.reading.state === 'read' ? state : null;
}

const readFrom = ({ reading, checked }: KeptSiteReading) =>
  ({
    source: checked.checked_live ? 'own_website' : 'cache',
    as_of: reading.crawled_on,
    freshness: checked,
  }) as const;

/** The VAT numbers, each of nine digits without `GB`. */
export const vatNumbersOf = ({ pages }: Pick<SiteReading, 'pages'>): ReadonlySet<string> =>
  new Set(
    pages.flatMap(({ vat_numbers, organisations }) => [
      ...vat_numbers.map(({ value }) => value),
      ...organisations.flatMap(({ vat_id }) => vat_id?.replaceAll(/\D/g, '').slice(0, 9) || []),
    ]),
  );

const sharesVat = (site: SiteReading, ownVatNumbers: ReadonlySet<string>): boolean =>
  ownVatNumbers.size > 0 && [...vatNumbersOf(site)].some((number) => ownVatNumbers.has(number));

/** Tells whether the site itself says that it belongs to someone else, or to no one. */
const isVetoed = ({ checks }: SiteVerdict): boolean =>
  checks.other_company_number === true || checks.parked === true || checks.generic_platform === true;

interface OwnSiteContext {
  readonly readings: Readings;
  /** The company's own accepted host; null: it has none. */
  readonly ownHost: string | null;
  /** The VAT numbers of the company's own accepted site. */
  readonly vat: ReadonlySet<string>;
}

const proof = (relation: Relation, verdict: SiteVerdict) => ({
  is_proved: true as const,
  confidence: rounded(RELATION_CONFIDENCE[relation] * verdict.confidence),
});

function hostIn(
  host: string,
  { relation, company, path, records }: RelatedWebsites,
  { readings, vat, ownHost }: OwnSiteContext,
): RelatedHost[] {
  const record = records.find((record) => record.host === host);
  const siteReading = keptCrawl(host, readings);
  // Most hosts that a name suggests have no kept crawl.
  if (record === undefined && siteReading === null) return [];
  const base = { domain: host, company: refOf(company), relation, path };
  const verdict = siteReading && judgeOnce(siteReading.reading, judgedRecord(company), record !== undefined);
  if (siteReading && verdict?.outcome === 'accept')
    return [{ ...base, basis: 'register_ownership', ...readFrom(siteReading), ...proof(relation, verdict) }];
  if (siteReading && verdict && !isVetoed(verdict) && sharesVat(siteReading.reading, vat))
    return [
      {
        ...base,
        basis: 'shared_vat_number',
        ...readFrom(siteReading),
        confidence: RELATION_CONFIDENCE[relation],
      },
    ];
  // A rejected host is dropped, but for the company's own site: a record may name it for its owner.
  if (record === undefined || (verdict?.outcome === 'reject' && host !== ownHost)) return [];
  const { source, seen_on } = record;
  return [
    { ...base, basis: 'register_ownership', source, as_of: seen_on, confidence: 0, is_candidate: true },
  ];
}

/** Hosts that records name for related companies, or that names suggest and kept crawls prove. */
export function byRegister(related: readonly RelatedWebsites[], context: OwnSiteContext): RelatedHost[] {
  return related.flatMap((websites, place) => {
    const recorded = websites.records.filter(({ not_own }) => not_own === null).map(({ host }) => host);
    const guessed =
      place < MAX_GUESSED.companies ? suggestedHosts(websites.company.name).slice(0, MAX_GUESSED.hosts) : [];
    return [...new Set([...recorded, ...guessed])].flatMap((host) => hostIn(host, websites, context));
  });
}

/** The UK site that a related company's world site links to, if a kept crawl proves it; null: none. */
export function ukSiteOfRelated(
  world: RelatedHost,
  related: readonly RelatedWebsites[],
  context: OwnSiteContext,
): RelatedHost | null {
  const siteReading = keptCrawl(world.domain, context.readings);
  const websites = related.find(({ company }) => company.number === world.company.company_number);
  if (siteReading === null || websites === undefined) return null;
  const linked = linkedUkSites(siteReading.reading).filter(({ host }) => host !== context.ownHost);
  return linked.flatMap(({ host }) => hostIn(host, websites, context)).find((host) => host.is_proved) ?? null;
}

/** The host under another domain that a site redirects to, as a record names it; null: none. */
function redirectOf({ host, final_url }: SiteReading, records: RelatedWebsites['records']): string | null {
  const targetHost = hostOf(final_url ?? '');
  if (targetHost === null || getDomain(targetHost) === getDomain(host)) return null;
  return records.find((record) => getDomain(record.host) === getDomain(targetHost))?.host ?? targetHost;
}

/**
 * Finds the company of the group that runs a site which was read for this company, by the numbers on it.
 * Where the site redirects, a number printed as the group's is enough.
 */
export function runByGroup(website: JudgedWebsite, related: readonly RelatedWebsites[]): RelatedHost[] {
  const { host, site, freshness, verdict } = website;
  if (
    verdict.outcome === 'accept' ||
    verdict.checks.parked === true ||
    verdict.checks.generic_platform === true
  )
    return [];
  const isRedirected = redirectOf(site, []) !== null;
  const numbers = new Set([...verdict.other_numbers, ...(isRedirected ? groupNumbers(site) : [])]);
  const owner = related.find(({ company }) => numbers.has(company.number));
  if (owner === undefined) return [];
  const { company, relation, path, records } = owner;
  const from = readFrom({ status: 'read', reading: site, checked: freshness });
  const base = { domain: redirectOf(site, records) ?? host, company: refOf(company), relation, path };
  return [{ ...base, basis: 'site_statement', ...from, confidence: RELATION_CONFIDENCE[relation] }];
}

/** The company number and name of a site's operator, as the site prints them. */
function operatorOf(site: SiteReading): CompanyRef | null {
  const [number] = siteClaims(site).numbers;
  if (number === undefined) return null;
  const name = site.pages
    .flatMap(({ company_numbers }) => company_numbers)
    .find((printed) => printed.value === number && printed.name !== null)?.name;
  return name == null ? null : { company_number: number, company_name: name };
}

const groupNumbers = ({ pages }: SiteReading): ReadonlySet<string> =>
  new Set(
    pages.flatMap(({ company_numbers }) =>
      company_numbers.filter((number: PrintedNumber) => number.role === 'group').map(({ value }) => value),
    ),
  );

/** The linked sites whose operator is in the group, by the company's own site or by its VAT number. */
export function bySiteLinks(
  { site, company_number }: Pick<JudgedWebsite, 'site'> & { readonly company_number: string },
  related: readonly RelatedWebsites[],
  { readings, vat }: OwnSiteContext,
): RelatedHost[] {
  const statedNumbers = groupNumbers(site);
  return linkedSites(site)
    .slice(0, MAX_LINKED)
    .flatMap((domain): RelatedHost[] => {
      const siteReading = keptCrawl(domain, readings);
      const operator = siteReading && operatorOf(siteReading.reading);
      if (siteReading === null || operator === null || operator.company_number === company_number) return [];
      const isStated = operator.company_number !== null && statedNumbers.has(operator.company_number);
      if (!isStated && !sharesVat(siteReading.reading, vat)) return [];
      const websites = related.find(({ company }) => company.number === operator.company_number);
      const company = websites === undefined ? operator : refOf(websites.company);
      const relation = websites?.relation ?? 'group';
      const basis = isStated ? 'site_statement' : 'shared_vat_number';
      const confidence = RELATION_CONFIDENCE[relation];
      return [
        {
          domain,
          company,
          relation,
          basis,
          path: websites?.path ?? [company],
          ...readFrom(siteReading),
          confidence,
        },
      ];
    });
}

/** The hosts, each once, the nearest relation first; within a relation the highest confidence first. */
export function nearestFirst(hosts: readonly RelatedHost[]): RelatedHost[] {
  const ordered = [...hosts].sort(
    (a, b) =>
      NEAREST.indexOf(a.relation) - NEAREST.indexOf(b.relation) ||
      b.confidence - a.confidence ||
      ascending(a.domain, b.domain),
  );
  return ordered.filter(({ domain }, at) => ordered.findIndex((host) => host.domain === domain) === at);
}
