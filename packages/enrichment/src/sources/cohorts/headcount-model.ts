/** Estimates a headcount from companies of the same trade and size of balance sheet (docs/models.md). */
import type { BulkFile } from '../../../../platform/src/sqlite/sqlite-file.js';
import { bandOf } from '../kit/employee-bands.js';
import { BacktestTally, measuredShare, type Estimate, BacktestTallies } from './backtest-tally.js';
import { codesOf, type Backtest, type CohortTrade } from './cohort.js';
import { quartilesOf, withoutOwn, type Distribution, distributionOf } from './distribution.js';
import { roundedTo } from './ratios.js';

export const HEADCOUNT_MODEL = { name: 'headcount-of-peers', version: '1' } as const;

const LEAST_HEADCOUNT_PEERS = 30;

/** The minimum total assets of each size class, in pounds. */
export const ASSETS_FROM = [
  1, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
  25_000_000, 100_000_000,
] as const;
export type AssetsFrom = (typeof ASSETS_FROM)[number];

/** The size class of a balance sheet; null: assets below one pound. */
export const assetsFromOf = (pounds: number): AssetsFrom | null =>
  ASSETS_FROM.findLast((from) => pounds >= from) ?? null;

/** Companies of a trade and of a size of balance sheet, by the headcounts that they filed. */
export interface HeadcountPeers {
  /** Digits of the Standard Industrial Classification 2007, or a section's letter. */
  readonly code: string;
  readonly headcounts: Distribution;
}

const headcountKey = (code: string, from: number): string => `${code} assets ${from}`;

/** The peers that a company is compared with, the narrowest trade first. */
export const headcountKeysOf = (trade: CohortTrade, from: AssetsFrom): readonly string[] =>
  codesOf(trade).map((code) => headcountKey(code, from));

/** An estimate by the lower quartile, the median and the upper quartile of the peers. */
export interface HeadcountEstimate extends Estimate {
  readonly code: string;
  readonly companies: number;
}

/**
 * The estimate from the narrowest trade with enough peers; null: no trade has enough.
 * @param peers the narrowest first @param ownFigure the company's own headcount among them; null: none
 */
export function estimateHeadcount(
  peers: readonly HeadcountPeers[],
  ownFigure: number | null,
): HeadcountEstimate | null {
  for (const { code, headcounts } of peers) {
    const others = withoutOwn(headcounts, ownFigure);
    if (others.n < LEAST_HEADCOUNT_PEERS) continue;
    const [low, mid, high] = quartilesOf(others, 0);
    return { low, mid, high, code, companies: others.n };
  }
  return null;
}

/** Backtests by size class of the balance sheet, and of all sizes (`all`). */
export type HeadcountBacktests = Readonly<Record<string, Backtest>>;

/** The confidence if nothing was measured, and the maximum in any case (Blocks 4.26). */
const MAX_CONFIDENCE = 0.5;

/** The measured share of estimates with the right band, at most `MAX_CONFIDENCE`. */
export function headcountConfidence(tests: HeadcountBacktests, from: AssetsFrom): number {
  const measured = measuredShare([tests[String(from)], tests['all']]);
  return roundedTo(Math.min(measured ?? MAX_CONFIDENCE, MAX_CONFIDENCE), 3);
}

/** Adds a company to a tally. An estimate is right if its band is the filed one's. Zero counts as one. */
export function addHeadcount(tally: BacktestTally, filed: number, estimate: HeadcountEstimate | null): void {
  const band = estimate === null ? null : bandOf(estimate.mid);
  const isRight = band !== null && bandOf(filed)?.label === band.label;
  const people = Math.max(filed, 1);
  const mid = Math.max(estimate?.mid ?? 1, 1);
  // Adds a range with the filed number, or an empty range.
  tally.add(people, estimate === null ? null : { mid, low: isRight ? people : Infinity, high: people });
}

/** Selects members that state both figures, except finance, whose assets don't depend on employees. */
const STATED = `SELECT sic, section, total_assets, headcount FROM member
  WHERE headcount IS NOT NULL AND total_assets >= 1 AND sic NOT LIKE '64%' AND sic NOT LIKE '65%' ORDER BY sic, number`;

function* statedIn(file: BulkFile) {
  for (const [sic, section, assets, headcount] of file.rows(STATED)) {
    const from = assetsFromOf(Number(assets));
    const trade = { sic: String(sic), section: String(section) };
    if (from !== null) yield { trade, from, headcount: Number(headcount) };
  }
}

/** Yields the headcount peers in order of key. Memory holds one number for each company and level. */
export function* headcountPeersOf(file: BulkFile): Generator<readonly [key: string, peers: HeadcountPeers]> {
  const peersByCode = new Map<string, { readonly code: string; readonly headcounts: number[] }>();
  for (const { trade, from, headcount } of statedIn(file))
    for (const code of codesOf(trade)) {
      const key = headcountKey(code, from);
      const peers = peersByCode.get(key) ?? { code, headcounts: [] };
      peersByCode.set(key, peers);
      peers.headcounts.push(headcount);
    }
  for (const key of [...peersByCode.keys()].sort()) {
    const { code = '', headcounts = [] } = peersByCode.get(key) ?? {};
    yield [key, { code, headcounts: distributionOf(Float64Array.from(headcounts).sort()) }];
  }
}

/** Tests the estimate on each company that files its headcount, without the company's own contribution. */
export function headcountBacktestsOf(file: BulkFile): HeadcountBacktests {
  const peersUnder = new Map(headcountPeersOf(file));
  const tallies = new BacktestTallies();
  for (const { trade, from, headcount } of statedIn(file)) {
    const peers = headcountKeysOf(trade, from).flatMap((key) => peersUnder.get(key) ?? []);
    const estimate = estimateHeadcount(peers, headcount);
    for (const tally of tallies.of(String(from))) addHeadcount(tally, headcount, estimate);
  }
  return tallies.results;
}
