/** Defines the published formula of the scores (docs/models.md): points of inputs, by steps. Pure. */
import rules from './score-rules.json';

export const SCORES_MODEL = { name: 'company-scores', version: '3' } as const;

export const SCORE_KEYS = ['financial_position', 'filing_discipline', 'stability', 'growth'] as const;
export type ScoreKey = (typeof SCORE_KEYS)[number];

/** Steps with most points first; an amount past the last step gets none. */
export type Steps =
  | { readonly at_least: readonly (readonly [bound: number, points: number])[] }
  | { readonly at_most: readonly (readonly [bound: number, points: number])[] };

/** Steps by score and input; a score's largest points sum to 100. Some inputs only limit the label. */
export const SCORE_RULES = rules as unknown as {
  readonly [K in ScoreKey]: Readonly<Record<keyof (typeof rules)[K], Steps>>;
};

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

/** Values so bad that points of other inputs can't make up for them. */
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

/** The label of the points. If one input is alarming, the label is fair at best. */
export function labelOf(
  points: number,
  inputs: Readonly<Record<string, { readonly value: number | null; readonly weightless?: number }>>,
): ScoreLabel {
  const label = LABELS.find(([from]) => points >= from)?.[1] ?? 'low';
  const hasAlarm = Object.entries(inputs).some(([name, { value, weightless = null }]) =>
    isAlarming(name, value ?? weightless),
  );
  return hasAlarm && label !== 'low' ? 'fair' : label;
}
