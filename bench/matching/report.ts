/** Judged names as shares and tables. */
import { markdown } from '../support/figures.js';
import type { Judged } from './measure.js';
import { wilson, type Interval } from './wilson.js';

export interface Share extends Interval {
  readonly sample: number;
  readonly right: number;
  /** 0..1, at most 3 decimals; null where there is no sample. */
  readonly share: number | null;
}

/** The bounds of the confidence contract (Blocks 3.2), upper end included in the topmost alone. */
const BANDS = [
  [0.9, 1],
  [0.75, 0.9],
  [0.5, 0.75],
  [0, 0.5],
] as const;

export interface MeasuredMatches {
  /** The day on which these figures were first measured. */
  readonly measured_on: string;
  readonly names: number;
  readonly bands: readonly (Share & { readonly from: number; readonly to: number })[];
  readonly by_confidence: readonly (Share & { readonly match_confidence: number })[];
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

function shareOf(right: number, sample: number): Share {
  const { low, high } = wilson(right, sample);
  return {
    sample,
    right,
    share: sample === 0 ? null : rounded(right / sample),
    low: rounded(low),
    high: rounded(high),
  };
}

const rightOf = (judged: readonly Judged[]): number =>
  judged.filter(({ verdict }) => verdict === 'right').length;

/** Of what was matched, what is right: names that were meant to match nothing count as wrong. */
function precision(judged: readonly Judged[]): Share {
  const matched = judged.filter(({ confidence }) => confidence !== null);
  return shareOf(rightOf(matched), matched.length);
}

/** Of the names that mean a company on file, those that were matched to it. */
function recall(judged: readonly Judged[]): Share {
  const findable = judged.filter((one) => one.findable);
  return shareOf(rightOf(findable), findable.length);
}

const within =
  (from: number, to: number) =>
  ({ confidence }: Judged): boolean =>
    confidence !== null && confidence >= from && (confidence < to || to === 1);

/** The values of `match_confidence` that were given, highest first. */
const valuesOf = (judged: readonly Judged[]): number[] =>
  [...new Set(judged.flatMap(({ confidence }) => confidence ?? []))].sort((a, b) => b - a);

const at =
  (value: number) =>
  (one: Judged): boolean =>
    one.confidence === value;

export const measuredShares = (
  judged: readonly Judged[],
): Pick<MeasuredMatches, 'bands' | 'by_confidence'> => ({
  bands: BANDS.map(([from, to]) => ({ from, to, ...precision(judged.filter(within(from, to))) })),
  by_confidence: valuesOf(judged).map((value) => ({
    match_confidence: value,
    ...precision(judged.filter(at(value))),
  })),
});

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const told = ({ share, low, high }: Share): string =>
  share === null ? '-' : `${percent(share)} (${percent(low)} to ${percent(high)})`;

function row(what: string, judged: readonly Judged[]): string[] {
  const count = (verdict: Judged['verdict']): string =>
    String(judged.filter((one) => one.verdict === verdict).length);
  return [
    what,
    String(judged.length),
    count('right'),
    count('wrong'),
    count('ambiguous'),
    count('not_matched'),
    told(precision(judged)),
    told(recall(judged)),
  ];
}

const HEAD = ['names', 'asked', 'right', 'wrong', 'ambiguous', 'not matched', 'precision', 'recall'];

/** A row for each kind of name, and one for all. */
export function tableOfKinds(judged: readonly Judged[]): string {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  const rows = kinds.map((kind) =>
    row(
      kind,
      judged.filter((one) => one.kind === kind),
    ),
  );
  return markdown(HEAD, [...rows, row('all', judged)]);
}

/** A row for each value of `match_confidence`, highest first, and for each band. */
export function tableOfConfidences(judged: readonly Judged[]): string {
  const cells = (what: string, of: readonly Judged[]): string[] => {
    const share = precision(of);
    return [what, String(share.sample), String(share.right), told(share)];
  };
  return markdown(
    ['`match_confidence`', 'matched', 'right', 'share that is right'],
    [
      ...valuesOf(judged).map((value) => cells(String(value), judged.filter(at(value)))),
      ...BANDS.slice(0, 3).map(([from, to]) => cells(`${from} to ${to}`, judged.filter(within(from, to)))),
    ],
  );
}
