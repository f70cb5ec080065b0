/** What the page shows beside an amount speaks for its tag, or against it: its sign, its label, and the year above it. */
import { fact, madePage, readMade, servedOf, type MadeRow } from './made-accounts.js';

const SIGN = { by: 'sign printed on the page' };
const LINE = { by: 'words before the amount' };
const YEAR = { by: 'year above the amount' };
const read = (...all: MadeRow[]) => servedOf(readMade(madePage(all)));

describe('a sign that is tagged and not shown', () => {
  it('is not believed of a whole column of totals, whose sums hold among themselves', () => {
    const served = read(
      ['Creditors: amounts falling due within one year', 'Creditors within (5,386)'],
      ['NET CURRENT ASSETS', 'NetCurrentAssetsLiabilities day 1,658 s'],
      ['TOTAL ASSETS LESS CURRENT LIABILITIES', 'TotalAssetsLessCurrentLiabilities day 1,658 s'],
      ['NET ASSETS', 'NetAssetsLiabilities day 1,658 s'],
      ['CAPITAL AND RESERVES', 'Equity day 1,658'],
    );
    expect(served).toEqual({
      creditors_within_one_year: '5386',
      net_current_assets: SIGN,
      total_assets_less_current_liabilities: SIGN,
      net_assets: SIGN,
    });
  });

  it('is not believed of net assets where what they are left over from is not shown so either', () => {
    const served = read(
      ['Fixed assets', 'FixedAssets day 33,192 s'],
      ['Net current assets (liabilities)', 'NetCurrentAssetsLiabilities day (20,488) s'],
      ['Total assets less current liabilities', 'TotalAssetsLessCurrentLiabilities day 12,704 s'],
      ['Net assets', 'NetAssetsLiabilities day 12,704 s'],
    );
    expect(served).toMatchObject({ net_current_assets: '-20488', net_assets: SIGN });
  });

  it('is believed where a sum with an amount that is shown as tagged confirms it', () => {
    const served = read(
      ['Current assets', 'CurrentAssets day 1,000'],
      ['Creditors: amounts falling due within one year', 'Creditors within (1,500)'],
      ['', 'NetCurrentAssetsLiabilities day 500 s'],
      ['', 'TotalAssetsLessCurrentLiabilities day 500 s'],
      ['', 'NetAssetsLiabilities day 500 s'],
    );
    expect(served).toMatchObject({
      net_current_assets: '-500',
      total_assets_less_current_liabilities: '-500',
      net_assets: '-500',
    });
  });

  it.each([
    ['Net current liabilities', 'NetCurrentAssetsLiabilities day', 'net_current_assets'],
    ['Net liabilities', 'NetAssetsLiabilities day', 'net_assets'],
    ['Shareholders’ deficit', 'Equity day', 'net_assets'],
    ["Shareholders' deficiency", 'Equity day', 'net_assets'],
    ['Deficiency of assets', 'NetAssetsLiabilities day', 'net_assets'],
    ['Excess of liabilities over assets', 'NetAssetsLiabilities day', 'net_assets'],
    ['Losses for the year', 'ProfitLoss year', 'profit_after_tax'],
    ["DEFICIT ON SHAREHOLDERS' FUNDS:", 'Equity day', 'net_assets'],
    ['Loss for the financial year', 'ProfitLoss year', 'profit_after_tax'],
    ['Loss before taxation 6', 'ProfitLossOnOrdinaryActivitiesBeforeTax year', 'profit_before_tax'],
    ['Gross loss', 'GrossProfitLoss year', 'gross_profit'],
  ])('is told by words alone where no amount of the row has a sign: %s', (label, name, field) => {
    expect(read([label, `${name} 58,221`, `${name} 56,000`])).toEqual({ [field]: SIGN });
    expect(read([label, `${name} 58,221 s`, `${name} 56,000 s`])).toEqual({ [field]: '-58221' });
  });

  it.each([
    ['Net current liabilities', 'NetCurrentAssetsLiabilities day', 'net_current_assets'],
    ['Net current assets (liabilities)', 'NetCurrentAssetsLiabilities day', 'net_current_assets'],
    ['Profit/(loss) for the year', 'ProfitLoss year', 'profit_after_tax'],
  ])('is told by brackets where the row has some: %s', (label, name, field) => {
    const page = readMade(madePage([[label, `${name} (5,523) s`, `${name} 500`]]));
    expect([servedOf(page, 0), servedOf(page, 1)]).toEqual([{ [field]: '-5523' }, { [field]: '500' }]);
  });
});

