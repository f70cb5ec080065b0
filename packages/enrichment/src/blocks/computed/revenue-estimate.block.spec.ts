import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { record, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import type { CohortsOfCompany } from '../../sources/facts/cohort.fact.js';
import type { AccountsPeriod, ReadAccounts } from '../../filed-accounts/accounts-record.js';
import { distributionOf } from '../../sources/cohorts/distribution.js';
import revenueEstimate from './revenue-estimate.block.js';

const AS_OF = '2022-12-01';
const MAZARS = readSample('Prod223_2911_05380971_20200831.html');
const MICRO = readSample('Prod223_3384_14033910_20220831.html');

/** Forty peers that turn over 100,000 a head in the middle, and once their assets. */
const PEERS: CohortsOfCompany = {
  band: '1-9',
  own: null,
  backtests: {},
  headcount: null,
  cohorts: [
    {
      code: 'J',
      band: '1-9',
      companies: 41,
      from: '2023-01-31',
      to: '2024-03-31',
      distributions: {
        turnover_per_head: distributionOf(Array.from({ length: 41 }, (_, at) => 80_000 + at * 1_000)),
      },
    },
  ],
};

/** Accounts of Mazars with other figures; a figure left out is not stated. */
function accountsWith(
  figures: Readonly<Record<string, number>>,
  {
    people = 4,
    before = {},
    ...more
  }: { people?: number | null; before?: Readonly<Record<string, number>> } & Partial<ReadAccounts> = {},
): ReadAccounts {
  const period = (
    own: AccountsPeriod | undefined,
    stated: Readonly<Record<string, number>>,
  ): AccountsPeriod[] =>
    own === undefined
      ? []
      : [
          {
            ...own,
            withheld: [],
            figures: Object.fromEntries(
              Object.entries(stated).map(([field, amount]) => [
                field,
                {
                  amount: String(amount),
                  currency: 'GBP',
                  by: { concept: 'Made', context: 'up', printed: String(amount) },
                },
              ]),
            ),
          },
        ];
  const { now } = MAZARS.employees;
  return {
    ...MAZARS,
    periods: [...period(MAZARS.periods[0], figures), ...period(MAZARS.periods[1], before)],
    employees: { now: now === null || people === null ? null : { ...now, employees: people }, before: null },
    ...more,
  };
}

const answer = (
  accounts: ReadAccounts | null,
  row: RowOverrides = {},
  peers: CohortsOfCompany | null = PEERS,
  as_of = AS_OF,
) =>
  runBlock(
    revenueEstimate,
    record({ 'SICCode.SicText_1': '62020 - Information technology', ...row }),
    as_of,
    {
      accounts: aFact(accounts === null ? heldRecords() : heldRecords(accounts), as_of),
      cohort: aFact(peers, AS_OF),
    },
  );

it('serves filed turnover as it is, whatever peers do', () => {
  expect(answer(MAZARS)).toMatchObject({
    status: 'available',
    source: 'company_register_accounts',
    as_of: '2020-08-31',
    confidence: 0.95,
    value: {
      basis: 'filed',
      low: { amount: '105758329', currency: 'GBP' },
      high: { amount: '105758329', currency: 'GBP' },
      band: { label: '100000000-499999999' },
      inputs: [{ block: 'financials_filed', field: 'turnover', value: '105758329' }],
    },
  });
});

it('tells turnover of another length than a year as that of a year, and says so', () => {
  const of = (start: string) => {
    const [period, ...others] = MAZARS.periods;
    const periods = period === undefined ? [] : [{ ...period, start }, ...others];
    return answer({ ...MAZARS, periods });
  };
  // 105,758,329 in 550 days are 70,185,072.88 in 365.
  expect(of('2019-03-01')).toMatchObject({
    flagged_for_review: true,
    detail: { scaled: { from_days: 550, to_days: 365 } },
    value: {
      low: { amount: '70185073' },
      mid: { amount: '70185073' },
      inputs: [{ field: 'turnover', value: '105758329' }],
    },
  });
  // 52 weeks.
  expect(of('2019-09-03')).toMatchObject({
    flagged_for_review: false,
    value: { mid: { amount: '105758329' } },
  });
});

it('says until when there are figures where they are older than three years', () => {
  expect(answer(MAZARS, {}, PEERS, '2023-08-31')).toMatchObject({ status: 'available' });
  expect(answer(MAZARS, {}, PEERS, '2023-09-01')).toMatchObject({
    status: 'not_found',
    reason: 'no_modelled_revenue',
    detail: { figures_until: '2020-08-31' },
  });
});

it('makes no ratio of figures of a group and people of one company', () => {
  expect(answer(accountsWith({ net_assets: 5_000 }, { scope: 'group' }))).toMatchObject({
    status: 'not_found',
    reason: 'no_modelled_revenue',
  });
});

it('carries the scope, period, currency and caveats of the accounts', () => {
  expect(answer({ ...MAZARS, scope: 'group' })).toMatchObject({
    flagged_for_review: true,
    detail: {
      input_terms: [
        {
          block: 'financials_filed',
          scope: 'group',
          period: { end: '2020-08-31', months: 12 },
          currency: 'GBP',
          flagged_for_review: true,
          advisories: [],
        },
      ],
    },
  });
});

it('carries the terms of the people that it models from', () => {
  expect(answer(accountsWith({ net_assets: 5_000 }))).toMatchObject({
    detail: { input_terms: [{ block: 'financials_filed' }, { block: 'employees_filed', scope: 'company' }] },
  });
});

it('models from the people of the newest accounts, to two figures, with no more confidence than was measured', () => {
  expect(answer(accountsWith({ net_assets: 5_000 }))).toMatchObject({
    status: 'available',
    source: 'service_model',
    confidence: 0.5,
    flagged_for_review: true,
    value: {
      basis: 'modelled',
      low: { amount: '360000' },
      mid: { amount: '400000' },
      high: { amount: '440000' },
      band: { label: '250000-499999' },
      capped_by: null,
      cohort: { sic: 'J', companies: 41 },
      inputs: [{ block: 'employees_filed', field: 'headcount', value: 4 }],
    },
  });
});

it('says where filed and modelled turnover are more than two bands apart', () => {
  const advisories = (turnover: number): unknown => answer(accountsWith({ turnover }));
  expect(advisories(300_000)).toMatchObject({ flagged_for_review: false });
  expect(advisories(40_000)).toMatchObject({
    flagged_for_review: true,
    detail: { advisories: ['sources_disagree'] },
    value: { basis: 'filed', mid: { amount: '40000' } },
  });
});

it('keeps to the limit of the regime that the accounts were filed under', () => {
  const micro = accountsWith({ net_assets: 5_000 }, { people: 9, standard: 'micro-entities' });
  expect(answer(micro)).toMatchObject({
    value: { low: { amount: '630000' }, high: { amount: '630000' }, capped_by: 'micro_entity_turnover' },
  });
});

it.each<[string, ReadAccounts | null, RowOverrides, string]>([
  ['no accounts are held', null, {}, 'no_modelled_revenue'],
  ['the accounts say it is dormant', { ...MICRO, dormant: true }, {}, 'dormant_company'],
  [
    'its code says it is dormant',
    MICRO,
    { 'SICCode.SicText_1': '99999 - Dormant Company' },
    'dormant_company',
  ],
  ['it is a bank', MICRO, { 'SICCode.SicText_1': '64191 - Banks' }, 'bank_no_modelled_turnover'],
  [
    'it holds others and nobody works there',
    accountsWith({ net_assets: 5 }, { people: 0 }),
    { 'SICCode.SicText_1': '70100 - Activities of head offices' },
    'holding_company_no_trading_revenue',
  ],
  [
    'nothing is stated that a model could use',
    accountsWith({ net_assets: 5 }, { people: null }),
    {},
    'no_modelled_revenue',
  ],
  [
    'an earlier year was filed and is over five times off',
    accountsWith({ net_assets: 5 }, { before: { turnover: 79_000 } }),
    {},
    'modelled_implausible_against_filed_turnover',
  ],
])('where %s: the reason, and no number', (_what, accounts, row, reason) => {
  const given = answer(accounts, row);
  expect(given).toMatchObject({ status: 'not_found', reason });
  expect(given).not.toHaveProperty('value');
});

it.each([
  [{ total_assets: 90_000 }, { field: 'net_assets', reason: 'equity_implausible_against_balance_sheet' }],
  [{ net_assets: 5_000 }, { field: 'current_assets', reason: 'filed_value_implausible' }],
] as const)('rests on no assets that do not balance, or a part of which is withheld: %j', (figures, why) => {
  const accounts = accountsWith(figures, { people: null });
  const [newest] = accounts.periods;
  if (newest === undefined) throw new Error('the accounts have no period');
  const withheld = [{ ...why, by: [] }];
  expect(answer({ ...accounts, periods: [{ ...newest, withheld }] })).toMatchObject({
    status: 'not_found',
    reason: 'estimate_input_failed_balance_sheet_check',
  });
});

it('models nothing of too few peers, and says where there are no cohorts at all', () => {
  const accounts = accountsWith({ net_assets: 5_000 });
  expect(answer(accounts, {}, null)).toMatchObject({ reason: 'no_modelled_revenue' });
  const given = { accounts: aFact(heldRecords(accounts), AS_OF) };
  expect(runBlock(revenueEstimate, record(), AS_OF, given)).toMatchObject({ reason: 'not_available_yet' });
  expect(runBlock(revenueEstimate, record(), AS_OF)).toMatchObject({ reason: 'not_available_yet' });
});
