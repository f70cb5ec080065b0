/** Real documents with one thing changed: what something else in them contradicts is not served. */
import firmographics from '../../../packages/enrichment/src/blocks/computed/firmographics.block.js';
import { heldRecords } from '../../support/accounts-records.js';
import { record } from '../../support/basic-company-data.js';
import { aFact, runBlock } from '../../support/run-block.js';
import { answered, readWith, servedOf, type Change } from './changed-accounts.js';

const MICRO = 'Prod224_2601_00043935_20250506.html';

it('withholds the figure that two sums of the balance sheet contradict, and names one of them', () => {
  expect(servedOf(MICRO, '62,347', '26,347')).toMatchObject({
    value: {
      periods: [
        {
          figures: { net_current_assets: null, current_assets: { amount: '65309' } },
          withheld: [{ field: 'net_current_assets', reason: 'filed_value_implausible' }],
        },
        { withheld: [] },
      ],
    },
    detail: {
      contradicted: [
        {
          period_end: '2025-05-06',
          field: 'net_current_assets',
          identity: 'current_assets - creditors_within_one_year = net_current_assets',
        },
      ],
    },
  });
});

it('derives creditors that are not stated, where two sums give the same amount', () => {
  const name = /name="[\w-]+:Creditors"(?=[^>]*>2,962<)/;
  expect(servedOf(MICRO, name, 'name="core:CreditorsOfNoKind"')).toMatchObject({
    value: {
      periods: [
        {
          figures: { creditors_within_one_year: { amount: '2962' } },
          derived_figures: expect.arrayContaining([
            { field: 'creditors_within_one_year', from: ['current_assets', 'net_current_assets'] },
          ]) as unknown,
        },
        {},
      ],
    },
  });
});

it('derives total assets from what is left after creditors, and the class of size from them', () => {
  const read = readWith('Prod224_2601_00039177_20251231.html', []);
  const from = ['creditors_within_one_year', 'total_assets_less_current_liabilities'];
  expect(answered(read)).toMatchObject({
    value: {
      periods: [
        {
          figures: { total_assets: { amount: '53' }, fixed_assets: null },
          derived_figures: expect.arrayContaining([{ field: 'total_assets', from }]) as unknown,
        },
        {},
      ],
    },
  });
  const accounts = aFact(heldRecords(read.record), '2026-01-31');
  expect(runBlock(firmographics, record(), '2026-03-01', { accounts })).toMatchObject({
    value: {
      size_class: 'micro',
      inputs: expect.arrayContaining([
        expect.objectContaining({ field: 'total_assets', value: '53' }),
      ]) as unknown,
    },
  });
});

it('derives no total out of a balance sheet a part of which is withheld', () => {
  const twice = /(<ix:nonFraction[^>]*>)7,558(<\/ix:nonFraction>)/;
  const { record: read } = readWith('Prod223_3384_14033910_20220831.html', [[twice, '$17,558$2 $18,558$2']]);
  expect(read).toMatchObject({
    periods: [
      { withheld: expect.arrayContaining([expect.objectContaining({ field: 'current_assets' })]) as unknown },
    ],
  });
  expect(read).not.toHaveProperty('periods.0.figures.total_assets');
});

it('takes no point before three digits of an amount for a decimal one', () => {
  expect(servedOf('Prod223_3951_00225951_20241031.html', '>21,000<', '>21.000<')).toMatchObject({
    value: {
      periods: [
        {
          figures: { creditors_after_one_year: null },
          withheld: expect.arrayContaining([
            { field: 'creditors_after_one_year', reason: 'filed_value_implausible' },
          ]) as unknown,
        },
        {},
      ],
    },
  });
});

