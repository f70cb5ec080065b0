/** Accounts of parents, with columns of the company and of its group: real documents, and these with one thing changed. */
import type { FigureKey } from '../../../packages/enrichment/src/filed-accounts/accounts-record.js';
import { answered, readWith, servedOf, type Change } from './changed-accounts.js';

/** It publishes no profit and loss account of its own; its balance sheet has both columns. */
const BOTH_COLUMNS = 'Prod223_2911_05078870_20200930.html';
/** Its notes state lines of the group's profit and loss account without a column. */
const UNMARKED = 'Prod223_2911_12040362_20201231.html';

const OWN_LOSS =
  /(<ix:nonFraction name="core:)ProfitLoss(" contextRef="Period_TMinusZero"[^>]*>)989,528(<\/ix:nonFraction>)/;
const figures = (of: Partial<Record<FigureKey, string | null>>) =>
  Object.fromEntries(
    Object.entries(of).map(([field, amount]) => [
      field,
      amount === null ? null : { amount, currency: 'GBP' },
    ]),
  );

it("serves the company's own column, and nothing of the group's", () => {
  expect(answered(readWith(BOTH_COLUMNS, []))).toMatchObject({
    flagged_for_review: false,
    value: {
      scope: 'company',
      periods: [
        {
          figures: figures({
            turnover: null,
            profit_before_tax: null,
            profit_after_tax: '989528',
            fixed_assets: '102766',
            creditors_within_one_year: '1832165',
            net_assets: '1262403',
          }),
          withheld: [],
        },
        { withheld: [] },
      ],
    },
  });
});

describe("lines of a parent's profit and loss account that bear no mark", () => {
  it("are not on file where it publishes none of its own: they are the group's", () => {
    expect(answered(readWith(UNMARKED, []))).toMatchObject({
      value: {
        scope: 'company',
        periods: [
          {
            figures: figures({ turnover: null, profit_before_tax: null, profit_after_tax: '-2227271' }),
            withheld: [],
          },
          { figures: figures({ turnover: null, profit_before_tax: null }), withheld: [] },
        ],
      },
    });
  });

  it("are its own where the group's column has other amounts of them, and not where it has the same", () => {
    const turnoverOf = (amount: string) =>
      servedOf(BOTH_COLUMNS, OWN_LOSS, `$1ProfitLoss$2989,528$3 $1TurnoverRevenue$2${amount}$3`);
    expect(turnoverOf('4,100,000')).toMatchObject({
      value: { periods: [{ figures: figures({ turnover: '4100000' }), withheld: [] }, {}] },
    });
    expect(turnoverOf('21,444,801')).toMatchObject({
      value: { periods: [{ figures: { turnover: null }, withheld: [] }, {}] },
    });
  });
});

describe('one or two figures without a column', () => {
  const others: Change = [
    /name="core:(?!NetAssetsLiabilities|ProfitLoss")(\w+)"(?= contextRef="(?:Period(?:End)?_TMinusZero"|WithinOneYear_PeriodEnd_TMinusZero"))/,
    'name="core:Unknown$1"',
  ];
  const withFew = (...more: readonly Change[]) => answered(readWith(BOTH_COLUMNS, [others, ...more]));

  it("are the company's own column where the group's has another amount of the line", () => {
    expect(withFew()).toMatchObject({
      value: {
        scope: 'company',
        periods: [{ figures: figures({ net_assets: '1262403', fixed_assets: null }) }, {}],
      },
    });
  });

  it("are none where they tell no balance apart from the group's: the group is served as the group, flagged", () => {
    const sameAsGroup: Change = [/1,262,403/, '2,288,664'];
    expect(withFew(sameAsGroup)).toMatchObject({
      flagged_for_review: true,
      value: {
        scope: 'group',
        periods: [{ figures: figures({ net_assets: '2288664', fixed_assets: '155952' }) }, {}],
      },
    });
  });
});
