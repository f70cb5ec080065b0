/** What blocks compute of documents whose figures are withheld: nothing from these figures, and each says which they are. */
import businessIntelligence from '../../../packages/enrichment/src/blocks/computed/business-intelligence.block.js';
import companySummary from '../../../packages/enrichment/src/blocks/computed/company-summary.block.js';
import financialBenchmarks from '../../../packages/enrichment/src/blocks/computed/financial-benchmarks.block.js';
import firmographics from '../../../packages/enrichment/src/blocks/computed/firmographics.block.js';
import revenueEstimate from '../../../packages/enrichment/src/blocks/computed/revenue-estimate.block.js';
import scores from '../../../packages/enrichment/src/blocks/computed/scores/scores.block.js';
import type { BlockDefinition } from '../../../packages/enrichment/src/blocks/runner/define-block.js';
import { distributionOf } from '../../../packages/enrichment/src/sources/cohorts/distribution.js';
import { RATIO_KEYS } from '../../../packages/enrichment/src/sources/cohorts/ratios.js';
import type { CohortsOfCompany } from '../../../packages/enrichment/src/sources/facts/cohort.fact.js';
import { heldRecords } from '../../support/accounts-records.js';
import { record } from '../../support/basic-company-data.js';
import { aFact, runBlock } from '../../support/run-block.js';
import { readWith, type Change } from './changed-accounts.js';

const MAZARS = 'Prod223_2911_05380971_20200831.html';
const BOTH_COLUMNS = 'Prod223_2911_05078870_20200930.html';
const END = '2020-08-31';
const AS_OF = '2021-06-01';

const peersWith = (least: number, step: number) =>
  distributionOf(Array.from({ length: 41 }, (_, at) => least + at * step));
const PEERS: CohortsOfCompany = {
  band: 'any',
  own: null,
  backtests: {},
  headcount: null,
  cohorts: [
    {
      ...{ code: '62', band: 'any', companies: 41, from: '2020-01-31', to: '2021-03-31' },
      distributions: {
        ...Object.fromEntries(RATIO_KEYS.map((key) => [key, peersWith(0, 0.1)])),
        turnover_per_head: peersWith(40_000, 1_000),
      },
    },
  ],
};

const BLOCKS = {
  firmographics,
  financial_benchmarks: financialBenchmarks,
  scores,
  revenue_estimate: revenueEstimate,
  company_summary: companySummary,
  business_intelligence: businessIntelligence,
} as const;
const COMPUTED = Object.keys(BLOCKS);
const blockOf = (key: string): BlockDefinition => {
  const found = Object.values<BlockDefinition>(BLOCKS).find((block) => block.key === key);
  if (found === undefined) throw new Error(key);
  return found;
};

/** With identity and accounts a third thing to draw from. */
const TITLE = {
  ...{ list: 'titles', key: '1', version: AS_OF },
  data: { proprietor: 'MAZARS', tenure: 'Freehold', postcode: null, address: 'A', joint: false },
};

function computed(key: string, name: string, changes: readonly Change[]) {
  const row = { 'SICCode.SicText_1': '62020 - Information technology', CompanyStatus: 'Active' };
  return runBlock(blockOf(key), record(row), AS_OF, {
    accounts: aFact(heldRecords(readWith(name, changes).record), '2021-03-31'),
    cohort: aFact(PEERS, AS_OF),
    titles: aFact({ items: [TITLE], whole: {} }, AS_OF),
  });
}

/** As each input is told, of the accounts. */
const filedTerms = (more: object) =>
  expect.arrayContaining([expect.objectContaining({ block: 'financials_filed', ...more })]) as unknown;

const OF_MAZARS = {
  scope: 'company',
  currency: 'GBP',
  period: { start: '2019-09-01', end: END, months: 12 },
};
/** By what in the document contradicts it: the change, and the figure that is not believed then. */
const CONTRADICTED: readonly (readonly [how: string, field: string, change: Change])[] = [
  ['a digit too many, out of proportion', 'turnover', [/105,758,329/, '105,758,329,000,000']],
  ['a sum of the balance sheet', 'current_assets', [/12,199,295/, '21,199,295']],
  [
    'the sign that the page prints',
    'net_assets',
    [/(<ix:nonFraction[^>]*>)5,141,227(<\/ix:nonFraction>)/, '($15,141,227$2)'],
  ],
];

describe.each(CONTRADICTED)('with %s: %s is withheld, and', (_how, field, change) => {
  it.each(COMPUTED)('%s computes nothing from it and names it', (key) => {
    const answer = computed(key, MAZARS, [change]);
    if (answer.status !== 'available') throw new Error(JSON.stringify(answer));
    const inputs = JSON.stringify(answer.value);
    expect(inputs).not.toContain(`"field":"${field}"`);
    expect(answer).toMatchObject({
      detail: {
        input_terms: filedTerms({
          ...OF_MAZARS,
          withheld: expect.arrayContaining([
            { period_end: END, field, reason: 'filed_value_implausible' },
          ]) as unknown,
        }),
      },
    });
  });
});

const withNone = (key: string, change: Change) => {
  const answer = computed(key, MAZARS, [change]);
  const value = answer.status === 'available' ? JSON.stringify(answer.value) : '';
  expect(value).not.toMatch(
    /"block":"financials_filed","field":"(?!dormant)\w+","source":"\w+","as_of":"[^"]*","value":[^n]/,
  );
  expect(value).not.toMatch(/105[.,]?7|105758329|5141227/);
  return answer;
};

describe('where no figure of a document is believed', () => {
  const IN_THOUSANDS: Change = [/>(\s*)(?:£|&#163;)(\s*)</, '>$1£000$2<'];

  it.each(COMPUTED)('since its page says thousands: %s computes nothing from any', (key) => {
    withNone(key, IN_THOUSANDS);
  });

  it.each([
    ['firmographics', { status: 'available', value: { size_class: null, turnover_band: null } }],
    ['financial_benchmarks', { reason: 'no_ratios_to_benchmark' }],
    ['scores', { reason: 'no_scores_on_file' }],
    ['revenue_estimate', { reason: 'no_modelled_revenue' }],
    ['company_summary', { status: 'available' }],
    ['business_intelligence', { reason: 'no_business_intelligence_on_file' }],
  ])("since its dates can't be: %s says so, or leaves it out", (key, expected) => {
    expect(withNone(key, [/(<(?:\w+:)?endDate>)2020-08-31/, '$12120-08-31'])).toMatchObject(expected);
  });
});

describe('over the figures of a group alone', () => {
  const asGroup: readonly Change[] = [
    [
      /name="core:(?!NetAssetsLiabilities|ProfitLoss")(\w+)"(?= contextRef="(?:Period(?:End)?_TMinusZero"|WithinOneYear_PeriodEnd_TMinusZero"))/,
      'name="core:Unknown$1"',
    ],
    [/1,262,403/, '2,288,664'],
  ];

  it.each(COMPUTED.filter((key) => key !== 'firmographics'))('%s says whose they are, flagged', (key) => {
    expect(computed(key, BOTH_COLUMNS, asGroup)).toMatchObject({
      status: 'available',
      flagged_for_review: true,
      detail: { input_terms: filedTerms({ scope: 'group', currency: 'GBP', flagged_for_review: true }) },
    });
  });

  it('firmographics takes no size and no turnover from them', () => {
    expect(computed('firmographics', BOTH_COLUMNS, asGroup)).toMatchObject({
      value: { size_class: null, turnover_band: null },
    });
  });
});