it('believes no amount that a line between confirms by the sign that it never has', () => {
  const tagged = /(?=>1,000<)(?<=TotalAssetsLessCurrentLiabilities"[^>]*)/;
  const { record: read } = readWith('account_3.html', [[tagged, ' sign="-"']]);
  expect(read).not.toHaveProperty('periods.0.figures.total_assets_less_current_liabilities');
  expect(read).toHaveProperty('periods.0.figures.current_assets');
});

describe('a document whose dates can not be', () => {
  it.each([
    ['ends a hundred years on', /(<(?:\w+:)?(?:instant|endDate)>)2025-05-06/, '$12125-05-06'],
    ['starts after its end', /(<(?:\w+:)?startDate>)2024-05-07/, '$12027-05-07'],
    ['takes two years', /(<(?:\w+:)?startDate>)2024-05-07/, '$12023-05-07'],
  ])('gives no figure where it %s', (_what, from, to) => {
    expect(servedOf(MICRO, from, to)).toMatchObject({
      status: 'not_found',
      reason: 'accounts_unreadable',
      detail: { document: { id: 'Prod224_2601_00043935_20250506', why: 'impossible_dates' } },
    });
  });
});

describe('a document that names another company than its file', () => {
  const IDENTIFIER = /(<(?:\w+:)?identifier[^>]*>)00043935(?=<)/;
  const FACT = /(name="[\w-]+:UKCompaniesHouseRegisteredNumber"[^>]*>)00043935(?=<)/;

  it.each([
    ['in all its contexts', IDENTIFIER, '$109999999'],
    ['in the fact of its registered number', FACT, '$109999999'],
    ['in words', FACT, '$1Registered number: sc 123456 (Scotland)'],
  ])('gives no figure, and says which: %s', (_where, from, to) => {
    expect(servedOf(MICRO, from, to)).toMatchObject({
      status: 'not_found',
      reason: 'accounts_unreadable',
      detail: {
        document: { id: 'Prod224_2601_00043935_20250506', made_up_to: '2025-05-06' },
        other_company: to.includes('sc') ? 'SC123456' : '09999999',
      },
    });
  });

  it.each([
    ['without its zeros', IDENTIFIER, '$143935'],
    ['with blanks', FACT, '$1 0004 3935 '],
    ['among words', FACT, '$1Company No. 43935 (England and Wales)'],
    ['as a name', IDENTIFIER, '$1SOMEBODY LIMITED'],
    ['as nought', FACT, '$100000000'],
    ['not at all', FACT, '$1'],
  ])('is read where its own number stands there %s', (_how, from, to) => {
    expect(servedOf(MICRO, from, to)).toMatchObject({ status: 'available' });
  });

  it.each([
    ['in small letters', 'sc722766'],
    ['with a blank after the prefix', 'SC 722766'],
    ['without the prefix', '722766'],
  ])('is read where the number of a Scottish company stands there %s', (_how, number) => {
    const name = 'Prod223_3384_SC722766_20230228.html';
    expect(servedOf(name, />SC722766</, `>${number}<`)).toMatchObject({ status: 'available' });
  });

  it('is read where another register identifies it', () => {
    const charity = '<$1identifier scheme="http://www.charitycommission.gov.uk/">1234567';
    expect(servedOf(MICRO, /<(\w+:)?identifier scheme="[^"]*">00043935(?=<)/, charity)).toMatchObject({
      status: 'available',
    });
  });
});

it('withholds turnover a thousand times out of proportion with the balance sheet', () => {
  expect(servedOf('Prod224_2601_00039175_20250630.html', '7,530,515', '7,530,515,000,000')).toMatchObject({
    value: {
      periods: [
        {
          figures: { turnover: null },
          withheld: [{ field: 'turnover', reason: 'filed_value_implausible' }],
        },
        {},
      ],
    },
    detail: { contradicted: [{ field: 'turnover' }] },
  });
});

