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
    [['', 'December 31, 2024', 'December 31, 2025']],
    [['', 'Dec. 31st 2024', 'Dec. 31st 2025']],
    [['', '31-12-24', '31-12-25']],
    [['', '31 December ’24', '31 December ’25']],
    [['', '2024-12-31', '2025-12-31']],
    [['', '31st of December 2024', '31st of December 2025']],
    [['', "2024 £'000", "2025 £'000"]],
    [['', 'YE 2024', 'YE2025']],
    [['', 'Fifty-two weeks ended 28 December 2024', '52 weeks ended 27 December 2025']],
    [['', 'Eighteen months ended 31 March 2024', 'Year ended 31 March 2025']],
    [['2024', '', '2025', '']],
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
    [['', 'December 30, 2025', 'December 31, 2024']],
    [['', '31 Dec 25', '31 Dec 24']],
    [['', 'FY25', 'FY24']],
    [['', '31 March', '31 March']],
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

  const inBlocks = (...texts: string[]): string =>
    madePage([], { headings: '', before: texts.map((text) => `<div>${text}</div>`).join('') });
  const [ASSETS, ASSETS_BEFORE] = [fact('CurrentAssets day 5,000', 0), fact('CurrentAssets day 4,500', 1)];

  it('is none of the title of a page without tables, whose date stands before the years', () => {
    const titled = (...years: string[]): string =>
      inBlocks(
        'as at',
        '31 December 2025',
        '- 2 -',
        ...years,
        '£',
        '£',
        'Current assets',
        ASSETS,
        ASSETS_BEFORE,
      );
    expect(servedOf(readMade(titled('2025', '2024')))).toEqual({ current_assets: '5000' });
    expect(servedOf(readMade(titled('2024', '2023')))).toEqual({ current_assets: YEAR });
  });

  it('is found among amounts that nobody tagged', () => {
    const funds = (...years: string[]): string =>
      inBlocks(...years, 'Current assets', '3,000', '2,000', ASSETS, '4,000', '-', ASSETS_BEFORE);
    const [now, before] = [Array<string>(3).fill('2025'), Array<string>(3).fill('2024')];
    expect(servedOf(readMade(funds(...now, ...before)))).toEqual({ current_assets: '5000' });
    expect(servedOf(readMade(funds(...before, ...now)))).toEqual({ current_assets: YEAR });
    const cells = ['', ...before, ...now].map((cell) => `<td>${cell}</td>`).join('');
    const row = ['Current assets', '3,000', '2,000', ASSETS, '4,000', '-', ASSETS_BEFORE];
    const table = `<tr>${cells}</tr><tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    expect(servedOf(readMade(madePage([], { headings: table })))).toEqual({ current_assets: YEAR });
  });

  it('is that of a total behind the columns of a row, on a page without tables', () => {
    const total = (...years: string[]): string =>
      inBlocks(...years, 'Stocks', '900', '800', ASSETS, ASSETS_BEFORE, 'Creditors', '1', '2');
    expect(servedOf(readMade(total('2025', '2024')))).toEqual({ current_assets: '5000' });
    expect(servedOf(readMade(total('2024', '2025')))).toEqual({ current_assets: YEAR });
  });

  it('may stand in a table before', () => {
    const apart = (now: string, between: string): string =>
      madePage(ROWS, {
        headings: '',
        before: `<table><tr><td></td><td>${now}</td><td></td><td>2024</td></tr></table>${between}`,
      });
    expect(servedOf(readMade(apart('2025', '')))).toEqual(ALL[0]);
    expect(servedOf(readMade(apart('2023', '')))).toMatchObject({ turnover: YEAR });
    expect(servedOf(readMade(apart('2023', '<p>Fixed assets</p>')))).toMatchObject({ turnover: YEAR });
    // Another statement, or note, has columns of its own.
    expect(servedOf(readMade(apart('2023', '<p>4. Taxation</p>')))).toEqual(ALL[0]);
    expect(servedOf(readMade(apart('2023', '<table><tr><td>Balance sheet</td></tr></table>')))).toEqual(
      ALL[0],
    );
    const columns = '<table><tr><td></td><td>Plant</td><td>Vehicles</td></tr></table>';
    expect(servedOf(readMade(apart('2023', columns)))).toEqual(ALL[0]);
  });

  it('is none of what was brought forward', () => {
    const HEADS = '<tr><td></td><td>2025</td></tr>';
    const row = (label: string): string =>
      `${HEADS}<tr><td>${label}</td><td>${fact('CharityFunds day 4,500', 1)}</td></tr>`;
    const page = (label: string) =>
      readMade(madePage([['Turnover', 'TurnoverRevenue year 9,000']], { headings: row(label) }));
    for (const label of [
      'Total funds brought forward',
      'At 1 January',
      'Funds b/f',
      'At the beginning of the year',
    ])
      expect(servedOf(page(label), 1)).toEqual({ net_assets: '4500' });
    expect(servedOf(page('Total funds'), 1)).toEqual({ net_assets: YEAR });
  });

  it('puts amounts in doubt that have none above them, where it is another above all that have one', () => {
    const rest = `<p>Net assets were ${fact('NetAssetsLiabilities day 5,000', 0)}.</p>`;
    const page = (...years: string[]) =>
      readMade(
        madePage(ROWS, {
          headings: `<tr>${['', ...years].map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
          after: rest,
        }),
      );
    expect(servedOf(page('2025', '2024'))).toMatchObject({ net_assets: '5000' });
    expect(servedOf(page('2024', '2023'))).toMatchObject({ current_assets: YEAR, net_assets: YEAR });
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

