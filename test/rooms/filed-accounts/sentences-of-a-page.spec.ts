/** What sentences of the page say of unit, currency, group, people and activity, and facts that contradict each other. */
import { readAccounts } from '../../../packages/enrichment/src/filed-accounts/read-accounts.js';
import { fact, madePage, readMade, servedOf, type MadeRow } from './made-accounts.js';

const ROWS: readonly MadeRow[] = [
  ['Turnover', 'TurnoverRevenue year 9,234', 'TurnoverRevenue year 8,100'],
  ['Current assets', 'CurrentAssets day 5,125', 'CurrentAssets day 4,500'],
  ['Net assets', 'NetAssetsLiabilities day 5,125', 'NetAssetsLiabilities day 4,500'],
];
const ALL = { turnover: '9234', current_assets: '5125', net_assets: '5125' };
const YEARS = '<tr><td></td><td>2025</td><td>2024</td></tr>';

describe('a sentence on the unit', () => {
  const UNITS = { by: 'units printed on the page' };
  it.each([
    'All amounts in these financial statements are stated in thousands of pounds sterling.',
    'The figures in the accounts are rounded to the nearest thousand.',
    "Monetary amounts in these financial statements are rounded to the nearest £'000.",
    'Amounts are presented in £000s unless otherwise stated.',
    'The financial statements are prepared in sterling and are expressed in £ thousands.',
    'Figures are shown in millions of pounds.',
    'Balances are rounded to the nearest £1,000.',
    "(All figures in £'000)",
    'Expressed in thousands of pounds',
    "All amounts in '000s",
    '(in thousands)',
    '(thousands of pounds)',
    'Sterling thousands',
    "Amounts are in 000's.",
    "Mae'r ffigurau mewn miloedd o bunnoedd.",
    "Talgrynnwyd y ffigurau i'r £1,000 agosaf.",
    'All figures of the group and parent company are stated in thousands.',
    "Currency: £'000",
    'All numbers in thousands of £',
    'Rounded to £000',
    'The level of rounding is £1,000.',
    'Level of rounding: thousands',
  ])('puts amounts in doubt whose tags have no scale: %s', (sentence) => {
    const held = { turnover: UNITS, current_assets: UNITS, net_assets: UNITS };
    expect(servedOf(readMade(madePage(ROWS, { headings: YEARS, after: `<p>${sentence}</p>` })))).toEqual(
      held,
    );
    expect(servedOf(readMade(madePage(ROWS, { before: `<p>${sentence}</p>` })))).toEqual(held);
  });

  it.each([
    'The financial statements are presented in sterling and rounded to the nearest £.',
    'Monetary amounts in these financial statements are rounded to the nearest pound.',
    'The charity helps thousands of people, and its figures are audited.',
    'The accounts are prepared for members. Thousands attended.',
    'The balance is £1,000 (2024: £1,000).',
    'Amounts are capitalised where the cost exceeds £1,000.',
    'The amount shown in creditors is a loan of £1,000,000.',
    'The figures are a tribute to the thousands of volunteers.',
    'Bank balances are covered by insurance to the value of millions.',
    'Consolidated accounts of the parent are stated in £m.',
    'The accounts are used in thousands of homes.',
    'Amounts are paid in £1,000 instalments.',
    'The ultimate owner prepares accounts in thousands of pounds.',
  ])('lets them stand where it says nothing else: %s', (sentence) => {
    expect(servedOf(readMade(madePage(ROWS, { after: `<p>${sentence}</p>` })))).toEqual(ALL);
  });

  it.each([
    "(£'000)",
    '£ (thousands)',
    '£000 (restated)',
    "Pounds'000",
    '000s',
    '£mn',
    '£’m',
    '£bn',
    '2025 (£k)',
  ])('may be the heading of a column: %s', (heading) => {
    const headings = `${YEARS}<tr><td></td><td>${heading}</td><td>${heading.replace('2025', '2024')}</td></tr>`;
    expect(servedOf(readMade(madePage(ROWS, { headings })))).toEqual({
      turnover: UNITS,
      current_assets: UNITS,
      net_assets: UNITS,
    });
  });

  it.each(['(£)', '£ (restated)', 'Note', 'Unaudited £'])('is none of a column of pounds: %s', (heading) => {
    const headings = `${YEARS}<tr><td></td><td>${heading}</td><td>${heading}</td></tr>`;
    expect(servedOf(readMade(madePage(ROWS, { headings })))).toEqual(ALL);
  });

  it('lets amounts stand that are tagged in thousands, or rounded to them in full', () => {
    const after = '<p>All amounts are stated to the nearest thousand pounds.</p>';
    const scaled = ROWS.map(
      ([label, now, before]) => [label, `${now} x3`, `${before ?? ''} x3`] satisfies MadeRow,
    );
    expect(servedOf(readMade(madePage(scaled, { headings: YEARS, after })))).toMatchObject({
      turnover: '9234000',
    });
    const full: MadeRow[] = [
      ['Turnover', 'TurnoverRevenue year 9,234,000', 'TurnoverRevenue year 8,100,000'],
    ];
    expect(servedOf(readMade(madePage(full, { after })))).toEqual({ turnover: '9234000' });
  });

  it('puts amounts in doubt that are tagged in thousands below no heading, where it says whole pounds', () => {
    const scaled = ROWS.map(([label, now]) => [label, `${now} x3`] satisfies MadeRow);
    const after = '<p>Monetary amounts are rounded to the nearest £1.</p>';
    expect(servedOf(readMade(madePage(scaled, { headings: YEARS, after })))).toMatchObject({
      turnover: UNITS,
    });
  });
});

