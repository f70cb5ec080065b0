/** Cohorts of made accounts, and what is estimated, compared and found alike by them. */
import type { RowOverrides } from '../../../../support/basic-company-data.js';
import { advisory, reason, withheld, type Area } from '../cell.js';
import { madeAccounts, publishedAs, type MadeAccounts } from '../made-accounts.js';
import { companiesFile } from '../published.js';

const END = '2023-12-31';
const BEFORE = '2022-12-31';
const SOFTWARE = '62020 - Information technology consultancy activities';
const PEERS = 45;

interface Company {
  readonly row?: RowOverrides;
  readonly accounts?: Omit<MadeAccounts, 'end'>;
  /** Of the year before. */
  readonly earlier?: Omit<MadeAccounts, 'end'>;
}

/** Sheets of a company of some size, every figure in proportion. An amount with pence, tagged as whole, is none that can be right. */
const sheet = (scale: number): Record<string, number> => {
  const of = (pounds: number): number => Math.round(pounds * scale);
  return {
    FixedAssets: of(20_000),
    CurrentAssets: of(60_000),
    CreditorsDueWithinOneYear: of(30_000),
    NetCurrentAssetsLiabilities: of(30_000),
    TotalAssetsLessCurrentLiabilities: of(50_000),
    NetAssetsLiabilities: of(50_000),
  };
};
const software: RowOverrides = { 'SICCode.SicText_1': SOFTWARE };

/** They turn over some 100,000 pounds a head, and file it. */
const peers = Array.from({ length: PEERS }, (_, at): Company => {
  const scale = 1 + at / 50;
  return {
    row: software,
    accounts: { now: { ...sheet(scale), TurnoverRevenue: Math.round(400_000 * scale) }, people: 4 },
  };
});

const CASES = {
  modelled: { row: software, accounts: { now: sheet(1), people: 4 } },
  disagreeing: { row: software, accounts: { now: { ...sheet(1), TurnoverRevenue: 5_000 }, people: 4 } },
  shrunk: {
    row: software,
    accounts: { now: sheet(1), before: { ...sheet(1), TurnoverRevenue: 9_000 }, people: 4 },
  },
  unbalanced: {
    row: software,
    accounts: { now: { ...sheet(1), NetAssetsLiabilities: 900_000 } },
  },
  withoutDrivers: { row: software, accounts: { now: { NetAssetsLiabilities: 5_000 } } },
  /** Every year it models to more than a micro-entity may turn over. */
  atTheLimit: {
    row: software,
    accounts: { now: sheet(3.5), before: sheet(3), people: 4, standard: 'MicroEntities' },
    earlier: { now: sheet(3), before: sheet(2.5), standard: 'MicroEntities' },
  },
  dormant: { row: software, accounts: { now: { NetAssetsLiabilities: 1 }, dormant: true } },
  bank: { row: { 'SICCode.SicText_1': '64191 - Banks' }, accounts: { now: sheet(1), people: 4 } },
  holding: {
    row: { 'SICCode.SicText_1': '70100 - Activities of head offices' },
    accounts: { now: sheet(1), people: 0 },
  },
  /** Nothing is due: what is left of what is due can't be divided by. */
  nothingDue: {
    row: software,
    accounts: {
      now: {
        FixedAssets: 20_000,
        CurrentAssets: 60_000,
        CreditorsDueWithinOneYear: 0,
        NetCurrentAssetsLiabilities: 60_000,
        TotalAssetsLessCurrentLiabilities: 80_000,
        NetAssetsLiabilities: 80_000,
      },
      people: 4,
    },
  },
  /** No peer states what it owes later. */
  owesLater: {
    row: software,
    accounts: {
      now: { ...sheet(1), CreditorsDueAfterOneYear: 10_000, NetAssetsLiabilities: 40_000 },
      people: 4,
    },
  },
  rareTrade: {
    row: { 'SICCode.SicText_1': '01500 - Mixed farming' },
    accounts: { now: sheet(1), people: 4 },
  },
  pairOne: { row: { 'SICCode.SicText_1': '30300 - Manufacture of air and spacecraft' } },
  pairTwo: { row: { 'SICCode.SicText_1': '30300 - Manufacture of air and spacecraft' } },
  noTrade: { row: { 'SICCode.SicText_1': '99999 - Dormant Company' } },
} satisfies Record<string, Company>;

