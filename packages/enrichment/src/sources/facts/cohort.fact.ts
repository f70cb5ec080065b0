/** Finds the cohorts that a company is compared with, and the company's contribution to them. */
import {
  cohortKeysOf,
  sizeBandOf,
  type Backtests,
  type Cohort,
  type Measures,
  type SizeBand,
} from '../cohorts/cohort.js';
import {
  assetsFromOf,
  headcountKeysOf,
  type AssetsFrom,
  type HeadcountBacktests,
  type HeadcountPeers,
} from '../cohorts/headcount-model.js';
import type { CohortsEdition } from '../cohorts/cohorts.edition.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import {
  comparedAccounts,
  headcountBasis,
  headcountOf,
  tradeOf,
  type HeadcountBasis,
} from '../cohorts/cohort-member.js';
import { defineFact } from './define-fact.js';

export interface CohortsOfCompany {
  readonly band: SizeBand;
  /** The cohorts, the narrowest first. */
  readonly cohorts: readonly Cohort[];
  /** The company's own measures; null: it isn't a member of the cohorts. */
  readonly own: Measures | null;
  readonly backtests: Backtests;
  /** The data for an estimate of the headcount; null: there are none, or the company states a headcount. */
  readonly headcount: HeadcountPeersOfCompany | null;
}

export interface HeadcountPeersOfCompany {
  /** Total assets in pounds, at the end of the period. */
  readonly total_assets: number;
  readonly period_end: IsoDate;
  readonly assets_from: AssetsFrom;
  /** The peers, the narrowest trade first. */
  readonly peers: readonly HeadcountPeers[];
  readonly backtests: HeadcountBacktests;
}

function headcountsOf(
  bases: ReadonlyMap<string, HeadcountBasis>,
  edition: CohortsEdition,
): ReadonlyMap<string, HeadcountPeersOfCompany> {
  const peerQuestions = [...bases].flatMap(([number, { trade, total_assets, period_end }]) => {
    const assets_from = assetsFromOf(total_assets);
    return assets_from === null
      ? []
      : [{ number, total_assets, period_end, assets_from, keys: headcountKeysOf(trade, assets_from) }];
  });
  const peersByKey = edition.headcountPeers(peerQuestions.flatMap(({ keys }) => keys));
  const backtests = edition.headcountBacktests;
  return new Map(
    peerQuestions.map(({ number, keys, ...basis }) => [
      number,
      { ...basis, peers: keys.flatMap((key) => peersByKey.get(key) ?? []), backtests },
    ]),
  );
}

/** The cohorts of companies whose filed codes name a trade. */
export const cohort = defineFact({
  name: 'cohort',
  source: 'cohorts',
  also: [],
  needs: ['company', 'accounts'],
  join: (numbers, { facts, editions: { cohorts: edition } }) => {
    const bases = new Map<string, HeadcountBasis>();
    const cohortQuestions = new Map<string, { readonly band: SizeBand; readonly keys: readonly string[] }>();
    for (const [number, company] of facts.company) {
      const trade = tradeOf(company);
      if (trade === null) continue;
      const records = facts.accounts.get(number) ?? null;
      const compared = comparedAccounts(records);
      const basis = headcountBasis(company, records, edition.facts.as_of);
      if (basis !== null) bases.set(number, basis);
      const band = sizeBandOf(compared === null ? null : headcountOf(compared.accounts, compared.own));
      cohortQuestions.set(number, { band, keys: cohortKeysOf(trade, band) });
    }
    const headcounts = headcountsOf(bases, edition);
    const members = edition.byNumbers(numbers);
    const cohortsByKey = edition.cohorts([...cohortQuestions.values()].flatMap(({ keys }) => keys));
    const cohortsByNumber = new Map<string, CohortsOfCompany>();
    for (const [number, { band, keys }] of cohortQuestions)
      cohortsByNumber.set(number, {
        band,
        cohorts: keys.flatMap((key) => cohortsByKey.get(key) ?? []),
        own: members.get(number)?.measures ?? null,
        backtests: edition.backtests,
        headcount: headcounts.get(number) ?? null,
      });
    return cohortsByNumber;
  },
});