describe('a sentence on the currency', () => {
  const CURRENCY = { by: 'currency printed on the page' };
  it.each([
    'The financial statements are presented in US dollars.',
    'The presentation currency of these accounts is the euro.',
    'These accounts are prepared in euros, which is the functional currency.',
    'Amounts are stated in USD unless otherwise said.',
    'The financial statements of the company and its subsidiaries are presented in US dollars.',
    'The accounts are presented in US dollars because of its overseas operations.',
  ])('withholds amounts in another: %s', (sentence) => {
    expect(servedOf(readMade(madePage(ROWS, { after: `<p>${sentence}</p>` })))).toMatchObject({
      turnover: CURRENCY,
    });
    // Another sentence, and signs above the amounts, don't take it back.
    const both = `<p>The financial statements are presented in sterling.</p><p>${sentence}</p>`;
    expect(servedOf(readMade(madePage(ROWS, { after: both })))).toMatchObject({ turnover: CURRENCY });
  });

  it('withholds amounts in a currency whose sign the page never prints, where it prints another', () => {
    const dollars = madePage(ROWS, { headings: YEARS, after: '<p>Shares of £1 each.</p>' });
    expect(servedOf(readMade(dollars))).toEqual(ALL);
    expect(servedOf(readMade(dollars.replace('iso4217:GBP', 'iso4217:USD')))).toMatchObject({
      turnover: CURRENCY,
    });
  });

  it.each([
    'The financial statements are presented in sterling.',
    'The functional currency is the US dollar. The presentation currency is pounds sterling.',
    'Loans in US dollars are translated into sterling.',
    'The consolidated accounts of the parent are presented in US dollars.',
    'The company is consolidated in those of BigCo plc, which are presented in millions of euros.',
    'Its results are included in the accounts of BigCo Inc, presented in US dollars.',
    'The loan is presented in US dollars.',
    'The financial statements of the overseas branch are prepared in euros.',
    'Amounts owed by the US subsidiary are stated in US dollars.',
    'Amounts due to the associate are stated in euros.',
    'The accounts of foreign operations are prepared in US dollars and translated.',
    'The presentation currency of its joint venture is the euro.',
    'Until 2020 the financial statements were presented in US dollars.',
  ])('lets them stand where it is theirs: %s', (sentence) => {
    expect(servedOf(readMade(madePage(ROWS, { after: `<p>${sentence}</p>` })))).toEqual(ALL);
  });
});

it('takes no currency of a page without any from a sentence on a loan', () => {
  const after = '<p>A loan in US dollars was repaid.</p>';
  expect(servedOf(readMade(madePage(ROWS, { headings: YEARS, after })))).toEqual(ALL);
});