const ALL: readonly Company[] = [...Object.values(CASES), ...peers];
const numberAt = (at: number): string => String(43_000_001 + at);
export const numberOf = (name: keyof typeof CASES): string => numberAt(Object.keys(CASES).indexOf(name));
/** With peers, and ratios to compare. */
export const ONE_OF_COHORT = numberAt(0);

const documentOf = (number: string, end: string, accounts: Company['accounts']) =>
  accounts === undefined ? [] : [[publishedAs(number, end), madeAccounts({ end, ...accounts })] as const];

export const models: Area = {
  name: 'cohorts',
  data: 'made accounts (inline XBRL) of companies of one trade, the register file, cohorts made of both',
  world: () => ({
    loaded: [
      companiesFile(
        ALL.map(({ row }, at) => ({
          CompanyNumber: numberAt(at),
          CompanyName: `MODEL ${at} LIMITED`,
          'Accounts.LastMadeUpDate': '31/12/2023',
          ...row,
        })),
      ),
      {
        source: 'accounts',
        asOf: '2024-06-30',
        files: Object.fromEntries(
          ALL.flatMap(({ accounts, earlier }, at) => [
            ...documentOf(numberAt(at), END, accounts),
            ...documentOf(numberAt(at), BEFORE, earlier),
          ]),
        ),
      },
    ],
    cohorts: true,
  }),
  cells: [
    ...reason(
      'financial_benchmarks',
      'cohort_too_small',
      'nobody else of its trade filed',
      numberOf('rareTrade'),
    ),
    ...withheld('financial_benchmarks', 'ratio_implausible', 'nothing is due', numberOf('nothingDue')),
    ...withheld(
      'financial_benchmarks',
      'cohort_too_small',
      'no peer states what it owes later',
      numberOf('owesLater'),
    ),
    ...reason(
      'revenue_estimate',
      'no_modelled_revenue',
      'nothing drives a model',
      numberOf('withoutDrivers'),
    ),
    ...reason('revenue_estimate', 'dormant_company', 'its accounts are dormant', numberOf('dormant')),
    ...reason('revenue_estimate', 'bank_no_modelled_turnover', 'it is a bank', numberOf('bank')),
    ...reason(
      'revenue_estimate',
      'holding_company_no_trading_revenue',
      'it holds others and nobody works there',
      numberOf('holding'),
    ),
    ...reason(
      'revenue_estimate',
      'modelled_implausible_against_filed_turnover',
      'the year before was filed and is far off',
      numberOf('shrunk'),
    ),
    ...reason(
      'revenue_estimate',
      'estimate_input_failed_balance_sheet_check',
      'its assets do not balance',
      numberOf('unbalanced'),
    ),
    ...reason(
      'revenue_estimate',
      'modelled_repeated_across_periods',
      'three years running only the limit of its regime is left of the model',
      numberOf('atTheLimit'),
    ),
    ...reason('revenue_estimate', 'not_confirmed', 'a model is less sure than asked', {
      row: { company_number: numberOf('modelled') },
      options: { min_confidence: 0.9 },
    }),
    ...advisory(
      'revenue_estimate',
      'sources_disagree',
      'filed and modelled turnover are far apart',
      numberOf('disagreeing'),
    ),
    ...reason('comparables', 'no_comparables_found', 'no code tells its trade', numberOf('noTrade')),
    ...advisory('comparables', 'few_comparable_peers', 'one other has its trade', numberOf('pairOne')),
  ],
};
