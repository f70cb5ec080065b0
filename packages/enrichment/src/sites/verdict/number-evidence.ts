/** Whose company numbers a site prints, and whether one of them says whose site it is. */
import { likenessOf } from '../../../../words/src/names/name-likeness.js';
import type { NumberRole, PageReading, PrintedOrganisation, Region, SiteReading } from '../site-reading.js';
import { isWholeNumber } from '../page/company-numbers/printed-numbers.js';
import { LIMITS } from '../page/limits.js';
import { regionTexts, type RegionText } from '../page/region-texts.js';
import { memoizeByObject } from '../../../../words/src/memoize.js';
import { givenTo, isOperators, type Bears, type GivenTo } from './given-to.js';
import { namesOf, type JudgedCompany } from './judged-company.js';
import type { NameEvidence } from './name-evidence.js';
import type { Sighting } from './site-verdict.js';
import { isLegalBlock } from './site-words.js';

interface SeenNumber extends Sighting {
  readonly number: string;
  readonly role: NumberRole;
  readonly name: string | null;
  /** It stands where a site says who runs it. */
  readonly legal: boolean;
  /**
   * What the page prints before the snippet, which begins with the name; null: structured data, which tells
   * of the operator.
   */
  readonly lead: string | null;
  /** From the snippet's first character on. */
  readonly rest: string;
}

export interface NumberEvidence {
  /** Printed as the operator's own. */
  readonly own: Sighting | null;
  /** With its own number the site names the company, or trades as it. */
  readonly named: boolean;
  /** Of other companies that the site says run it. */
  readonly others: readonly string[];
  /**
   * Of other companies, by a sentence that doesn't say whose they are, where no number is told to be the
   * operator's.
   */
  readonly unclear: readonly string[];
}

const REGISTER_ADDRESS = /\/company\/([A-Za-z0-9]{8})(?:[/?#]|$)/;

/** Numbers in structured data: of the operator itself, as far as it says. */
const organisationNumbers = (
  url: string,
  { identifiers, same_as, legal_name, name }: PrintedOrganisation,
): SeenNumber[] =>
  [
    ...identifiers.filter(isWholeNumber),
    ...same_as.flatMap((link) => REGISTER_ADDRESS.exec(link)?.[1] ?? []),
  ].map((value) => ({
    number: value.toUpperCase(),
    role: 'own' as const,
    name: legal_name ?? name,
    legal: true,
    lead: null,
    rest: '',
    url,
    snippet: [legal_name ?? name ?? '', value].join(' ').trim().slice(0, 300),
  }));

const LEAD = 600;
function around(texts: readonly RegionText[], region: Region, snippet: string) {
  const text = texts.find((one) => one.region === region)?.text ?? '';
  const at = text.indexOf(snippet);
  return at < 0
    ? { lead: '', rest: snippet }
    : { lead: text.slice(Math.max(0, at - LEAD), at), rest: text.slice(at, at + snippet.length + LEAD) };
}

const textsOf = memoizeByObject(({ text }: PageReading) => regionTexts(text, LIMITS.text));

const numbersOf = (page: PageReading): SeenNumber[] => [
  ...page.company_numbers.map(({ value, role, name, region, snippet }) => ({
    number: value,
    role,
    name,
    legal: isLegalBlock({ page: page.kind, region }),
    ...around(textsOf(page), region, snippet),
    url: page.url,
    snippet,
  })),
  ...page.organisations.flatMap((organisation) => organisationNumbers(page.url, organisation)),
];

const TRADING =
  /\btrading (?:name|style)s? (?:of|for)\b|\btrading (?:jointly |together )?as\b|\bt\/a\b|\boperated (?:jointly )?by\b|\bbrand of\b/i;

const distinct = (numbers: readonly SeenNumber[]): string[] => [
  ...new Set(numbers.map(({ number }) => number)),
];

/** Every number that the pages print or tell of in structured data. */
const printedNumbers = ({ pages }: Pick<SiteReading, 'pages'>): SeenNumber[] => pages.flatMap(numbersOf);

/** To whom the sentence gives a number that a page prints. */
function givenIn({ snippet, number, lead, rest }: SeenNumber, names: readonly string[]): GivenTo {
  const digits = number.replace(/^[A-Z]*0*/, '');
  const at = snippet.lastIndexOf(digits);
  if (at < 0) return givenTo((lead ?? '') + snippet, names);
  return givenTo((lead ?? '') + snippet.slice(0, at), names, rest.slice(at + digits.length));
}

/**
 * A number in structured data or without its name counts; one that a sentence gives to the company in another
 * role does not.
 */
function isOwnPrinted(seen: SeenNumber, names: readonly string[], bears: Bears): boolean {
  const { lead, legal } = seen;
  if (lead === null) return true;
  const given = givenIn(seen, names);
  return given === 'nobody' || isOperators(given, bears, legal);
}

/** So many numbers, none of them told to be the operator's: a list of companies. */
const LIST = 4;

/**
 * The operator's own: where the site says who runs it, else those that a sentence gives it anywhere, else the
 * only one there is. What stands beside them is mentioned.
 */
function ownNumbers(all: readonly SeenNumber[]): readonly SeenNumber[] {
  const told = all.filter(({ role }) => role === 'own');
  const legal = told.filter((one) => one.legal);
  if (legal.length > 0) return legal;
  if (told.length > 0) return told;
  const unclear = all.filter(({ role }) => role === 'unknown');
  return distinct(unclear).length === 1 ? unclear : [];
}

/** Numbers that a site says are its operator's. */
export const operatorNumbers = (site: Pick<SiteReading, 'pages'>): string[] =>
  distinct(ownNumbers(printedNumbers(site)));

/**
 * Whether a sentence says that the company runs the site, which tells it from others that are named beside
 * it.
 */
export function isSaidToRun(site: Pick<SiteReading, 'pages'>, company: JudgedCompany): boolean {
  const names = namesOf(company);
  return ownNumbers(printedNumbers(site)).some(
    (one) => one.number === company.number && givenIn(one, names) === 'operator',
  );
}

export function numberEvidence(
  site: SiteReading,
  company: JudgedCompany,
  name: Pick<NameEvidence, 'legal_name' | 'business_name' | 'spelled' | 'telling' | 'bears'>,
): NumberEvidence {
  const all = printedNumbers(site);
  const own = ownNumbers(all);
  const names = namesOf(company);
  const mine = own.filter((one) => one.number === company.number && isOwnPrinted(one, names, name.bears));
  const others = distinct(own.filter(({ number }) => number !== company.number));
  const unclear =
    own.length > 0
      ? []
      : distinct(all.filter(({ role, number }) => role === 'unknown' && number !== company.number));
  const named = (one: SeenNumber): boolean =>
    name.legal_name !== false ||
    name.business_name !== null ||
    (name.spelled === 'whole' && name.telling) ||
    (one.name !== null && likenessOf(one.name, names) !== 'other') ||
    TRADING.test(one.snippet);
  const [target] = mine;
  const listed = unclear.length >= LIST;
  return {
    own: target === undefined ? null : { url: target.url, snippet: target.snippet },
    named: mine.some(named),
    others: listed ? unclear : others,
    unclear: listed ? [] : unclear,
  };
}
