/** The year and the currency that the page has above an amount speak for its tag, or against it. */
import { fact, madePage, readMade, servedOf, type MadeRow } from './made-accounts.js';

const YEAR = { by: 'year above the amount' };

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