describe('words on a group', () => {
  const scopeOf = (around: Parameters<typeof madePage>[1]) => readMade(madePage(ROWS, around)).scope;

  it.each([
    '<h2>Consolidated profit and loss account and consolidated balance sheet of the group</h2>',
    '<h1>CONSOLIDATED STATEMENT OF FINANCIAL POSITION</h1>',
    '<p>Group balance sheet as at the year end</p>',
    '<p>The consolidated financial statements incorporate the results of the company and all its subsidiaries.</p>',
    '<p>These are the consolidated accounts of the group.</p>',
    '<p>These financial statements are the consolidated results of Acme Ltd and its subsidiaries.</p>',
    "<p>The Group's financial statements comprise the company and its subsidiaries.</p>",
    '<p>These accounts consolidate the results of the Company and its subsidiary undertakings.</p>',
    '<p>Consolidated accounts for the group and company are prepared.</p>',
    '<p>Cyfrifon cyfunol y grwp</p>',
    '<p>The group financial statements consolidate those of the company and of its subsidiary undertakings.</p>',
  ])('leave unknown whose amounts without a mark are: %s', (before) => {
    expect(scopeOf({ before })).toBe('unknown');
  });

  it('stand above the columns, too', () => {
    const owners = (first: string, second: string) =>
      `<tr><td></td><td>${first}</td><td>${second}</td></tr>${YEARS}`;
    expect(scopeOf({ headings: owners('Group', 'Group') })).toBe('unknown');
    expect(scopeOf({ headings: owners('Company', 'Company') })).toBe('company');
  });

  it.each([
    '<p>The company is exempt from preparing consolidated financial statements under section 399.</p>',
    '<p>The company has not prepared group accounts, since the group is small.</p>',
    '<p>Its results are included in the consolidated financial statements of Parent plc.</p>',
    '<h2>Company balance sheet</h2>',
    '<p>Consolidated balance sheet of another</p><h2>Balance sheet</h2>',
    '<p>Amounts owed by group undertakings</p>',
    '<p>These accounts do not consolidate the results of its subsidiaries.</p>',
    '<p>The accounts of the company are consolidated in the accounts of the group headed by BigCo plc.</p>',
    '<p>Eithriwyd y cwmni rhag paratoi cyfrifon cyfunol.</p>',
    '<p>The accounts of BigCo plc consolidate the company and its subsidiaries.</p>',
    '<p>These accounts present the company as an individual undertaking, and no consolidated results.</p>',
  ])('say nothing of a group: %s', (before) => {
    expect(scopeOf({ before })).toBe('company');
  });
});

