/**
 * The published formula of the scores (docs/models.md): points of a few inputs, each by its own steps. Pure.
 */
export const SCORES_MODEL = { name: 'company-scores', version: '3' } as const;

export const SCORE_KEYS = ['financial_position', 'filing_discipline', 'stability', 'growth'] as const;
export type ScoreKey = (typeof SCORE_KEYS)[number];

/** Steps with most points first; an amount past the last step gets none. */
export type Steps =
  | { readonly at_least: readonly (readonly [bound: number, points: number])[] }
  | { readonly at_most: readonly (readonly [bound: number, points: number])[] };

const growth = (points: readonly [number, number, number, number]): Steps => ({
  at_least: [
    [20, points[0]],
    [5, points[1]],
    [-5, points[2]],
    [-20, points[3]],
  ],
});

/** Points by score and input; the largest points of a score add up to 100. */
export const SCORE_RULES = {
  financial_position: {
    net_assets: {
      at_least: [
        [1, 30],
        [0, 10],
      ],
    },
    current_ratio: {
      at_least: [
        [1.5, 30],
        [1, 20],
        [0.7, 10],
      ],
    },
    net_assets_to_total: {
      at_least: [
        [0.5, 25],
        [0.25, 15],
        [0.1, 8],
      ],
    },
    cash_to_creditors: {
      at_least: [
        [0.5, 15],
        [0.2, 8],
      ],
    },
  },
  filing_discipline: {
    days_accounts_overdue: { at_most: [[0, 60]] },
    days_confirmation_statement_overdue: { at_most: [[0, 40]] },
    /** No points: it only limits the label. */
    identities_overdue: { at_most: [[0, 0]] },
  },
  stability: {
    age_years: {
      at_least: [
        [10, 30],
        [5, 20],
        [2, 10],
      ],
    },
    /** Points for the register's status: 1 where the company is plainly active. */
    active: { at_least: [[1, 30]] },
    insolvency_events: { at_most: [[0, 20]] },
    officers_active: { at_least: [[1, 10]] },
    charges_outstanding: {
      at_most: [
        [0, 10],
        [2, 6],
        [10, 3],
      ],
    },
    /** No points: it only limits the label. */
    grave_annotations: { at_most: [[0, 0]] },
  },
  growth: {
    net_assets_growth: growth([50, 40, 25, 10]),
    turnover_growth: growth([30, 24, 15, 6]),
    headcount_growth: growth([20, 16, 10, 4]),
  },
} as const satisfies Readonly<Record<ScoreKey, Readonly<Record<string, Steps>>>>;

const bounds = (steps: Steps) => ('at_least' in steps ? steps.at_least : steps.at_most);

export const mostPoints = (steps: Steps): number => bounds(steps)[0]?.[1] ?? 0;

/** The points of one input; half of the maximum, rounded down, where the input isn't known. */
export function pointsOf(steps: Steps, value: number | null): number {
  if (value === null) return Math.floor(mostPoints(steps) / 2);
  const reached =
    'at_least' in steps
      ? steps.at_least.find(([bound]) => value >= bound)
      : steps.at_most.find(([bound]) => value <= bound);
  return reached?.[1] ?? 0;
}

const LABELS = [
  [75, 'strong'],
  [50, 'good'],
  [25, 'fair'],
] as const;
export type ScoreLabel = (typeof LABELS)[number][1] | 'low';

type Alarm = { readonly under: number } | { readonly over: number } | { readonly at_most: number };

/** Inputs whose bad values no points of other inputs make up for. */
const ALARMING: Readonly<Record<string, Alarm>> = {
  net_assets: { under: 0 },
  current_ratio: { under: 0.5 },
  net_assets_to_total: { under: 0 },
  active: { under: 1 },
  insolvency_events: { over: 0 },
  identities_overdue: { over: 0 },
  grave_annotations: { over: 0 },
  net_assets_growth: { under: -50 },
  /** A fall by a quarter. */
  turnover_growth: { at_most: -25 },
};

function isAlarming(name: string, value: number | null): boolean {
  const bound = ALARMING[name];
  if (bound === undefined || value === null) return false;
  if ('at_most' in bound) return value <= bound.at_most;
  return 'under' in bound ? value < bound.under : value > bound.over;
}

/** @param inputs by name; where one of them is alarming the label is fair at best, whatever the points */
export function labelOf(
  points: number,
  inputs: Readonly<Record<string, { readonly value: number | null; readonly weightless?: number }>>,
): ScoreLabel {
  const label = LABELS.find(([from]) => points >= from)?.[1] ?? 'low';
  const alarming = Object.entries(inputs).some(([name, { value, weightless = null }]) =>
    isAlarming(name, value ?? weightless),
  );
  return alarming && label !== 'low' ? 'fair' : label;
}
