/** Whose company numbers a site prints, and whether one of them says whose site it is. */
import { likenessOf } from '../../shared/names/name-likeness.js';
import type { NumberRole, PageReading, PrintedOrganisation, SiteReading } from '../site-reading.js';
import type { JudgedCompany } from './judged-company.js';
import type { NameEvidence } from './name-evidence.js';
import type { Sighting } from './site-verdict.js';

interface SeenNumber extends Sighting {
  readonly number: string;
  readonly role: NumberRole;
  readonly name: string | null;
}

export interface NumberEvidence {
  /** Printed as the operator's own. */
  readonly own: Sighting | null;
  /** With its own number the site names the company, or trades as it. */
  readonly named: boolean;
  /** Of other companies that the site says run it. */
  readonly others: readonly string[];
  /** Of other companies, by a sentence that doesn't say whose they are, where no number is told to be the operator's. */
  readonly unclear: readonly string[];
}

const REGISTER_ADDRESS = /\/company\/([A-Za-z0-9]{8})(?:[/?#]|$)/;

/** Numbers in structured data: of the operator itself, as far as it says. */
const organisationNumbers = (
  url: string,
  { identifiers, same_as, legal_name, name }: PrintedOrganisation,
): SeenNumber[] =>
  [...identifiers, ...same_as.flatMap((link) => REGISTER_ADDRESS.exec(link)?.[1] ?? [])].map((value) => ({
    number: value.toUpperCase(),
    role: 'own' as const,
    name: legal_name ?? name,
    url,
    snippet: [legal_name ?? name ?? '', value].join(' ').trim().slice(0, 300),
  }));

const numbersOf = ({ url, company_numbers, organisations }: PageReading): SeenNumber[] => [
  ...company_numbers.map(({ value, role, name, snippet }) => ({ number: value, role, name, url, snippet })),
  ...organisations.flatMap((organisation) => organisationNumbers(url, organisation)),
];

const TRADING =
  /\btrading (?:name|style)s? (?:of|for)\b|\btrading as\b|\bt\/a\b|\boperated by\b|\bbrand of\b/i;

const distinct = (numbers: readonly SeenNumber[]): string[] => [
  ...new Set(numbers.map(({ number }) => number)),
];

/** Every number that the pages print or tell of in structured data. */
export const printedNumbers = ({ pages }: Pick<SiteReading, 'pages'>): SeenNumber[] =>
  pages.flatMap(numbersOf);

export function numberEvidence(
  site: SiteReading,
  company: JudgedCompany,
  name: Pick<NameEvidence, 'legal_name' | 'business_name' | 'spelled' | 'telling'>,
): NumberEvidence {
  const all = printedNumbers(site);
  const told = all.filter(({ role }) => role === 'own');
  const unclear = all.filter(({ role }) => role === 'unknown');
  // A number that no sentence gives away is the operator's where it is the only one.
  const own = told.length > 0 ? told : distinct(unclear).length === 1 ? unclear : [];
  const target =
    own.find(({ number }) => number === company.number) ??
    unclear.find(({ number }) => number === company.number) ??
    null;
  const names = [company.name, ...company.trading_names, ...company.previous_names];
  const named = (one: SeenNumber): boolean =>
    name.legal_name !== false ||
    name.business_name !== null ||
    (name.spelled === 'whole' && name.telling) ||
    (one.name !== null && likenessOf(one.name, names) !== 'other') ||
    TRADING.test(one.snippet);
  const isOther = ({ number }: SeenNumber): boolean => number !== company.number;
  return {
    own: target === null ? null : { url: target.url, snippet: target.snippet },
    named: all.some((one) => one.number === company.number && named(one)),
    others: distinct(own.filter(isOther)),
    unclear: told.length > 0 || own.length > 0 ? [] : distinct(unclear.filter(isOther)),
  };
}
