/** Reads the company numbers of a page, each with its role and the name beside it. */
import { completeCompanyNumber } from '../../../../../words/src/company-number.js';
import type { NumberRole, PageKind, PrintedNumber, PrintedOrganisation } from '../../site-reading.js';
import { PAGE_LIMITS } from '../limits.js';
import type { RegionText, SeenLink } from '../region-texts.js';
import { snippetAt } from '../plain-text.js';
import { nameBeside } from './company-names.js';
import { findCompanyNumbers, type FoundNumber } from './find-company-numbers.js';
import { roleOf } from './roles.js';
import { parsedUrl } from '../../../../../words/src/hosts/parsed-url.js';

const REGISTER_HOSTS = new Set([
  'find-and-update.company-information.service.gov.uk',
  'beta.companieshouse.gov.uk',
  'company-information.service.gov.uk',
]);

/** The number in a link to the register's page of a company; null: another link. */
function numberOfLink(url: string): string | null {
  const link = /\/company\/[A-Za-z0-9]{8}(?:[/?#]|$)/.test(url) ? parsedUrl(url) : null;
  if (link === null || !REGISTER_HOSTS.has(link.hostname)) return null;
  return completeCompanyNumber(link.pathname.split('/')[2] ?? '');
}

interface PlacedNumber extends FoundNumber {
  readonly in: RegionText;
  /** The end of the last number before it that isn't in the same list. */
  readonly since: number;
}

function printed(
  { number, start, end, in: { region, text }, since }: PlacedNumber,
  isAlone: boolean,
): PrintedNumber {
  const name = nameBeside(text, { start, end }, since);
  const named = name?.start ?? null;
  return {
    value: number,
    region,
    snippet: snippetAt(text, Math.min(start, Math.max(named ?? start, start - 160)), end),
    role: roleOf({ text, region, start, end, named, isAlone }),
    name: name?.name ?? null,
  };
}

const foundIn = (place: RegionText): PlacedNumber[] =>
  findCompanyNumbers(place.text, PAGE_LIMITS.values).found.map((number, at, all) => ({
    ...number,
    in: place,
    since: all[at - Math.max(1, number.placeInList)]?.end ?? 0,
  }));

/** Returns true for a number of eight characters. A shorter one without a label may be anything. */
export const isWholeNumber = (identifier: string): boolean => /^(?:[A-Za-z]{2}\d{6}|\d{8})$/.test(identifier);

/** The numbers in a page's structured data, and in its links to the register's page of the company. */
function ofOrganisation({ identifiers, same_as, legal_name, name }: PrintedOrganisation): PrintedNumber[] {
  const printedNumber = (value: string | null, snippet: string, role: NumberRole): PrintedNumber[] =>
    value === null
      ? []
      : [{ value, region: 'main', snippet: snippet.slice(0, 300), role, name: legal_name ?? name }];
  return [
    ...same_as.flatMap((url) => printedNumber(numberOfLink(url), url, 'own')),
    ...identifiers
      .filter(isWholeNumber)
      .flatMap((identifier) => printedNumber(completeCompanyNumber(identifier), identifier, 'unknown')),
  ];
}

export interface NumberSources {
  readonly texts: readonly RegionText[];
  readonly kind: PageKind;
  readonly links: readonly SeenLink[];
  readonly organisations: readonly PrintedOrganisation[];
}

const SELF_DESCRIBING: ReadonlySet<PageKind> = new Set([
  'home',
  'contact',
  'about',
  'legal',
  'terms',
  'privacy',
]);

export function printedNumbers({ texts, kind, links, organisations }: NumberSources): PrintedNumber[] {
  const numbers = texts.flatMap(foundIn);
  const isAlone = SELF_DESCRIBING.has(kind) && new Set(numbers.map(({ number }) => number)).size === 1;
  const linked = links.flatMap(({ url, text, region }): PrintedNumber[] => {
    const value = numberOfLink(url);
    if (value === null) return [];
    const role = region === 'footer' || region === 'header' ? 'own' : 'unknown';
    return [{ value, region, snippet: `${text} ${url}`.trim().slice(0, 300), role, name: null }];
  });
  const all = [
    ...numbers.map((number) => printed(number, isAlone)),
    ...linked,
    ...organisations.flatMap(ofOrganisation),
  ];
  const seenKeys = new Set<string>();
  return all
    .filter(({ value, region, role, name }) => {
      const key = JSON.stringify([value, region, role, name]);
      return !seenKeys.has(key) && seenKeys.add(key).size > 0;
    })
    .slice(0, PAGE_LIMITS.values);
}
