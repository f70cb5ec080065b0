import { readAccounts } from './read-accounts.js';
import type { ReadAccounts } from './accounts-record.js';

const CORE = 'http://xbrl.frc.org.uk/fr/2024-01-01/core';
const IFRS = 'https://xbrl.ifrs.org/taxonomy/2023-03-23/ifrs-full';
const FILED = { id: 'made', number: null, made_up_to: '2024-12-31' };

const contextOf = (id: string, period: string, segment = ''): string => {
  const [start = '', end = ''] = period.split('/');
  const days =
    start === ''
      ? `<xbrli:instant>${end}</xbrli:instant>`
      : `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`;
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="x">00000001</xbrli:identifier>
    ${segment && `<xbrli:segment>${segment}</xbrli:segment>`}</xbrli:entity><xbrli:period>${days}</xbrli:period></xbrli:context>`;
};
const member = (dimension: string, value: string): string =>
  `<xbrldi:explicitMember dimension="c:${dimension}">c:${value}</xbrldi:explicitMember>`;
const amount = (name: string, context: string, printed: string): string =>
  `<ix:nonFraction name="c:${name}" contextRef="${context}" unitRef="GBP" decimals="0">${printed}</ix:nonFraction>`;

const CONTEXTS = `${contextOf('day', '/2024-12-31')}${contextOf('year', '2024-01-01/2024-12-31')}
  ${contextOf('day before', '/2023-12-31')}`;

/** A page of facts, those of the first argument seen, in a taxonomy. */
const pageOf = (body: string, { hidden = '', contexts = '', taxonomy = CORE } = {}): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:c="${taxonomy}"
    xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
    xmlns:iso4217="http://www.xbrl.org/2003/iso4217"><body><ix:header><ix:hidden>${hidden}</ix:hidden></ix:header>
    ${CONTEXTS}${contexts}<xbrli:unit id="GBP"><xbrli:measure>iso4217:GBP</xbrli:measure></xbrli:unit>${body}</body></html>`;

function readOf(page: string | Uint8Array): ReadAccounts {
  const { record } = readAccounts(typeof page === 'string' ? Buffer.from(page) : page, FILED);
  if (record.status !== 'read') throw new Error(record.why);
  return record;
}

/** What is served of the first period: amounts, and reasons. */
function servedOf({ periods: [first] }: ReadAccounts): Record<string, string | undefined> {
  const amounts = Object.entries(first?.figures ?? {}).map(([field, figure]) => [field, figure.amount]);
  const reasons = (first?.withheld ?? []).map(({ field, reason }) => [field, reason]);
  return Object.fromEntries([...amounts, ...reasons]) as Record<string, string | undefined>;
}

describe('whose figures they are', () => {
  const separate = contextOf(
    'own',
    '/2024-12-31',
    member('ConsolidatedAndSeparateFinancialStatementsAxis', 'SeparateMember'),
  );

  it("are the own ones where only these are marked: what bears no mark is the group's", () => {
    const page = pageOf(
      ['Assets', 'Equity', 'CurrentAssets']
        .map((name) => `${amount(name, 'day', '900')}${amount(name, 'own', '50')}`)
        .join('') + amount('Revenue', 'year', '5000'),
      { contexts: separate, taxonomy: IFRS },
    );
    expect(readOf(page).scope).toBe('company');
    expect(servedOf(readOf(page))).toEqual({ current_assets: '50', total_assets: '50', net_assets: '50' });
  });

  it("can't be told in the taxonomy for accounts of groups, where nothing marks them", () => {
    const page = pageOf(amount('Equity', 'day', '900'), { taxonomy: IFRS });
    expect(readOf(page).scope).toBe('unknown');
  });
});

it('reads the lines that international standards call otherwise', () => {
  const page = pageOf(
    amount('ProfitLossFromOperatingActivities', 'year', '90') +
      amount('CurrentAssets', 'day', '500') +
      amount('CashAndCashEquivalents', 'day', '100') +
      amount('TradeAndOtherCurrentReceivables', 'day', '300'),
    { taxonomy: IFRS },
  );
  expect(servedOf(readOf(page))).toEqual({
    operating_profit: '90',
    current_assets: '500',
    cash: '100',
    debtors: '300',
  });
});

it('takes no fact for a total whose context has a segment of another kind than a dimension', () => {
  const contexts = contextOf('north', '2024-01-01/2024-12-31', '<c:Division>North</c:Division>');
  expect(readOf(pageOf(amount('TurnoverRevenue', 'north', '5'), { contexts })).periods).toEqual([]);
});

it('withholds what is printed in brackets and tagged as positive, a hidden copy of it notwithstanding', () => {
  const loss = amount('ProfitLoss', 'year', '5');
  expect(servedOf(readOf(pageOf(`<p>(${loss})</p>`, { hidden: loss })))).toEqual({
    profit_after_tax: 'filed_value_implausible',
  });
});

it('is made up to its own day where only figures of the year before stand in it', () => {
  const { document, periods, employees } = readOf(pageOf(amount('NetAssetsLiabilities', 'day before', '7')));
  expect(document.made_up_to).toBe('2024-12-31');
  expect(periods.map(({ end }) => end)).toEqual(['2023-12-31']);
  expect(employees.now).toBeNull();
});

it.each([
  [
    'with the moment of midnight in a zone',
    pageOf(amount('Debtors', 'day', '5')).replaceAll(
      '<xbrli:instant>2024-12-31',
      '<xbrli:instant>2025-01-01T00:00:00+00:00',
    ),
  ],
  ['of sixteen bits without a mark', Buffer.from(pageOf(amount('Debtors', 'day', '5')), 'utf16le')],
  [
    'of sixteen bits, the other way round',
    Buffer.from(pageOf(amount('Debtors', 'day', '5')), 'utf16le').swap16(),
  ],
  [
    'that says sixteen bits and has eight',
    `<?xml version="1.0" encoding="utf-16"?>${pageOf(amount('Debtors', 'day', '5'))}`,
  ],
  [
    'with blanks before its declaration',
    `\r\n <?xml version="1.0"?>${pageOf(amount('Debtors', 'day', '5'))}`,
  ],
])('reads a document %s', (_what, page) => {
  const read = readOf(page);
  expect(read.document.made_up_to).toBe('2024-12-31');
  expect(servedOf(read)).toEqual({ debtors: '5' });
});

describe('accounts that mark their amounts as original', () => {
  const marked = ['Original', 'Revised', 'Superseded']
    .map((edition) => contextOf(edition, '/2024-12-31', member('OriginalRevisedDataDimension', edition)))
    .join('');
  const debtors = (...stated: [string, string][]) =>
    servedOf(
      readOf(
        pageOf(stated.map(([context, printed]) => amount('Debtors', context, printed)).join(''), {
          contexts: marked,
        }),
      ),
    );

  it('state them as others do', () => {
    expect(debtors(['Original', '5'])).toEqual({ debtors: '5' });
  });

  it('state the revised ones where there are both', () => {
    expect(debtors(['Original', '5'], ['Revised', '6'])).toEqual({ debtors: '6' });
    expect(debtors(['Original', '5'], ['day', '7'])).toEqual({ debtors: '7' });
  });

  it('state nothing by what was superseded', () => {
    expect(debtors(['Superseded', '5'])).toEqual({});
  });
});

it('quotes a sentence on the activity from its beginning, whatever elements it stands in', () => {
  const page = pageOf(
    '<p>Heading</p><p><b>The</b> <i>company’s</i> principal activity is that of a garage.</p>',
  );
  expect(readOf(page).description).toBe('The company’s principal activity is that of a garage.');
});

describe('a period', () => {
  const madeUp = (start: string, end: string) => {
    const contexts = contextOf('long', `${start}/${end}`) + contextOf('at', `/${end}`);
    const body = amount('TurnoverRevenue', 'long', '5') + amount('Debtors', 'at', '7');
    const { record } = readAccounts(Buffer.from(pageOf(body, { contexts })), { ...FILED, made_up_to: end });
    return record.status === 'read' ? record.periods[0] : record.why;
  };

  it.each([
    ['2024-07-01', '2026-01-07'],
    ['2024-01-01', '2025-07-07'],
    ['2023-09-01', '2025-03-07'],
    ['2022-09-01', '2024-03-07'],
    // August has no 31st half a year and a year later: the last day of February stands for it.
    ['2024-08-31', '2026-03-07'],
    ['2024-03-15', '2025-09-21'],
  ])('from %s may end on %s, and no day later', (start, end) => {
    const later = new Date(Date.parse(end) + 86_400_000).toISOString().slice(0, 10);
    expect(madeUp(start, end)).toMatchObject({ start, end, figures: { turnover: { amount: '5' } } });
    expect(madeUp(start, later)).toBe('impossible_dates');
  });

  it('before one of eighteen months and seven days is told beside it', () => {
    const contexts =
      contextOf('long', '2023-06-25/2024-12-31') +
      contextOf('then', '/2023-06-24') +
      contextOf('old', '/2023-06-16');
    const read = (before: string) =>
      readOf(pageOf(amount('TurnoverRevenue', 'long', '5') + amount('Debtors', before, '7'), { contexts }))
        .periods;
    expect(read('then').map(({ end }) => end)).toEqual(['2024-12-31', '2023-06-24']);
    expect(read('old').map(({ end }) => end)).toEqual(['2024-12-31']);
  });
});

it('quotes no activity with a word in two by a soft hyphen', () => {
  const page = pageOf('<p>The company’s principal activity is scaf&shy;folding hi&#8203;re.</p>');
  expect(readOf(page).description).toBe('The company’s principal activity is scaffolding hire.');
});

it.each(['NetAssetsLiabilities', 'TurnoverRevenue', 'AverageNumberEmployeesDuringPeriod'])(
  'gives nothing where the prefix of %s is declared nowhere, and says why',
  (name) => {
    const page = pageOf(amount('Debtors', 'day', '5') + amount(name, 'day', '7').replace('c:', 'core:'));
    expect(readAccounts(Buffer.from(page), FILED).record).toMatchObject({
      status: 'unreadable',
      why: 'undeclared_prefix',
    });
  },
);

it('gives nothing where the prefix of the format of a figure is declared nowhere', () => {
  const format = '<ix:nonFraction format="ixt:numdotdecimal"';
  const page = pageOf(amount('Debtors', 'day', '5').replace('<ix:nonFraction', format));
  expect(readAccounts(Buffer.from(page), FILED).record).toMatchObject({ why: 'undeclared_prefix' });
});

it('reads a document where no figure has an undeclared prefix', () => {
  const page = pageOf(amount('Debtors', 'day', '5') + amount('Sundries', 'day', '7').replace('c:', 'own:'));
  expect(servedOf(readOf(page))).toEqual({ debtors: '5' });
});