describe('the words before an amount', () => {
  it.each([
    ['Other debtors', 'CashBankOnHand day', 'cash'],
    ["Directors' loan account", 'CashBankOnHand day', 'cash'],
    ['Amounts owed by group undertakings', 'CashBankOnHand day', 'cash'],
    ['Stock and work in progress', 'CashBankOnHand day', 'cash'],
    ['Total creditors', 'CashBankOnHand day', 'cash'],
    ['Dyledwyr', 'CashBankOnHand day', 'cash'],
    ['Stocks', 'Debtors day', 'debtors'],
    ['Cost of sales', 'TurnoverRevenue year', 'turnover'],
    ['Profit before taxation', 'ProfitLoss year', 'profit_after_tax'],
    ['Total assets', 'CurrentAssets day', 'current_assets'],
    ['Profit and loss account', 'Equity day', 'net_assets'],
    [
      'Creditors: amounts falling due after more than one year 9',
      'Creditors within',
      'creditors_within_one_year',
    ],
    ['Wages and salaries', 'OperatingProfitLoss year', 'operating_profit'],
  ])('withhold an amount that they call otherwise: %s', (label, name, field) => {
    expect(read([label, `${name} 100,000`, `${name} 90,000`])).toEqual({ [field]: LINE });
  });

  it.each([
    ['Cash at bank and in hand 7', 'CashBankOnHand day', 'cash'],
    ['Balances with banks', 'CashBankOnHand day', 'cash'],
    ['Short-term deposits', 'CashBankOnHand day', 'cash'],
    ['', 'CashBankOnHand day', 'cash'],
    ['DEBTORS: Amounts falling due within one year', 'Debtors day', 'debtors'],
    ['Trade debtors', 'Debtors day', 'debtors'],
    ['', 'CurrentAssets day', 'current_assets'],
    ['Amounts owed to the owner', 'Creditors within', 'creditors_within_one_year'],
    ['Tangible assets', 'FixedAssets day', 'fixed_assets'],
    ["Total members' interests", 'Equity day', 'net_assets'],
    ['Revenue', 'TurnoverRevenue year', 'turnover'],
  ])(
    'let it stand where they name it, a part that may be all of it, or nothing known: %s',
    (label, name, field) => {
      expect(read([label, `${name} 100,000`, `${name} 90,000`])).toEqual({ [field]: '100000' });
    },
  );

  it('of one place are enough where the amount stands in several', () => {
    const name = 'CashBankOnHand day 100,000';
    expect(read(['Other debtors', name], ['Cash at bank', name])).toEqual({ cash: '100000' });
  });
});

