/** Decides whose company numbers a site prints, and whether one of them shows whose site it is. */
import { likenessOf } from '../../../../words/src/names/name-likeness.js';
import type { NumberRole, PageReading, PrintedOrganisation, Region, SiteReading } from '../site-reading.js';
import { isWholeNumber } from '../page/company-numbers/printed-numbers.js';
import { PAGE_LIMITS } from '../page/limits.js';
import { regionTexts, type RegionText } from '../page/region-texts.js';
import { memoizeByObject } from '../../../../words/src/memoize.js';
import { givenTo, belongsToOperator, type NamePlace, type GivenTo } from './given-to.js';
import { namesOf, type JudgedCompany } from './judged-company.js';
import type { NameEvidence } from './name-evidence.js';
import type { Sighting } from './site-verdict.js';
import { isLegalBlock } from './site-words.js';

interface SeenNumber extends Sighting {
  readonly number: string;
  readonly role: NumberRole;
  readonly name: string | null;
  /** True if the number stands where a site says who runs it. */
  readonly legal: boolean;
  /** The page's text before the snippet; null: structured data, which describe the operator. */
  readonly lead: string | null;
  /** The text from the snippet's first character on. */
  readonly rest: string;
}

export interface NumberEvidence {
  /** The place where the number is printed as the operator's own. */
  readonly own: Sighting | null;
  /** True if the site names the company with its own number, or trades as it. */
  readonly named: boolean;
  /** Numbers of other companies that run the site by its own words. */
  readonly others: readonly string[];
  /** Other companies' numbers in sentences that don't say whose, if the operator has none. */
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
  const text = texts.find((regionText) => regionText.region === region)?.text ?? '';
  const at = text.indexOf(snippet);
  return at < 0
    ? { lead: '', rest: snippet }
    : { lead: text.slice(Math.max(0, at - LEAD), at), rest: text.slice(at, at + snippet.length + LEAD) };
}

const textsOf = memoizeByObject(({ text }: PageReading) => regionTexts(text, PAGE_LIMITS.text));

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

const printedNumbers = ({ pages }: Pick<SiteReading, 'pages'>): SeenNumber[] => pages.flatMap(numbersOf);

/** The company to which the sentence gives a printed number. */
function givenIn({ snippet, number, lead, rest }: SeenNumber, names: readonly string[]): GivenTo {
  const digits = number.replace(/^[A-Z]*0*/, '');
  const at = snippet.lastIndexOf(digits);
  if (at < 0) return givenTo((lead ?? '') + snippet, names);
  return givenTo((lead ?? '') + snippet.slice(0, at), names, rest.slice(at + digits.length));
}

/** Tells whether a number may be the operator's, unless a sentence gives it in another role. */
function isOwnPrinted(number: SeenNumber, names: readonly string[], namePlace: NamePlace): boolean {
  const { lead, legal } = number;
  if (lead === null) return true;
  const givenTo = givenIn(number, names);
  return givenTo === 'nobody' || belongsToOperator(givenTo, namePlace, legal);
}

/** The number of company numbers, none of them the operator's, that make a list of companies. */
const LIST = 4;

/** The operator's numbers: where the site names its operator, else as a sentence says, else the only one. */
function ownNumbers(all: readonly SeenNumber[]): readonly SeenNumber[] {
  const ownRoleNumbers = all.filter(({ role }) => role === 'own');
  const legal = ownRoleNumbers.filter((number) => number.legal);
  if (legal.length > 0) return legal;
  if (ownRoleNumbers.length > 0) return ownRoleNumbers;
  const unclear = all.filter(({ role }) => role === 'unknown');
  return distinct(unclear).length === 1 ? unclear : [];
}

/** Numbers that a site says are its operator's. */
export const operatorNumbers = (site: Pick<SiteReading, 'pages'>): string[] =>
  distinct(ownNumbers(printedNumbers(site)));

/** Tells whether a sentence says that the company runs the site, unlike other companies beside it. */
export function isSaidToRun(site: Pick<SiteReading, 'pages'>, company: JudgedCompany): boolean {
  const names = namesOf(company);
  return ownNumbers(printedNumbers(site)).some(
    (number) => number.number === company.number && givenIn(number, names) === 'operator',
  );
}

export function numberEvidence(
  site: SiteReading,
  company: JudgedCompany,
  name: Pick<NameEvidence, 'legal_name' | 'business_name' | 'spelled' | 'telling' | 'namePlace'>,
): NumberEvidence {
  const all = printedNumbers(site);
  const ownNumbersOnSite = ownNumbers(all);
  const names = namesOf(company);
  const mine = ownNumbersOnSite.filter(
    (number) => number.number === company.number && isOwnPrinted(number, names, name.namePlace),
  );
  const others = distinct(ownNumbersOnSite.filter(({ number }) => number !== company.number));
  const unclear =
    ownNumbersOnSite.length > 0
      ? []
      : distinct(all.filter(({ role, number }) => role === 'unknown' && number !== company.number));
  const named = (number: SeenNumber): boolean =>
    name.legal_name !== false ||
    name.business_name !== null ||
    (name.spelled === 'whole' && name.telling) ||
    (number.name !== null && likenessOf(number.name, names) !== 'other') ||
    TRADING.test(number.snippet);
  const [target] = mine;
  const listed = unclear.length >= LIST;
  return {
    own: target === undefined ? null : { url: target.url, snippet: target.snippet },
    named: mine.some(named),
    others: listed ? unclear : others,
    unclear: listed ? [] : unclear,
  };
}