describe('what nobody sees', () => {
  const ROW: readonly MadeRow[] = [['Current assets', 'CurrentAssets day 5,000', 'CurrentAssets day 4,500']];
  const YEARS = '<tr><td></td><td>2024</td><td>2023</td></tr>';

  it.each([
    `<tbody style="display: none">${YEARS}</tbody>`,
    `<tbody style="color:red;display:none;">${YEARS}</tbody>`,
    `<tbody style="visibility:hidden">${YEARS}</tbody>`,
  ])('tells no year: %s', (headings) => {
    const rows = headings.replace(/<tr>/, '<tr style="display:none">');
    expect(servedOf(readMade(madePage(ROW, { headings: rows })))).toEqual({ current_assets: '5000' });
  });

  it.each([
    '<style>p { content: "All amounts are stated in thousands of pounds." }</style>',
    '<script>All amounts are stated in thousands of pounds.</script>',
    '<p style="display:none">All amounts are stated in thousands of pounds.</p>',
  ])('is no sentence: %s', (before) => {
    expect(servedOf(readMade(madePage(ROW, { before })))).toEqual({ current_assets: '5000' });
    const seen = before.replace(/<\w+[^>]*>/, '<p>').replace(/<\/\w+>/, '</p>');
    expect(servedOf(readMade(madePage(ROW, { before: seen })))).toEqual({
      current_assets: { by: 'units printed on the page' },
    });
  });
});

describe('words before amounts outside of tables', () => {
  const inBlocks = (...texts: string[]) =>
    servedOf(
      readMade(madePage([], { headings: '', before: texts.map((text) => `<div>${text}</div>`).join('') })),
    );
  const CASH = [fact('CashBankOnHand day 100,000', 0), fact('CashBankOnHand day 90,000', 1)];
  const YEARS = ['2025', '2024', '£', '£'];

  it('withhold an amount that they call otherwise', () => {
    expect(inBlocks(...YEARS, 'Other debtors', ...CASH)).toEqual({ cash: LINE });
    expect(inBlocks(...YEARS, 'Current assets', 'Directors’ loans', '7', ...CASH)).toEqual({ cash: LINE });
    expect(inBlocks(...YEARS, 'Cash at bank and in hand', ...CASH)).toEqual({ cash: '100000' });
  });

  it('are none of a total without words, or of a list of words', () => {
    const stocks = ['Stocks', '500', '400'];
    expect(inBlocks(...YEARS, ...stocks, ...CASH)).toEqual({ cash: '100000' });
    expect(
      inBlocks(...YEARS, 'Stocks', 'Debtors', 'Cash at bank', 'Current assets', 'Creditors', ...CASH),
    ).toEqual({
      cash: '100000',
    });
  });
});

describe('what is printed and not tagged', () => {
  it('is nought where it is a dash in the row of the other column', () => {
    const rows = (cash: string): MadeRow[] => [
      ['Stocks', 'TotalInventories day 3,300', 'TotalInventories day 2,699'],
      ['Debtors', 'Debtors day 1,252', '-'],
      ['Cash at bank', 'CashBankOnHand day 53,901', `CashBankOnHand day ${cash}`],
      ['', 'CurrentAssets day 58,453', 'CurrentAssets day 77,563'],
    ];
    expect(servedOf(readMade(madePage(rows('74,864'))), 1)).toEqual({
      cash: '74864',
      current_assets: '77563',
    });
    for (const slip of ['47,864', '7,486'])
      expect(servedOf(readMade(madePage(rows(slip))), 1)['cash']).toEqual({
        identity: 'stocks + cash = current_assets',
      });
  });

  it('is what the last line of a balance sheet is left over from', () => {
    const rows = (...between: MadeRow[]): MadeRow[] => [
      ['Total assets less current liabilities', '3,140,100'],
      ...between,
      ['Total funds', 'CharityFunds day 3,140,100'],
    ];
    const turned = (...all: MadeRow[]) => readMade(madePage(all).replace('>3,140,100</ix', '>3,410,100</ix'));
    expect(read(...rows())).toEqual({ net_assets: '3140100' });
    expect(servedOf(turned(...rows()))).toEqual({ net_assets: { by: 'total printed on the page' } });
    // Something is deducted between them.
    expect(servedOf(turned(...rows(['Provisions for liabilities', '(270,000)'])))).toEqual({
      net_assets: '3410100',
    });
  });

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
    // Nothing is printed between them, or another amount.
    expect(read(...all(['Dividends', '(100)']))).not.toEqual(served);
    expect(read(...all(['Deferred tax', '(350)']))).not.toEqual(served);
    const both: MadeRow[] = [
      ['Total assets less current liabilities', 'TotalAssetsLessCurrentLiabilities day 9,000'],
      ['Creditors: amounts falling due after more than one year', '(700)'],
      ['Provisions', '(300)'],
      ['Net assets', 'NetAssetsLiabilities day 8,000'],
    ];
    expect(read(...both)).toEqual({ total_assets_less_current_liabilities: '9000', net_assets: '8000' });
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
