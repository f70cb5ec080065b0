/**
 * What each document of the repository truly states: the figures that were compared by eye with its page. And
 * whether a changed amount contradicts another of them: sums and parts of a balance sheet, written apart from
 * the reader's own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(process.cwd(), 'test/rooms/filed-accounts/golden-records.json');

interface GoldenPeriod {
  readonly period: string;
  readonly figures: Readonly<Record<string, string>>;
  readonly withheld: Readonly<Record<string, string>>;
}

interface Golden {
  readonly made_up_to: string;
  readonly periods?: readonly GoldenPeriod[];
}

export interface TruePeriod {
  readonly end: string;
  /** Amounts by field. */
  readonly amounts: ReadonlyMap<string, number>;
  /** Fields that the page doesn't state: they are derived. */
  readonly derived: ReadonlySet<string>;
  readonly withheld: number;
}

export interface Truth {
  readonly made_up_to: string;
  readonly periods: readonly TruePeriod[];
}

const periodOf = ({ period, figures, withheld }: GoldenPeriod): TruePeriod => ({
  end: period.slice(-10),
  amounts: new Map(Object.entries(figures).map(([field, text]) => [field, Number(text.split(' ')[0])])),
  derived: new Set(
    Object.entries(figures).flatMap(([field, text]) => (text.includes(' from ') ? [field] : [])),
  ),
  withheld: Object.keys(withheld).length,
});

/** By the document's name. */
export function truths(): ReadonlyMap<string, Truth> {
  const all = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Golden>;
  return new Map(
    Object.entries(all).map(([name, { made_up_to, periods = [] }]) => [
      name,
      { made_up_to, periods: periods.map(periodOf) },
    ]),
  );
}

/** Terms that add up to nought, each with its sign. */
type Sum = readonly (readonly [field: string, sign: 1 | -1])[];

const SUMS: readonly Sum[] = [
  [
    ['fixed_assets', 1],
    ['current_assets', 1],
    ['total_assets', -1],
  ],
  [
    ['current_assets', 1],
    ['creditors_within_one_year', -1],
    ['net_current_assets', -1],
  ],
  [
    ['fixed_assets', 1],
    ['net_current_assets', 1],
    ['total_assets_less_current_liabilities', -1],
  ],
  [
    ['fixed_assets', 1],
    ['current_assets', 1],
    ['creditors_within_one_year', -1],
    ['total_assets_less_current_liabilities', -1],
  ],
  [
    ['total_assets_less_current_liabilities', 1],
    ['creditors_after_one_year', -1],
    ['net_assets', -1],
  ],
];
const PARTS: readonly (readonly [part: string, whole: string])[] = [
  ['cash', 'current_assets'],
  ['debtors', 'current_assets'],
  ['current_assets', 'total_assets'],
  ['fixed_assets', 'total_assets'],
];
/** What the page need not state where it is nought. */
const MAY_BE_ABSENT = new Set(['fixed_assets', 'creditors_after_one_year']);
const NEVER_NEGATIVE = new Set([
  'turnover',
  'fixed_assets',
  'current_assets',
  'cash',
  'debtors',
  'creditors_within_one_year',
  'creditors_after_one_year',
  'total_assets',
]);
const ROUNDING = 2;

function restOf(sum: Sum, amounts: ReadonlyMap<string, number>): number | null {
  let rest = 0;
  for (const [field, sign] of sum) {
    const amount = amounts.get(field) ?? (MAY_BE_ABSENT.has(field) ? 0 : null);
    if (amount === null) return null;
    rest += sign * amount;
  }
  return Math.abs(rest);
}

/** Whether what the page states elsewhere, in the same column, tells that these amounts are wrong. */
export function contradicts({ amounts, derived }: TruePeriod, changed: ReadonlyMap<string, number>): boolean {
  const stated = new Map([...amounts].filter(([field]) => !derived.has(field)));
  const now = new Map([...stated, ...changed]);
  const broken = SUMS.some((sum) => {
    const [before, after] = [restOf(sum, stated), restOf(sum, now)];
    return before !== null && before <= ROUNDING && after !== null && after > ROUNDING;
  });
  const tooLarge = PARTS.some(([part, whole]) => {
    const [a, b] = [now.get(part), now.get(whole)];
    return (
      (changed.has(part) || changed.has(whole)) && a !== undefined && b !== undefined && a > b + ROUNDING
    );
  });
  return (
    broken || tooLarge || [...changed].some(([field, amount]) => NEVER_NEGATIVE.has(field) && amount < 0)
  );
}
