/** The cohorts that a company is compared with, and what it brought to them itself. */
import {
  cohortKeysOf,
  sizeBandOf,
  type Backtests,
  type Cohort,
  type Measures,
  type SizeBand,
} from '../sources/cohorts/cohort.js';
import { comparedAccounts, headcountOf, tradeOf } from './cohorts/cohort-member.js';
import { defineFact } from './define-fact.js';

export interface CohortsOfCompany {
  readonly band: SizeBand;
  /** The narrowest first. */
  readonly cohorts: readonly Cohort[];
  /** Null: it is no member of them. */
  readonly own: Measures | null;
  readonly backtests: Backtests;
}

/** Of companies whose filed codes tell a trade. */
export const cohort = defineFact({
  name: 'cohort',
  source: 'cohorts',
  also: [],
  needs: ['company', 'accounts'],
  join: (numbers, { facts, editions: { cohorts: edition } }) => {
    const asked = new Map<string, { readonly band: SizeBand; readonly keys: readonly string[] }>();
    for (const [number, company] of facts.company) {
      const trade = tradeOf(company);
      if (trade === null) continue;
      const compared = comparedAccounts(facts.accounts.get(number) ?? null);
      const band = sizeBandOf(compared === null ? null : headcountOf(compared.accounts, compared.own));
      asked.set(number, { band, keys: cohortKeysOf(trade, band) });
    }
    const members = edition.byNumbers(numbers);
    const held = edition.cohorts([...asked.values()].flatMap(({ keys }) => keys));
    const found = new Map<string, CohortsOfCompany>();
    for (const [number, { band, keys }] of asked)
      found.set(number, {
        band,
        cohorts: keys.flatMap((key) => held.get(key) ?? []),
        own: members.get(number)?.measures ?? null,
        backtests: edition.backtests,
      });
    return found;
  },
});