describe('people', () => {
  const peopleOf = (around: Parameters<typeof madePage>[1], ...all: MadeRow[]) => {
    const { now, before } = readMade(madePage([...ROWS, ...all], around)).employees;
    return [now?.employees, before?.employees];
  };
  const TAG = (count: string): string => `AverageNumberEmployeesDuringPeriod year ${count}`;

  it.each([
    [
      'The average monthly number of persons employed by the company during the year was 49 (2024 - 32).',
      [49, 32],
    ],
    ['The average number of employees was 49 (2024: 32).', [49, 32]],
    [
      'The average number of employees during the year ended 31 December 2025 was 1,249 [2024 – 1,132]',
      [1249, 1132],
    ],
    ['The average number of people employed, including directors, was two (2024: nil).', [2, 0]],
    ['The average number of staff was 49 employees (32 in 2024).', [49, 32]],
    ['The average number of employees during the year was 49.', [49, undefined]],
    ['The company employed an average of 49 people during the year (2024: 32).', [49, 32]],
    ['The average number of employees was 49 during the year (2024: 32).', [49, 32]],
    ['Average number of employees during the year: 49 (2024: 32)', [49, 32]],
    ['The company had no employees during the year.', [0, undefined]],
    ['There were no employees during the year (2024: none).', [0, 0]],
    ['The average number of employees was 49 including two directors.', [49, undefined]],
    ['The company employed 49 staff on average.', [49, undefined]],
    ['On average 49 people were employed.', [49, undefined]],
    ['The company employed, on average, 49 people (2024: 32).', [49, 32]],
    ['The number of employees of the company averaged 49 (2024: 32).', [49, 32]],
    ['The average number of employees during 2025 was 49 (2024: 32).', [49, 32]],
    ['The average number of employees was 49 (year ended 31 December 2024: 32).', [49, 32]],
    ['The average number of employees was one hundred.', [100, undefined]],
    ['The average number of employees was two hundred and twelve (2024: a hundred and one).', [212, 101]],
    ['The company has no employees (2024: none).', [0, 0]],
    ['The average number of employees was twenty (2024: nineteen).', [20, 19]],
    ['The average number of employees was twenty-three (2024: forty two).', [23, 42]],
    ['Nifer cyfartalog y gweithwyr yn ystod y flwyddyn oedd 49 (2024: 32).', [49, 32]],
    [
      'The average number of persons (including directors) employed by the company was 4, of whom two are directors.',
      [4, undefined],
    ],
  ])('are read where only a sentence counts them: %s', (sentence, people) => {
    expect(peopleOf({ after: `<p>${sentence}</p>` })).toEqual(people);
  });

  it.each([
    'The average number of employees was 49 (2016: 32).',
    'The average number of employees was as follows:',
    'The average number of employees was 49. The average number of persons employed was 48.',
    'The average number of employees excluding directors was 49.',
    'The average salary of employees was 49.',
    'The average number of employees rose and was 49.5 a month.',
    'The average number of employees was 2025 in all.',
    'The average number of employees was 3 directors and 46 staff.',
    'The average number of employees was 12 full-time and 8 part-time.',
    "The average number of people employed by the company's subsidiary, Beech Ltd, was 300 (2024: 280).",
    'The average number of employees earning more than £60,000 was 3.',
    'The average number of employees who are members of the pension scheme was 12.',
    'The average number of employees of the parent undertaking was 900.',
    'The average number of employees was 5 per cent higher.',
    'The average number of employees was 20 fewer than last year.',
    'The average number of employees was 1 ,249.',
    'The average number of employees was 3 (excluding directors).',
    'The company had no employees during the year other than its directors.',
    'The average number of employees was hundreds.',
    'The average number of employees during 2024 was 32.',
    'The company has no employees other than the directors (2024: none).',
  ])('are not read out of another sentence: %s', (sentence) => {
    expect(peopleOf({ after: `<p>${sentence}</p>` })).toEqual([undefined, undefined]);
  });

  it('are flagged as read from the page, and counted for a group where the sentence says so', () => {
    const after = '<p>The average number of persons employed by the group was 49 (2024: 32).</p>';
    expect(readMade(madePage(ROWS, { after })).employees.now).toMatchObject({
      employees: 49,
      scope: 'group',
      by: { concept: 'average number of employees', context: 'page' },
    });
  });

  it('are withheld where the sentence counts others, or the row counts something else', () => {
    const after = '<p>The average number of employees was 49 (2024: 32).</p>';
    expect(peopleOf({ after }, ['Employees', TAG('2'), TAG('32')])).toEqual([null, 32]);
    expect(peopleOf({ after }, ['Employees', TAG('49'), TAG('32')])).toEqual([49, 32]);
    for (const label of [
      'Number of directors',
      'Directors',
      'Wages and salaries',
      'Turnover',
      'Number of shares',
      'Number of trustees',
      'Executive directors',
      'Number of properties',
      'Wages',
      'Number of employees whose emoluments exceeded 60,000',
      'Number of pensioners on the payroll',
    ])
      expect(peopleOf({}, [label, TAG('2'), TAG('2')])).toEqual([null, null]);
    for (const label of [
      'Average number of employees',
      'Directors and staff',
      'Average number of employees on the payroll',
      'Staff costs: headcount',
      'Average number (including directors)',
      'Average number including executive directors',
      'Number of people',
      'Production',
      '',
    ])
      expect(peopleOf({}, [label, TAG('2'), TAG('2')])).toEqual([2, 2]);
  });

  it.each([
    'The average number of employees was 3 directors and 46 staff.',
    'The average number of employees who are members of the pension scheme was 5.',
    "The average number of people employed by the company's subsidiary, Beech Ltd, was 300.",
  ])('stand beside a sentence on others: %s', (sentence) => {
    expect(peopleOf({ after: `<p>${sentence}</p>` }, ['Employees', TAG('49'), TAG('32')])).toEqual([49, 32]);
  });

  it('are withheld where the number is the year above it', () => {
    expect(peopleOf({}, ['Average number of employees', TAG('2025'), TAG('2024')])).toEqual([null, null]);
    expect(peopleOf({}, ['Average number of employees', TAG('2,025'), TAG('2,011')])).toEqual([2025, 2011]);
  });

  it('are withheld where there are none, beside wages', () => {
    const wages = (amount: string): MadeRow => ['Wages and salaries', `WagesSalaries year ${amount}`];
    expect(peopleOf({}, ['Employees', TAG('0'), TAG('0')], wages('40,000'))).toEqual([null, 0]);
    expect(peopleOf({}, ['Employees', TAG('0'), TAG('0')], wages('-'))).toEqual([0, 0]);
    const insurance: MadeRow = ['Social security costs', 'SocialSecurityCosts year 4,000'];
    expect(peopleOf({}, ['Employees', TAG('0'), TAG('0')], insurance)).toEqual([null, 0]);
    expect(peopleOf({}, ['Employees', TAG('3'), TAG('3')], wages('40,000'))).toEqual([3, 3]);
    const after = '<p>The average number of employees was nil (2024: nil).</p>';
    expect(peopleOf({ after }, wages('40,000'))).toEqual([null, 0]);
    expect(peopleOf({ after })).toEqual([0, 0]);
  });
});