describe('amounts whose tags have no scale, on a page that says thousands', () => {
  const POUNDS = />(\s*)(?:£|&#163;)(\s*)</;
  const IN_THOUSANDS: Change = [/scale="0"/, 'scale="3"'];

  it.each([
    ['£000', MICRO],
    ["£'000", MICRO],
    ['Total £000s', MICRO],
    ['£k', 'Prod223_3384_SC722766_20230228.html'],
    ['£m', 'Prod223_2911_05380971_20200831.html'],
  ])('are withheld: %s', (heading, name) => {
    const { record: read } = readWith(name, [[POUNDS, `>$1${heading}$2<`]]);
    const periods = read.status === 'read' ? read.periods : [];
    expect(periods).not.toEqual([]);
    for (const { figures, withheld } of periods) {
      const served = Object.values(figures).map(({ amount }) => amount);
      expect(served.filter((amount) => amount !== '0')).toEqual([]);
      expect(withheld[0]?.contradicted_by).toEqual({ by: 'units printed on the page' });
    }
  });

  it('are served where their tags have that scale', () => {
    expect(servedOf(MICRO, POUNDS, '>£000<', IN_THOUSANDS)).toMatchObject({
      value: { periods: [{ figures: { current_assets: { amount: '65309000' } }, withheld: [] }, {}] },
    });
  });

  it('are served where a sum of the balance sheet settles their scale', () => {
    const inFull: Change = [/scale="3"( format="ixt:numcommadot">)65,309/, 'scale="0"$165,309,000'];
    expect(servedOf(MICRO, POUNDS, '>£000<', IN_THOUSANDS, inFull)).toMatchObject({
      value: { periods: [{ figures: { current_assets: { amount: '65309000' } }, withheld: [] }, {}] },
    });
  });

  it('are served where the accounts of the year after compare with them', () => {
    const before: readonly Change[] = [
      ['07/05/2024', '07/05/2023'],
      // The headings above the columns.
      [/>(\s*)2024(\s*)</, '>$12023$2<'],
      [/>(\s*)2025(\s*)</, '>$12024$2<'],
      ['2023-05-07', '2022-05-07'],
      ['2024-05-06', '2023-05-06'],
      ['2024-05-07', '2023-05-07'],
      ['2025-05-06', '2024-05-06'],
    ];
    const sameYear: readonly Change[] = [
      ['425,630', '425,579'],
      ['67,231', '65,309'],
      ['6,647', '2,962'],
      ['60,584', '62,347'],
      ['486,214', '487,926'],
      ['483,414', '400,000'],
    ];
    const served = answered(
      readWith(MICRO, [[POUNDS, '>£000<'], ...before]),
      readWith(MICRO, [[POUNDS, '>£000<'], IN_THOUSANDS, ...sameYear]),
    );
    expect(served).toMatchObject({
      value: {
        periods: [
          { period: { end: '2025-05-06' }, withheld: [] },
          {
            period: { end: '2024-05-06' },
            figures: { current_assets: { amount: '65309000' }, net_assets: null },
            withheld: [{ field: 'net_assets' }],
          },
          { period: { end: '2023-05-06' }, figures: { current_assets: null } },
        ],
      },
    });
  });

  it('are withheld one by one where one alone has another scale than the page', () => {
    const tagged = /scale="0"( format="ixt:numcommadot">)425,579/;
    expect(servedOf(MICRO, tagged, 'scale="6"$1425,579')).toMatchObject({
      value: {
        periods: [{ figures: { fixed_assets: null, current_assets: { amount: '65309' } } }, { withheld: [] }],
      },
      detail: { contradicted: [{ field: 'fixed_assets', by: 'units printed on the page' }] },
    });
  });
});

describe('an amount that the page shows as negative and its tag as positive', () => {
  const TAG = /(<ix:nonFraction[^>]*>)62,347(<\/ix:nonFraction>)/;
  it.each([
    ['in brackets after the currency', '(£$162,347$2)'],
    ['with a minus sign outside of the tag', '- $162,347$2'],
    ['with a typographic minus and the currency', '\u2212 £$162,347$2'],
  ])('is withheld: %s', (_what, to) => {
    expect(servedOf(MICRO, TAG, to)).toMatchObject({
      value: {
        periods: [
          { withheld: [{ field: 'net_current_assets', reason: 'filed_value_implausible' }] },
          { withheld: [] },
        ],
      },
    });
  });
});

describe('a hidden amount beside a printed one, under a concept that comes before its own', () => {
  const CASH =
    /(<ix:nonFraction contextRef="cfwd_30_06_2025" name="ns5:)CashBankOnHand("[^>]*>)81,970(<\/ix:nonFraction>)/;
  const withHidden = (amount: string) =>
    servedOf(
      'Prod224_2601_00039175_20250630.html',
      CASH,
      `<ix:hidden>$1CashBankOnHand$2${amount}$3</ix:hidden>$1CashBankInHand$2` + '81,970$3',
    );

  it('is not served in the place of what is printed: both are withheld', () => {
    expect(withHidden('83,456')).toMatchObject({
      value: {
        periods: [
          {
            figures: { cash: null },
            withheld: [{ field: 'cash', reason: 'filed_value_implausible' }],
          },
          {},
        ],
      },
    });
  });

  it('is no obstacle where it is the same amount', () => {
    expect(withHidden('81,970')).toMatchObject({
      value: { periods: [{ figures: { cash: { amount: '81970' } }, withheld: [] }, {}] },
    });
  });
});
