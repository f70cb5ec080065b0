/** Collects headcounts of companies by trade and balance sheet, and tests estimates from them. */
import type { BulkFile } from '../../../../platform/src/sqlite/sqlite-file.js';
import { BacktestTallies } from './backtest-tally.js';
import { codesOf } from './cohort.js';
import { distributionOf } from './distribution.js';
import {
  addHeadcount,
  assetsFromOf,
  estimateHeadcount,
  headcountKey,
  headcountKeysOf,
  type HeadcountBacktests,
  type HeadcountPeers,
} from './headcount-model.js';

/** Members that state both figures, without finance, whose assets don't depend on employees. */
const STATED = `SELECT sic, section, total_assets, headcount FROM member
  WHERE headcount IS NOT NULL AND total_assets >= 1 AND sic NOT LIKE '64%' AND sic NOT LIKE '65%' ORDER BY sic, number`;

function* statedIn(file: BulkFile) {
  for (const [sic, section, assets, headcount] of file.rows(STATED)) {
    const from = assetsFromOf(Number(assets));
    const trade = { sic: String(sic), section: String(section) };
    if (from !== null) yield { trade, from, headcount: Number(headcount) };
  }
}

/** Yields the headcount peers in the order of their keys. Holds one number for each company and level. */
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
