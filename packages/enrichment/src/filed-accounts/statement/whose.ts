/** Finds whose accounts a document holds: the company numbers in its facts and contexts. */
import { completeCompanyNumber, type CompanyNumber } from '../../../../words/src/company-number.js';
import type { Context, XbrlDocument } from '../xbrl/document.js';
import type { ColumnFact, FactsByName } from './columns.js';
import { mostFrequent } from './most-frequent.js';

const CONCEPTS = ['UKCompaniesHouseRegisteredNumber', 'CompaniesHouseRegisteredNumber'] as const;

const stated = (facts: FactsByName): ColumnFact[] => CONCEPTS.flatMap((name) => facts.get(name) ?? []);

/** A number that the document names, by its identifiers or in a fact. */
export function numberIn({ contexts }: XbrlDocument, facts: FactsByName): CompanyNumber | null {
  const texts = [
    ...stated(facts).map(({ fact }) => fact.value),
    ...[...contexts.values()].map(({ identifier }) => identifier),
  ];
  return mostFrequent(texts.flatMap((text) => completeCompanyNumber(text) ?? []));
}

/** `No.` and its like before a number would be read as the prefix of one. */
const WORD_NUMBER = /\b(?:NO|NR|NUMBER)\b[.:]*/g;
const AMONG_WORDS = /\b(?:[A-Z]{2} ?)?\d{5,8}[A-Z]{0,2}\b/g;

/** The numbers that a text names: it is one, or has some among its words. */
function numbersIn(text: string): CompanyNumber[] {
  const whole = completeCompanyNumber(text);
  if (whole !== null) return [whole];
  const words = text.toUpperCase().replaceAll(WORD_NUMBER, ' ');
  return [...words.matchAll(AMONG_WORDS)].flatMap(([word]) => completeCompanyNumber(word) ?? []);
}

/** Filers leave out a prefix, too. */
const isNumberOf = (named: CompanyNumber, company: CompanyNumber): boolean =>
  named === company || (/^\d+$/.test(named) && Number(named) === Number(company.replaceAll(/\D/g, '')));

/** Identifiers of other registers (of charities, of taxes) look like company numbers. */
const isOfRegister = ({ scheme }: Context): boolean => /companies-?house/i.test(scheme);

/** The other company that the registered number or a context names; null: none, or no number at all. */
export function otherCompany(
  { contexts }: XbrlDocument,
  facts: FactsByName,
  company: CompanyNumber | null,
): CompanyNumber | null {
  if (company === null) return null;
  // With a dimension it is the number of a subsidiary, or of an officer that is a company.
  const ownFacts = stated(facts).filter(({ dimensions }) => dimensions.length === 0);
  const texts = [
    ...ownFacts.map(({ fact }) => fact.value ?? ''),
    ...[...contexts.values()].filter(isOfRegister).map(({ identifier }) => identifier),
  ];
  const named = texts
    .map(numbersIn)
    .filter((numbers) => !numbers.some((number) => isNumberOf(number, company)));
  return mostFrequent(named.flat());
}
