/** Finds the company of a document by the company numbers in its facts and contexts. */
import { completeCompanyNumber, type CompanyNumber } from '../../../../words/src/company-number.js';
import type { Context, XbrlDocument } from '../xbrl/document.js';
import type { ColumnFact, FactsByName } from './columns.js';
import { mostFrequent } from './most-frequent.js';

const CONCEPTS = ['UKCompaniesHouseRegisteredNumber', 'CompaniesHouseRegisteredNumber'] as const;

const numberFacts = (facts: FactsByName): ColumnFact[] => CONCEPTS.flatMap((name) => facts.get(name) ?? []);

/** The most frequent company number in the document's facts and identifiers; null: none. */
export function numberIn({ contexts }: XbrlDocument, facts: FactsByName): CompanyNumber | null {
  const texts = [
    ...numberFacts(facts).map(({ fact }) => fact.value),
    ...[...contexts.values()].map(({ identifier }) => identifier),
  ];
  return mostFrequent(texts.flatMap((text) => completeCompanyNumber(text) ?? []));
}

/** Matches `No.` and similar labels, which would be read as a number's prefix. */
const WORD_NUMBER = /\b(?:NO|NR|NUMBER)\b[.:]*/g;
const AMONG_WORDS = /\b(?:[A-Z]{2} ?)?\d{5,8}[A-Z]{0,2}\b/g;

/** The company numbers in a text: the whole text, or among its words. */
function numbersIn(text: string): CompanyNumber[] {
  const whole = completeCompanyNumber(text);
  if (whole !== null) return [whole];
  const words = text.toUpperCase().replaceAll(WORD_NUMBER, ' ');
  return [...words.matchAll(AMONG_WORDS)].flatMap(([word]) => completeCompanyNumber(word) ?? []);
}

/** Returns true if both are the same number, also if its prefix is missing. */
const isNumberOf = (named: CompanyNumber, company: CompanyNumber): boolean =>
  named === company || (/^\d+$/.test(named) && Number(named) === Number(company.replaceAll(/\D/g, '')));

/** Returns true for identifiers of Companies House. Those of charities or taxes may look alike. */
const isOfRegister = ({ scheme }: Context): boolean => /companies-?house/i.test(scheme);

/** The other company that the document names; null: it names the same company, or no number. */
export function otherCompany(
  { contexts }: XbrlDocument,
  facts: FactsByName,
  company: CompanyNumber | null,
): CompanyNumber | null {
  if (company === null) return null;
  // A number with a dimension is a subsidiary's or a corporate officer's.
  const ownFacts = numberFacts(facts).filter(({ dimensions }) => dimensions.length === 0);
  const texts = [
    ...ownFacts.map(({ fact }) => fact.value ?? ''),
    ...[...contexts.values()].filter(isOfRegister).map(({ identifier }) => identifier),
  ];
  const named = texts
    .map(numbersIn)
    .filter((numbers) => !numbers.some((number) => isNumberOf(number, company)));
  return mostFrequent(named.flat());
}
