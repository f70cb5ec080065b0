/**
 * Maps the categories that the published file prints to the register's keys (its API enumerations, Companies
 * House, Open Government Licence v3.0).
 */
import { memoize } from '../../../../words/src/memoize.js';
import type { CompanyRecord } from './company-record.js';

/** The forms in the file's own case, by the register's key. */
const SHORT: Readonly<Record<string, string>> = {
  ltd: 'Private Limited Company',
  plc: 'Public Limited Company',
  'old-public-company': 'Old Public Company',
  'private-unlimited': 'Private Unlimited Company',
  llp: 'Limited Liability Partnership',
  'limited-partnership': 'Limited Partnership',
  'scottish-partnership': 'Scottish Partnership',
  // Whether it is limited by shares or by guarantee is not printed; the register's key of the kind is.
  'community-interest-company': 'Community Interest Company',
  'charitable-incorporated-organisation': 'Charitable Incorporated Organisation',
  'scottish-charitable-incorporated-organisation': 'Scottish Charitable Incorporated Organisation',
  'registered-society-non-jurisdictional': 'Registered Society',
  'industrial-and-provident-society': 'Industrial and Provident Society',
  'royal-charter': 'Royal Charter Company',
  'investment-company-with-variable-capital': 'Investment Company with Variable Capital',
  'icvc-securities': 'Investment Company with Variable Capital (Securities)',
  'icvc-warrant': 'Investment Company with Variable Capital(Warrant)',
  'icvc-umbrella': 'Investment Company with Variable Capital(Umbrella)',
  'protected-cell-company': 'Protected Cell Company',
  'converted-or-closed': 'Converted/Closed',
  'european-public-limited-liability-company-se': 'European Public Limited-Liability Company (SE)',
  'united-kingdom-societas': 'United Kingdom Societas',
  ukeig: 'United Kingdom Economic Interest Grouping',
  eeig: 'European Economic Interest Grouping (EEIG)',
  'further-education-or-sixth-form-college-corporation': 'Further Education and Sixth Form College Corps',
  'registered-overseas-entity': 'Overseas Entity',
};

/** The forms by the texts that files print, in capitals. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SHORT).map(([form, printed]) => [printed.toUpperCase(), form] as const),
  ['PRIVATE UNLIMITED', 'private-unlimited'],
]);

/**
 * Long forms as the newest files print them. They are recognised by their beginning, because the text in
 * brackets differs between years.
 */
const LONG: Readonly<Record<string, string>> = {
  'private-limited-guarant-nsc': 'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)',
  'private-limited-guarant-nsc-limited-exemption':
    "PRI/LBG/NSC (Private, Limited by guarantee, no share capital, use of 'Limited' exemption)",
  'private-limited-shares-section-30-exemption':
    'PRIV LTD SECT. 30 (Private limited company, section 30 of the Companies Act)',
};
const BEGINNINGS = Object.entries(LONG).map(
  ([form, printed]) => [printed.split(' (')[0] ?? printed, form] as const,
);

/** `Other company type` is recognised by the register that the number's prefix names. */
const OTHER_BY_PREFIX: Readonly<Record<string, string>> = {
  FC: 'oversea-company',
  SF: 'oversea-company',
  NF: 'oversea-company',
  AC: 'assurance-company',
  SA: 'assurance-company',
  NA: 'assurance-company',
  ZC: 'unregistered-company',
  SZ: 'unregistered-company',
  NZ: 'unregistered-company',
  BR: 'uk-establishment',
};

/** The category that the file prints for a form of the API; null if the form is unknown. */
export const printedCategory = (form: string): string | null =>
  SHORT[form] ?? LONG[form] ?? otherCategory(form);

const otherCategory = (form: string): string | null =>
  form === 'other' || Object.values(OTHER_BY_PREFIX).includes(form) ? 'Other company type' : null;

/** Marks a category whose form the company number tells. */
const BY_NUMBER = Symbol('by number');

/** The register's names of its kinds, such as `Private Fund Limited Partnership (PFLP)`. */
const LIMITED_PARTNERSHIP = /\bLIMITED PARTNERSHIP(?: \([A-Z]+\))?$/;

function formOf(category: string): string | null | typeof BY_NUMBER {
  const printed = category.toUpperCase();
  const beginning = BEGINNINGS.find(([start]) => printed.startsWith(start));
  if (beginning) return beginning[1];
  if (printed === 'OTHER COMPANY TYPE') return BY_NUMBER;
  return FORMS.get(printed) ?? (LIMITED_PARTNERSHIP.test(printed) ? 'limited-partnership' : null);
}

/** The form of a category. Every row needs it, and the file has some thirty categories. */
const formOfCategory = memoize(1_000, formOf);

/** The register's key of the legal form; null for an unknown category. */
export function legalForm({ category, number, profile }: CompanyRecord): string | null {
  if (profile !== null && profile.type !== null) return profile.type;
  if (category === null) return null;
  const form = formOfCategory(category);
  return form === BY_NUMBER ? (OTHER_BY_PREFIX[number.slice(0, 2)] ?? 'other') : form;
}