describe('a company that says to be dormant', () => {
  const hidden = '<ix:nonNumeric name="c:EntityDormantTruefalse" contextRef="year0">true</ix:nonNumeric>';

  it('and has turnover contradicts itself: neither is believed', () => {
    const read = readMade(madePage(ROWS, { hidden }));
    expect(read).toMatchObject({ dormant: null, contradicts: ['dormant'] });
    expect(servedOf(read)).toEqual({ ...ALL, turnover: { by: 'statement that the company is dormant' } });
    expect(servedOf(read, 1)).toMatchObject({ turnover: '8100' });
  });

  it('and pays wages contradicts itself', () => {
    const read = readMade(
      madePage(ROWS.slice(1), { hidden, after: `<p>${fact('WagesSalaries year 500', 0)}</p>` }),
    );
    expect(read).toMatchObject({ dormant: null, contradicts: ['dormant'] });
  });

  const dormantBeside = (...rows: MadeRow[]) => readMade(madePage([...ROWS.slice(1), ...rows], { hidden }));

  it.each([
    ['Gross profit', 'GrossProfitLoss year 400,000', 'gross_profit'],
    ['Operating profit', 'OperatingProfitLoss year 120,000', 'operating_profit'],
    ['Profit before taxation', 'ProfitLossOnOrdinaryActivitiesBeforeTax year 120,000', 'profit_before_tax'],
    ['Profit for the year', 'ProfitLoss year 120,000', 'profit_after_tax'],
  ])('and has a profit contradicts itself: %s', (label, now, field) => {
    const read = dormantBeside([label, now]);
    expect(read).toMatchObject({ dormant: null, contradicts: ['dormant'] });
    expect(servedOf(read)).toMatchObject({ [field]: { by: 'statement that the company is dormant' } });
  });

  it('and employs more than its directors contradicts itself', () => {
    const employing = (count: string) =>
      dormantBeside(['Employees', `AverageNumberEmployeesDuringPeriod year ${count}`]);
    expect(employing('49')).toMatchObject({ dormant: null, contradicts: ['dormant'] });
    expect(employing('3').dormant).toBe(true);
  });

  it.each([
    ['nothing else', ROWS.slice(1)],
    ['fees', [['Operating loss', 'OperatingProfitLoss year (34) s']] as MadeRow[]],
    [
      'turnover of nought',
      [['Turnover', 'TurnoverRevenue year -', 'TurnoverRevenue year 8,100']] as MadeRow[],
    ],
    ['charges of the bank', [['Loss for the year', 'ProfitLoss year (20) s']] as MadeRow[]],
  ])('is dormant beside %s', (_what, rows) => {
    const read = readMade(madePage(rows, { hidden }));
    expect(read.dormant).toBe(true);
    expect(read).not.toHaveProperty('contradicts');
  });
});

