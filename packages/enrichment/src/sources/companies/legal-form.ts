/** Maps the categories that files print to the register's keys (its API enumerations, OGL v3.0). */
import { memoize } from '../../../../words/src/memoize.js';
import type { CompanyRecord } from './company-record.js';
import forms from './legal-forms.json';

/** The printed forms by the register's key. */
const SHORT: Readonly<Record<string, string>> = forms.printed;

/** The keys by printed form, in capitals. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SHORT).map(([form, printed]) => [printed.toUpperCase(), form] as const),
  ['PRIVATE UNLIMITED', 'private-unlimited'],
]);

/** The long forms of the newest files. Only their beginning is compared: their brackets differ by year. */
const LONG: Readonly<Record<string, string>> = forms.printed_long;
const BEGINNINGS = Object.entries(LONG).map(
  ([form, printed]) => [printed.split(' (')[0] ?? printed, form] as const,
);

/** `Other company type` is recognised by the register that the number's prefix names. */
const OTHER_BY_PREFIX: Readonly<Record<string, string>> = forms.other_by_prefix;

/** The category that the file prints for a form of the API; null if the form is unknown. */
export const printedCategory = (form: string): string | null =>
  SHORT[form] ?? LONG[form] ?? otherCategory(form);

const otherCategory = (form: string): string | null =>
  form === 'other' || Object.values(OTHER_BY_PREFIX).includes(form) ? 'Other company type' : null;

const BY_NUMBER = Symbol('by number');

/** The kinds of limited partnership, such as `Private Fund Limited Partnership (PFLP)`. */
const LIMITED_PARTNERSHIP = /\bLIMITED PARTNERSHIP(?: \([A-Z]+\))?$/;

function formOf(category: string): string | null | typeof BY_NUMBER {
  const printed = category.toUpperCase();
  const beginning = BEGINNINGS.find(([start]) => printed.startsWith(start));
  if (beginning) return beginning[1];
  if (printed === 'OTHER COMPANY TYPE') return BY_NUMBER;
  return FORMS.get(printed) ?? (LIMITED_PARTNERSHIP.test(printed) ? 'limited-partnership' : null);
}

/** The form of a category. Remembered: every row needs it, and the file has some thirty categories. */
const formOfCategory = memoize(1_000, formOf);

/** The register's key of the legal form; null for an unknown category. */
export function legalForm({ category, number, profile }: CompanyRecord): string | null {
  if (profile !== null && profile.type !== null) return profile.type;
  if (category === null) return null;
  const form = formOfCategory(category);
  return form === BY_NUMBER ? (OTHER_BY_PREFIX[number.slice(0, 2)] ?? 'other') : form;
}
