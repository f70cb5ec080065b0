/** Which figures of a column the page prints without a tag, whole or in parts: they are not nought. Pure. */
import type { FigureKey } from '../accounts-record.js';
import type { ColumnAmounts } from './filled-identity.js';
import { isPartnership } from './about.js';
import { OTHER_DEDUCTIONS } from './concepts.js';
import { factsAt, isWhole, type Place } from './figure-facts.js';
import type { NamedLine } from '../words/row-labels.js';

/** Lines of the page that are a figure, or parts of it. */
const LINES = {
  fixed_assets: ['fixed_assets', 'part_of_fixed_assets'],
  creditors_within_one_year: ['creditors_within_one_year'],
  cash: ['cash'],
  debtors: ['debtors', 'part_of_debtors'],
} as const satisfies Partial<Record<FigureKey, readonly NamedLine[]>>;

const PARTS_OF_FIXED_ASSETS = [
  'intangible_assets',
  'tangible_assets',
  'investments',
  'investment_property',
] as const;

/**
 * Of those that a sum may lack. Whether a figure is stated is not asked: only absent ones are looked up here.
 * @param printed lines that the page prints an amount of
 */
export function printedUntagged(
  place: Place,
  printed: ReadonlySet<NamedLine>,
  lines: ColumnAmounts['lines'],
): ReadonlySet<FigureKey> {
  const fields = Object.keys(LINES) as (keyof typeof LINES)[];
  const found = new Set<FigureKey>(fields.filter((field) => LINES[field].some((line) => printed.has(line))));
  if (PARTS_OF_FIXED_ASSETS.some((line) => (lines.get(line)?.hundredths ?? 0n) !== 0n))
    found.add('fixed_assets');
  // Creditors without the dimension that tells when they are due.
  if (factsAt(place, 'Creditors', 'instant').some(isWhole)) found.add('creditors_within_one_year');
  return found;
}

/**
 * Whether something that is deducted before net assets is printed and not tagged, or may be in the accounts of a partnership
 * (debts to its members): then nothing can be said against them.
 * @param printed lines that the page prints an amount of
 * @param hasCreditors whether creditors due after one year are stated
 */
export function hasUntaggedDeduction(
  place: Place,
  printed: ReadonlySet<NamedLine>,
  hasCreditors: boolean,
): boolean {
  const hasOthers = OTHER_DEDUCTIONS.some((name) => factsAt(place, name, 'instant').length > 0);
  return (
    isPartnership(place.facts) ||
    (printed.has('creditors_after_one_year') && !hasCreditors) ||
    (printed.has('provisions') && !hasOthers)
  );
}
