/**
 * Categories as the published file prints them, and the register's keys for them (its API enumerations, Companies
 * House, Open Government Licence v3.0).
 */
import { remembered } from '../../shared/remembered.js';
import type { CompanyRecord } from './company-record.js';

const FORMS: Readonly<Record<string, string>> = {
  'PRIVATE LIMITED COMPANY': 'ltd',
  'PUBLIC LIMITED COMPANY': 'plc',
  'OLD PUBLIC COMPANY': 'old-public-company',
  'PRIVATE UNLIMITED COMPANY': 'private-unlimited',
  'PRIVATE UNLIMITED': 'private-unlimited',
  'LIMITED LIABILITY PARTNERSHIP': 'llp',
  'LIMITED PARTNERSHIP': 'limited-partnership',
  'SCOTTISH PARTNERSHIP': 'scottish-partnership',
  // Whether it is limited by shares or by guarantee is not printed; the register's key of the kind is.
  'COMMUNITY INTEREST COMPANY': 'community-interest-company',
  'CHARITABLE INCORPORATED ORGANISATION': 'charitable-incorporated-organisation',
  'SCOTTISH CHARITABLE INCORPORATED ORGANISATION': 'scottish-charitable-incorporated-organisation',
  'REGISTERED SOCIETY': 'registered-society-non-jurisdictional',
  'INDUSTRIAL AND PROVIDENT SOCIETY': 'industrial-and-provident-society',
  'ROYAL CHARTER COMPANY': 'royal-charter',
  'INVESTMENT COMPANY WITH VARIABLE CAPITAL': 'investment-company-with-variable-capital',
  'INVESTMENT COMPANY WITH VARIABLE CAPITAL (SECURITIES)': 'icvc-securities',
  'INVESTMENT COMPANY WITH VARIABLE CAPITAL(WARRANT)': 'icvc-warrant',
  'INVESTMENT COMPANY WITH VARIABLE CAPITAL(UMBRELLA)': 'icvc-umbrella',
  'PROTECTED CELL COMPANY': 'protected-cell-company',
  'CONVERTED/CLOSED': 'converted-or-closed',
  'EUROPEAN PUBLIC LIMITED-LIABILITY COMPANY (SE)': 'european-public-limited-liability-company-se',
  'UNITED KINGDOM SOCIETAS': 'united-kingdom-societas',
  'UNITED KINGDOM ECONOMIC INTEREST GROUPING': 'ukeig',
  'EUROPEAN ECONOMIC INTEREST GROUPING (EEIG)': 'eeig',
  'FURTHER EDUCATION AND SIXTH FORM COLLEGE CORPS': 'further-education-or-sixth-form-college-corporation',
  'OVERSEAS ENTITY': 'registered-overseas-entity',
};

/** Long categories are recognised by their beginning: what stands in brackets differs from year to year. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['PRI/LTD BY GUAR/NSC', 'private-limited-guarant-nsc'],
  ['PRI/LBG/NSC', 'private-limited-guarant-nsc-limited-exemption'],
  ['PRIV LTD SECT. 30', 'private-limited-shares-section-30-exemption'],
];

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

/** As the newest files print the long ones. */
const LONG: Readonly<Record<string, string>> = {
  'private-limited-guarant-nsc': 'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)',
  'private-limited-guarant-nsc-limited-exemption':
    "PRI/LBG/NSC (Private, Limited by guarantee, no share capital, use of 'Limited' exemption)",
  'private-limited-shares-section-30-exemption':
    'PRIV LTD SECT. 30 (Private limited company, section 30 of the Companies Act)',
};
/** In the file's own case. */
const SHORT: Readonly<Record<string, string>> = {
  ltd: 'Private Limited Company',
  plc: 'Public Limited Company',
  'old-public-company': 'Old Public Company',
  'private-unlimited': 'Private Unlimited Company',
  llp: 'Limited Liability Partnership',
  'limited-partnership': 'Limited Partnership',
  'scottish-partnership': 'Scottish Partnership',
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

/** The category that the file prints for a form which the API names by its key; null where that isn't known. */
export const printedCategory = (form: string): string | null =>
  SHORT[form] ?? LONG[form] ?? otherCategory(form);

const otherCategory = (form: string): string | null =>
  form === 'other' || Object.values(OTHER_BY_PREFIX).includes(form) ? 'Other company type' : null;

/** Stands for a form that the number tells. */
const BY_NUMBER = Symbol('by number');

function formOf(category: string): string | null | typeof BY_NUMBER {
  const printed = category.toUpperCase();
  const beginning = BEGINNINGS.find(([start]) => printed.startsWith(start));
  if (beginning) return beginning[1];
  if (printed === 'OTHER COMPANY TYPE') return BY_NUMBER;
  return FORMS[printed] ?? null;
}

/** Asked for every row; the file prints some thirty. */
const formOfCategory = remembered(1_000, formOf);

/** The register's key of the legal form, or null for a category unheard of. */
export function legalForm({ category, number, profile }: CompanyRecord): string | null {
  if (profile !== null && profile.type !== null) return profile.type;
  if (category === null) return null;
  const form = formOfCategory(category);
  return form === BY_NUMBER ? (OTHER_BY_PREFIX[number.slice(0, 2)] ?? 'other') : form;
}