describe('the year above an amount', () => {
  const ROWS: readonly MadeRow[] = [
    ['Current assets', 'CurrentAssets day 5,000', 'CurrentAssets day 4,500'],
    ['Debtors', 'Debtors day 4,000'],
    ['Turnover', 'TurnoverRevenue year 9,000', 'TurnoverRevenue year 8,000'],
  ];
  const under = (...cells: string[]) => {
    const page = readMade(
      madePage(ROWS, { headings: `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>` }),
    );
    return [servedOf(page, 0), servedOf(page, 1)];
  };
  const ALL = [
    { current_assets: '5000', debtors: '4000', turnover: '9000' },
    { current_assets: '4500', turnover: '8000' },
  ];

  it.each([
    [['', '2024', '2025']],
    [['', '2024', '2023']],
    [['Notes', '31 December 2024', '31 December 2025']],
    [['', 'Year ended 31.12.24 £', 'Year ended 31.12.25 £']],
    [['', '2023/24', '2024/25']],
    [['', 'FY24', 'FY25']],
    [['', 'FY 2024', 'FY 2025']],
    [['', 'Dec-24', 'Dec-25']],
    [['', 'Dec 24', 'Dec 25']],
    [['', '12 months to 31 Dec 2024', '12 months to 31 Dec 2025']],
    [['', 'Y/E 31.12.24', 'Y/E 31.12.25']],
    [['', 'Actual 2024', 'Actual 2025']],
    [['', '2024 Unrestricted', '2025 Unrestricted']],
    [['', 'Blwyddyn 2024', 'Blwyddyn 2025']],
    [['', 'Mawrth 2024', 'Mawrth 2025']],
    [['', 'Prior year', 'Current year']],
    [['', 'Previous period £', 'This period £']],
    [['31 December 2025', '2024', '2025']],
  ])('withholds amounts of other years: %j', (cells) => {
    expect(under(...cells)).toEqual([
      { current_assets: YEAR, debtors: YEAR, turnover: YEAR },
      { current_assets: YEAR, turnover: YEAR },
    ]);
  });

  it.each([
    [['', '2025', '2024']],
    [['', '31st December 2025', '31st December 2024']],
    [['', 'Period from 1.1.25 to 31.12.25', 'Period from 1.1.24 to 31.12.24']],
    [['As restated', '2024/25 £', '2023/24 £']],
    [['', 'FY24/25', 'FY23/24']],
    [['', 'Current year', 'Prior year']],
    [['', 'Prior year', 'Prior year']],
    [['Current year', '', '']],
    [['', '52 weeks ended 27 December 2025', '52 weeks ended 28 December 2024']],
    [['', 'December 30', 'December 31']],
    [['', 'Note 24', 'Note 25']],
    // No heading of the two columns.
    [['', 'Balance at 2024', 'Balance at 2025']],
    [['Accounts for 2024']],
    [['', '1,234', '2024']],
  ])('lets them stand where it is theirs, or is none: %j', (cells) => {
    expect(under(...cells)).toEqual(ALL);
  });

  it('of one row that has its columns exchanged withholds that row', () => {
    const turned = madePage(ROWS).replace(/(Turnover.*?)year0(.*?)year1/, '$1year1$2year0');
    expect(servedOf(readMade(turned))).toEqual({ current_assets: '5000', debtors: '4000', turnover: YEAR });
  });

  it('stands in blocks of its own where a page has no tables', () => {
    const blocks = (...years: string[]): string =>
      madePage([], {
        headings: '',
        before: [
          ...years,
          '£',
          '£',
          'Current assets',
          fact('CurrentAssets day 5,000', 0),
          fact('CurrentAssets day 4,500', 1),
        ]
          .map((text) => `<div>${text}</div>`)
          .join(''),
      });
    expect(servedOf(readMade(blocks('2025', '2024')))).toEqual({ current_assets: '5000' });
    expect(servedOf(readMade(blocks('2024', '2025')))).toEqual({ current_assets: YEAR });
    expect(servedOf(readMade(blocks('31 December 2024', '31 December 2023')))).toEqual({
      current_assets: YEAR,
    });
    expect(servedOf(readMade(blocks('2024')))).toEqual({ current_assets: '5000' });
  });

  it('may be the one before, of a year that ends by weeks', () => {
    const weeks = madePage(ROWS)
      .replaceAll('2025-12-31', '2026-01-03')
      .replaceAll('2024-12-31', '2024-12-28');
    expect(readMade(weeks).periods[0]?.figures).toMatchObject({ current_assets: { amount: '5000' } });
  });

  it.each([
    ['$', 'GBP'],
    ['€', 'GBP'],
    ['£', 'USD'],
    ['US$', 'EUR'],
  ])('has the currency below it: %s is none of %s', (sign, currency) => {
    const page = madePage(ROWS)
      .replaceAll('<td>£</td>', `<td>${sign}</td>`)
      .replace('iso4217:GBP', `iso4217:${currency}`);
    const held = { by: 'currency printed on the page' };
    expect(servedOf(readMade(page))).toEqual({ current_assets: held, debtors: held, turnover: held });
  });

  it('has the currency below it: any dollar is printed by the same sign', () => {
    const page = madePage(ROWS).replaceAll('<td>£</td>', '<td>$</td>').replace('iso4217:GBP', 'iso4217:AUD');
    expect(servedOf(readMade(page))).toEqual(ALL[0]);
  });
});