describe('an activity', () => {
  const described = (text: string) =>
    readMade(
      madePage(ROWS, {
        hidden: `<ix:nonNumeric name="c:DescriptionPrincipalActivities" contextRef="year0">${text}</ix:nonNumeric>`,
      }),
    ).description;

  it.each([
    'The principal activity of the company during the year under review was .',
    'The principal activity of the company is that of',
    'The principal activity of the company is [insert activity here].',
    'The principal activity of the company continued to be ______.',
    'The principal activity of the company is XXXX.',
    'The principal activity of the company is TBC.',
    'Please insert details of the activity of the company',
    'Turnover is recognised at the fair value of the consideration received.',
    'The financial statements are prepared under the historical cost convention.',
    'The principal risks and uncertainties facing the company are credit risk and liquidity risk.',
    'The principal activity of the company remained unchanged during the year.',
    'The principal activities are set out in the strategic report on page 2.',
    'The principal activity is described in note 1.',
    'The principal activity of the company is as before.',
    'The principal activity of the company continued to be that of the previous year.',
    'There has been no change in the principal activity.',
    'The principal activity of the company was not applicable',
    'The principal activity of the company was none',
    'The principal activity of the company is 12345',
    'principal activity: tbd',
    'As per note 1',
    'The principal activity of the company was that of &lt;text&gt;',
    'Prif weithgaredd y cwmni yw .',
    'The directors present their report and the financial statements.',
    'The principal activities, which are described in the strategic report.',
    "The company's business, as set out in note 1.",
    'The company is exposed to credit risk and manages its currency risk.',
    'The directors consider the principal risks to be credit risk and liquidity risk.',
    'The company’s principal activity is not stated.',
    'The company is exempt from disclosing its principal activity.',
    'As in the previous year',
    'Information not available',
    'This is a placeholder',
    'Company activity',
  ])('that says nothing is none: %s', (text) => {
    expect(described(text)).toBeNull();
  });

  it.each([
    'The principal activity of the company was that of letting property.',
    'The principal activity remained unchanged and is the sale of garden tools.',
    'Retail of clothing, and the same by post.',
    'Advice on risks and uncertainties: the principal activity of the company is insurance broking.',
    'The principal activity of the company is that of a holding company. Turnover is recognised on delivery.',
    'Letting of property',
    'The company was dormant throughout the year.',
    'Market risk consultants',
    'Consultancy on credit risks and insurance',
    'Currency risk management services for importers',
    'The principal activity of the company is property development, as described in the strategic report.',
    'Retail of goods; the business is described below.',
    'Prif weithgaredd y cwmni yw amaethu.',
  ])('that says something is one: %s', (text) => {
    expect(described(text)).toBe(text);
  });
});

describe('the name of a company', () => {
  const tag = (name: string): string =>
    `<ix:nonNumeric name="c:EntityCurrentLegalOrRegisteredName" contextRef="year0">${name}</ix:nonNumeric>`;
  const isRead = (before: string, hidden = ''): string => {
    const page = Buffer.from(madePage(ROWS, { before, hidden }));
    const { record } = readAccounts(page, { id: 'made', number: null, made_up_to: '2025-12-31' });
    return record.status === 'read' ? 'read' : record.why;
  };
  const heads = (name: string): string => `<h1>${name}</h1><p>Balance sheet</p><h1>${name}</h1>`;

  it.each([
    ['in a tag, and another at the head of each sheet', heads('CEDAR TRADING LIMITED'), ''],
    ['in a second tag', `<p>${tag('Cedar Trading Limited')}</p>`, ''],
    ['in a tag, and another in the title', '', 'title'],
    ['in a tag that nobody sees, and another on the page', '<h1>Cedar Trading Ltd.</h1>', 'hidden'],
  ])('%s speaks against the document', (_what, before, hidden) => {
    const own = tag('Beech Holdings Limited');
    if (hidden === 'title')
      return void expect(isRead(`<title>Cedar Trading Ltd - Accounts</title><h1>${own}</h1>`)).toBe(
        'other_name',
      );
    expect(isRead(hidden === '' ? `<h1>${own}</h1>${before}` : before, hidden === '' ? '' : own)).toBe(
      'other_name',
    );
  });

  it.each([
    ['once, of a parent', '<p>Cedar Trading Limited</p>'],
    ['as its accountants', '<p>Cedar Accountants Limited</p><p>Cedar Accountants Limited</p>'],
    [
      'beside its own in text',
      `${heads('CEDAR TRADING LIMITED')}<p>BEECH HOLDINGS LTD</p><p>Beech Holdings Limited</p>`,
    ],
    ['that is its former one', heads('BEECH WIDGETS LIMITED')],
    ['among words', '<p>Amounts owed to Cedar Trading Limited</p><p>Cedar Trading Limited owes</p>'],
    ['spelled otherwise', heads('BEECH-HOLDINGS LTD')],
  ])('%s speaks against nothing', (_what, before) => {
    expect(isRead(`<h1>${tag('Beech Holdings Limited')}</h1>${before}`)).toBe('read');
  });
});
