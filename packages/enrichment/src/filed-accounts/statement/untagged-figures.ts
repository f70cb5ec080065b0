/** Finds figures that the page prints without a tag, whole or in parts, so they aren't zero. Pure. */
import type { FigureKey } from '../accounts-record.js';
import { size } from './amounts.js';
import type { ColumnAmounts } from './filled-identity.js';
import { isPartnership } from './about.js';
import { CONCEPTS, OTHER_DEDUCTIONS } from './concepts.js';
import { NIL } from '../xbrl/page-row.js';
import { factsAt, isWhole, type FigurePlace } from './figure-facts.js';
import type { NamedLine, PrintedLines } from '../words/row-labels.js';

/** The printed lines that are a figure or a part of it. */
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

/** Returns true if the page has a dash in this column beside the other column's amount, which means zero. */
function hasDash({ facts, column, period }: FigurePlace, field: keyof typeof LINES): boolean {
  const { names, members } = CONCEPTS[field];
  const all = members === undefined ? names.flatMap((name) => facts.get(name) ?? []) : [];
  return all.some(({ fact: { place }, end, column: its }) => {
    const isOfTwo = place.contexts.length === 2 && place.contexts.includes(NIL);
    return isOfTwo && its === column && end !== period.end;
  });
}

/** The figures that the page prints without a tag. Sums of tagged figures may lack them. */
export function untaggedFigures(
  place: FigurePlace,
  printed: PrintedLines,
  lines: ColumnAmounts['lines'],
): ReadonlySet<FigureKey> {
  const fields = Object.keys(LINES) as (keyof typeof LINES)[];
  const untaggedFields = new Set<FigureKey>(
    fields.filter((field) => LINES[field].some((line) => printed.has(line)) && !hasDash(place, field)),
  );
  if (PARTS_OF_FIXED_ASSETS.some((line) => (lines.get(line)?.hundredths ?? 0n) !== 0n))
    untaggedFields.add('fixed_assets');
  // Creditors without the dimension of their due time.
  if (factsAt(place, 'Creditors', 'instant').some(isWhole)) untaggedFields.add('creditors_within_one_year');
  return untaggedFields;
}

/** The scales in which a page prints amounts: full, thousands and millions. */
const SCALES = [100n, 100_000n, 100_000_000n];
const hundredthsOf = (digits: readonly string[]): bigint[] =>
  digits.flatMap((amount) => SCALES.map((scale) => BigInt(amount) * scale));

/**
 * The untagged amounts that may be deducted before net assets, single and in pairs, in each scale. Null:
 * unknown, or accounts of a partnership, which may have further ones (debts to members).
 */
export function untaggedDeductions(
  place: FigurePlace,
  printed: PrintedLines,
  hasCreditors: boolean,
): readonly bigint[] | null {
  if (isPartnership(place.facts)) return null;
  const hasOthers = OTHER_DEDUCTIONS.some((name) => factsAt(place, name, 'instant').length > 0);
  const lines = [
    ...(hasCreditors ? [] : (['creditors_after_one_year'] as const)),
    ...(hasOthers ? [] : (['provisions'] as const)),
  ];
  const amounts = lines.flatMap((line) => printed.get(line) ?? []);
  const isUnknown = lines.some((line) => printed.get(line)?.length === 0);
  const all = [...new Set(amounts)];
  if (isUnknown || all.length > MAX_DEDUCTIONS) return null;
  const pairs = all.flatMap((amount, at) =>
    all.slice(at + 1).map((other) => String(BigInt(amount) + BigInt(other))),
  );
  return hundredthsOf([...all, ...pairs]);
}
/** The maximum number of amounts. With more, some would add up to any sum. */
const MAX_DEDUCTIONS = 8;

/**
 * Returns true if the page prints totals above net assets that all differ from this amount, and no deduction
 * between.
 */
export function isFromAnotherTotal(amount: bigint, printed: PrintedLines): boolean {
  const totals = hundredthsOf(printed.get('total_assets_less_current_liabilities') ?? []);
  const isDeducted = printed.has('creditors_after_one_year') || printed.has('provisions');
  return totals.length > 0 && !isDeducted && !totals.includes(size(amount));
}
