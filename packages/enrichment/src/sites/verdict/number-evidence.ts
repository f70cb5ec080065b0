/** Decides whether company numbers on a site are the company's or another operator's. */
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
  /** True if the number is where a site names its operator. */
  readonly legal: boolean;
  /** The text before the snippet; null: the number is from structured data, which describe the operator. */
  readonly lead: string | null;
  /** The text from the start of the snippet on. */
  readonly rest: string;
}

export interface NumberEvidence {
  /** The place where the company's number is printed as the operator's. */
  readonly own: Sighting | null;
  /** True if the site also names the company, or states that it trades under the number. */
  readonly named: boolean;
  /** The numbers of other companies that the site states as operators. */
  readonly others: readonly string[];
  /** The other numbers without a stated role, if the operator has no number. */
  readonly unclear: readonly string[];
}

const REGISTER_ADDRESS = /\/company\/([A-Za-z0-9]{8})(?:[/?#]|$)/;

/** The numbers in structured data, which describe the operator itself. */
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
function textAround(texts: readonly RegionText[], region: Region, snippet: string) {
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
    ...textAround(textsOf(page), region, snippet),
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

/** To whom the sentence attributes a printed number. */
function givenIn({ snippet, number, lead, rest }: SeenNumber, names: readonly string[]): GivenTo {
  const digits = number.replace(/^[A-Z]*0*/, '');
  const at = snippet.lastIndexOf(digits);
  if (at < 0) return givenTo((lead ?? '') + snippet, names);
  return givenTo((lead ?? '') + snippet.slice(0, at), names, rest.slice(at + digits.length));
}

/** Returns true if a number is the operator's and no sentence attributes it in another role. */
function isOwnPrinted(number: SeenNumber, names: readonly string[], namePlace: NamePlace): boolean {
  const { lead, legal } = number;
  if (lead === null) return true;
  const givenTo = givenIn(number, names);
  return givenTo === 'nobody' || belongsToOperator(givenTo, namePlace, legal);
}

/** The number of unclear company numbers from which a site has a list of companies. */
const FEWEST_LISTED = 4;

/** The operator's numbers: in legal places, else by a sentence, else the only number of unknown role. */
function ownNumbers(all: readonly SeenNumber[]): readonly SeenNumber[] {
  const ownRoleNumbers = all.filter(({ role }) => role === 'own');
  const legal = ownRoleNumbers.filter((number) => number.legal);
  if (legal.length > 0) return legal;
  if (ownRoleNumbers.length > 0) return ownRoleNumbers;
  const unclear = all.filter(({ role }) => role === 'unknown');
  return distinct(unclear).length === 1 ? unclear : [];
}

/** The numbers that a site states as its operator's. */
export const operatorNumbers = (site: Pick<SiteReading, 'pages'>): string[] =>
  distinct(ownNumbers(printedNumbers(site)));

/** Returns true if a sentence with the company's number states that it runs the site. */
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
  const isNamed = (number: SeenNumber): boolean =>
    name.legal_name !== false ||
    name.business_name !== null ||
    (name.spelled === 'whole' && name.telling) ||
    (number.name !== null && likenessOf(number.name, names) !== 'other') ||
    TRADING.test(number.snippet);
  const [target] = mine;
  const isList = unclear.length >= FEWEST_LISTED;
  return {
    own: target === undefined ? null : { url: target.url, snippet: target.snippet },
    named: mine.some(isNamed),
    others: isList ? unclear : others,
    unclear: isList ? [] : unclear,
  };
}
