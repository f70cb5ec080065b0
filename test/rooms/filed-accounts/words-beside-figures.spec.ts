/** What the page shows beside an amount speaks for its tag, or against it: its sign, its label, and what has no tag. */
import { fact, madePage, readMade, servedOf, type MadeRow } from './made-accounts.js';

const SIGN = { by: 'sign printed on the page' };
const LINE = { by: 'words before the amount' };
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
    const overdraft: MadeRow = ['Bank overdraft', 'CashBankOnHand day (1,982) s'];
    expect(read(...rows.map((row) => (row[0].startsWith('Cash') ? overdraft : row)))).toMatchObject({
      debtors: '14969',
      cash: '-1982',
    });
    expect(read(['Bank overdraft', 'CashBankOnHand day 1,982'])).toEqual({ cash: LINE });
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