describe('what is printed and not tagged', () => {
  it('is not nought, and contradicts nothing', () => {
    const served = read(
      ['Fixed assets', '22,584'],
      ['Current assets', '8,053'],
      ['Creditors: amounts falling due within one year', '(5,549)'],
      ['Net current assets', 'NetCurrentAssetsLiabilities day 2,504'],
      ['Total assets less current liabilities', 'TotalAssetsLessCurrentLiabilities day 25,088'],
      ['Net assets', 'NetAssetsLiabilities day 25,088'],
    );
    expect(served).toEqual({
      net_current_assets: '2504',
      total_assets_less_current_liabilities: '25088',
      net_assets: '25088',
    });
  });

  it('is not nought where its parts are tagged, or creditors bear no day', () => {
    const served = read(
      ['Tangible assets', 'PropertyPlantEquipment day 540'],
      ['Investments', 'InvestmentsFixedAssets day 22,044'],
      ['Debtors', 'Debtors day 5,393'],
      ['Cash at bank', 'CashBankOnHand day 2,660'],
      ['Creditors', 'Creditors day (5,549)'],
      ['Net current assets', 'NetCurrentAssetsLiabilities day 2,504'],
      ['Total assets less current liabilities', 'TotalAssetsLessCurrentLiabilities day 25,088'],
      ['Net assets', 'NetAssetsLiabilities day 25,088'],
    );
    expect(served).toMatchObject({
      net_current_assets: '2504',
      total_assets_less_current_liabilities: '25088',
      net_assets: '25088',
    });
  });

  it('of what is deducted speaks against no net assets', () => {
    const all = (deducted: MadeRow): MadeRow[] => [
      ['Total assets less current liabilities', 'TotalAssetsLessCurrentLiabilities day 1,000'],
      deducted,
      ['Net assets', 'NetAssetsLiabilities day 900'],
      ['Capital and reserves', 'Equity day 900'],
    ];
    const served = { total_assets_less_current_liabilities: '1000', net_assets: '900' };
    expect(read(...all(['Creditors: amounts falling due after more than one year', '(100)']))).toEqual(
      served,
    );
    expect(read(...all(['Provisions for liabilities', '(100)']))).toEqual(served);
    // Nothing is printed between them.
    expect(read(...all(['Dividends', '(100)']))).not.toEqual(served);
  });

  it('is named in no contradiction', () => {
    const served = read(
      ['Net current assets', 'NetCurrentAssetsLiabilities day 2,504'],
      ['Total assets less current liabilities', 'TotalAssetsLessCurrentLiabilities day 25,088'],
    );
    const held = { identity: 'net_current_assets = total_assets_less_current_liabilities' };
    expect(served).toEqual({ net_current_assets: held, total_assets_less_current_liabilities: held });
  });

  it('lets debtors be more than current assets beside an overdrawn bank account', () => {
    const rows: MadeRow[] = [
      ['Debtors', 'Debtors day 14,969'],
      ['Cash at bank and in hand', 'CashBankOnHand day (1,982) s'],
      ['', 'CurrentAssets day 12,987'],
    ];
    expect(read(...rows)).toEqual({ debtors: '14969', cash: '-1982', current_assets: '12987' });
    // Without a bracket it is a slip.
    const [debtors, , total] = rows;
    if (debtors === undefined || total === undefined) throw new Error('no rows');
    expect(read(debtors, ['Cash at bank and in hand', 'CashBankOnHand day 1,982 s'], total)).toMatchObject({
      cash: 'filed_value_implausible',
    });
    expect(
      read(
        ['Debtors', 'Debtors day (300) s'],
        ['Cash', 'CashBankOnHand day 1,300'],
        ['', 'CurrentAssets day 1,000'],
      ),
    ).toEqual({ debtors: '-300', cash: '1300', current_assets: '1000' });
    expect(read(['Debtors', 'Debtors day 14,969'], ['Cash', 'CashBankOnHand day (5) s'])).toEqual({
      debtors: '14969',
      cash: 'filed_value_implausible',
    });
  });

  it('lets the interests of members be less than the net assets of a partnership', () => {
    const served = read(
      ['Net assets attributable to members', 'NetAssetsLiabilities day 500'],
      ['Loans and other debts due to members', 'LoansOtherDebtsDueToMembers day 400'],
      ["Members' other interests", 'Equity day 100'],
    );
    expect(served).toEqual({ net_assets: '500' });
  });
});
