/** Real documents with one thing changed that sums of both columns, or of notes, or the page's own signs tell of. */
import type { FigureKey } from '../../../packages/enrichment/src/filed-accounts/accounts-record.js';
import { readWith, type Change } from './changed-accounts.js';
import { madePage, readMade, servedOf, type MadeRow } from './made-accounts.js';

const CLUB = 'Prod224_2601_00041997_20250131.html';
const MICRO = 'account_6.xhtml';
const HALL = 'Prod223_3951_00225951_20241031.html';
const PROPERTIES = 'Prod224_2601_08241895_20250630.html';
const ASSOCIATION = 'Prod224_2601_00039177_20251231.html';
const MAZARS = 'Prod223_2911_05380971_20200831.html';
const DORMANT = 'Prod224_2601_08241882_20251031.html';

/** Amounts by figure, of the document's own period and the one before. */
function servedIn(name: string, ...changes: readonly Change[]): Partial<Record<FigureKey, string>>[] {
  const { record } = readWith(name, changes);
  const periods = record.status === 'read' ? record.periods : [];
  return periods.map(({ figures }) =>
    Object.fromEntries(Object.entries(figures).map(([field, { amount }]) => [field, amount])),
  );
}

describe('an amount that stands in the other column', () => {
  it.each<[FigureKey, string, string, string]>([
    ['current_assets', CLUB, '12', '65'],
    ['creditors_within_one_year', CLUB, '20,500', '50,797'],
    ['current_assets', MICRO, '1,040', '810'],
    ['creditors_after_one_year', HALL, '21,000', '24,000'],
    ['creditors_after_one_year', PROPERTIES, '588,805', '618,805'],
    ['cash', ASSOCIATION, '53', '100'],
    ['turnover', MAZARS, '105,758,329', '94,346,342'],
  ])('is served in neither: %s of %s', (field, name, now, before) => {
    // Of turnover and gross profit, which are the same amounts there, the first alone.
    const inTag = (text: string): string =>
      field === 'turnover' ? `(TurnoverRevenue"[^>]*)>${text}<` : `()>${text}<`;
    const changes: Change[] = [
      [inTag(now), '$1>@<'],
      [inTag(before), `$1>${now}<`],
      ['>@<', `>${before}<`],
    ];
    const served = servedIn(name, ...changes);
    expect(served).toHaveLength(2);
    for (const figures of served) expect(figures).not.toHaveProperty(field);
  });
});

describe('creditors due after one year with a typing error', () => {
  it.each([
    ['where their total is stated', HALL, '21,000', '12,000'],
    ['where their total follows', PROPERTIES, '588,805', '858,805'],
  ])('are held against net assets %s', (_where, name, printed, typed) => {
    const [now = {}] = servedIn(name, [`>${printed}<`, `>${typed}<`]);
    expect(now).not.toHaveProperty('creditors_after_one_year');
    expect(now).toHaveProperty('net_assets');
  });
});

it('derives the total that net current assets make and net assets confirm, and total assets of it', () => {
  expect(servedIn(PROPERTIES, ['2 - 3', '2 to 3'])[0]).toMatchObject({
    total_assets_less_current_liabilities: '657194',
    total_assets: '661094',
  });
  const unconfirmed = servedIn(PROPERTIES, ['>68,389<', '>70,389<'])[0];
  expect(unconfirmed).not.toHaveProperty('total_assets_less_current_liabilities');
});

it.each<[FigureKey, string, string]>([
  ['cash', '53', '35'],
  ['creditors_within_one_year', '44', '4'],
])('holds %s against net current assets where no current assets are stated', (field, printed, typed) => {
  expect(servedIn(ASSOCIATION, [`>${printed}<`, `>${typed}<`])[0]).not.toHaveProperty(field);
});

it('holds turnover against gross profit where no cost of sales is stated', () => {
  const [now = {}] = servedIn(MAZARS, [/(TurnoverRevenue"[^>]*)>105,758,329</, '$1>150,758,329<']);
  expect(now).not.toHaveProperty('turnover');
  expect(now).toHaveProperty('operating_profit');
});

describe('the profit and loss account of a micro-entity, whose lines are all that it may have', () => {
  const identity = 'turnover + other income - costs - tax = profit_after_tax';
  const NOW: Change = [/(ProfitLoss"[^>]*)>456</, '$1 format="ixt:numcommadot">1,919<'];
  const BEFORE: Change = [/(ProfitLoss"[^>]*)>2,847</, '$1>3,799<'];

  it('is served where it adds up', () => {
    const served = [{ turnover: '3456', profit_after_tax: '1919' }, { profit_after_tax: '3799' }];
    expect(servedIn(MICRO, NOW, BEFORE)).toMatchObject(served);
  });

  it('is withheld where it does not, and the balance sheet is served', () => {
    const { record } = readWith(MICRO, [BEFORE]);
    const contradicted = (field: string) =>
      expect.objectContaining({ field, contradicted_by: { identity } }) as unknown;
    expect(record).toMatchObject({
      periods: [
        {
          figures: { net_assets: { amount: '254' }, total_assets: { amount: '1040' } },
          withheld: [contradicted('turnover'), contradicted('profit_after_tax')],
        },
        { withheld: [] },
      ],
    });
  });
});

describe('total assets, where they are stated by nothing but what they leave after creditors', () => {
  const PRIVATE = 'Prod223_2911_09847839_20201031.html';
  const parts: Change = [
    /name="[\w-]+:(?:FixedAssets|CurrentAssets|NetCurrentAssetsLiabilities)"/,
    'name="core:AssetsOfNoKind"',
  ];

  it('are derived, and told as derived', () => {
    const { record } = readWith(PRIVATE, [parts]);
    const from = ['total_assets_less_current_liabilities', 'creditors_within_one_year'];
    expect(record).toMatchObject({
      periods: [
        { figures: { total_assets: { amount: '68220', from } } },
        { figures: { total_assets: { amount: '36957', from } } },
      ],
    });
  });

  it('are not derived of what net assets do not confirm', () => {
    const typed: Change = [/(?<=TotalAssetsLessCurrentLiabilities"[^>]*)>67,027</, '>76,027<'];
    const [now, before] = servedIn(PRIVATE, parts, typed);
    expect(now).not.toHaveProperty('total_assets');
    expect(before).toHaveProperty('total_assets');
  });

  it('are not derived beside prepayments that stand apart', () => {
    const [now] = servedIn('Prod223_3384_14033910_20220831.html', parts);
    expect(now).toMatchObject({
      total_assets_less_current_liabilities: '1023',
      creditors_within_one_year: '7657',
    });
    expect(now).not.toHaveProperty('total_assets');
  });
});

it('derives no creditors where prepayments that stand apart may be a part of the sum', () => {
  const untagged: Change = [/name="[\w-]+:Creditors"(?=[^>]*>7,657<)/, 'name="core:CreditorsOfNoKind"'];
  const [now = {}] = servedIn('Prod223_3384_14033910_20220831.html', untagged);
  expect(now).toHaveProperty('current_assets');
  expect(now).not.toHaveProperty('creditors_within_one_year');
});

it('derives no total assets beside called up capital that is not paid', () => {
  const untagged: Change = [/name="[\w-]+:TotalAssetsLessCurrentLiabilities"/, 'name="core:TotalOfNoKind"'];
  for (const figures of servedIn('account_3.html', untagged))
    expect(figures).not.toHaveProperty('total_assets');
});

describe('an amount that its tag has as negative and the page does not', () => {
  it.each<[FigureKey, string, RegExp]>([
    ['net_assets', '00034118_aa.xhtml', /(?=>3,140,100<)(?<=CharityFunds"[^>]*)/],
    ['net_assets', DORMANT, /(?=>1.00<)(?<=NetAssetsLiabilities"[^>]*)/],
  ])('is withheld where no sum tells that it is: %s of %s', (field, name, tagged) => {
    const { record } = readWith(name, [[tagged, ' sign="-"']]);
    expect(record).not.toHaveProperty(['periods', 0, 'figures', field]);
    expect(record).toHaveProperty('periods.0.withheld', [expect.objectContaining({ field })]);
  });

  it('is served where a sum tells it', () => {
    const loss: readonly Change[] = [[/\(\s*(<ix:nonFraction[^>]*NetAssetsLiabilities"[^>]*>)577/, '$1577']];
    expect(servedIn('Prod223_3384_14033910_20220831.html', ...loss)[0]).toMatchObject({ net_assets: '-577' });
  });
});

it('withholds net assets that are none of the amounts which the other side states', () => {
  const { record } = readWith('account_1.xml', [['DEMO XML', 'SOME XML']]);
  expect(record).toMatchObject({
    periods: [
      {},
      {
        withheld: [
          { field: 'net_assets', contradicted_by: { identity: "net_assets = shareholders' funds" } },
        ],
      },
    ],
  });
});

describe('a document that states another start than its contexts', () => {
  const FIRST = 'Prod223_3384_14033910_20220831.html';
  const startingOn = (day: string) =>
    readWith(FIRST, [[/(<(?:\w+:)?startDate>\s*)2022-04-07/, `$1${day}`]]).record;

  it('is held', () => {
    expect(startingOn('2021-04-07')).toMatchObject({ status: 'unreadable', why: 'impossible_dates' });
  });

  it('is read where it is some days off', () => {
    expect(startingOn('2022-04-01')).toMatchObject({ status: 'read' });
  });
});

it('withholds amounts of both columns that would make their sums exact in each other’s place', () => {
  const rows = (now: string, before: string): MadeRow[] => [
    ['Current assets', 'CurrentAssets day 327,913', 'CurrentAssets day 328,557'],
    [
      'Creditors: amounts falling due within one year',
      `Creditors within ${now}`,
      `Creditors within ${before}`,
    ],
    [
      'Net current assets',
      'NetCurrentAssetsLiabilities day 327,698',
      'NetCurrentAssetsLiabilities day 328,343',
    ],
  ];
  const creditors = (now: string, before: string): unknown[] => {
    const page = readMade(madePage(rows(now, before)));
    return [servedOf(page, 0)['creditors_within_one_year'], servedOf(page, 1)['creditors_within_one_year']];
  };
  const held = { identity: 'current_assets - creditors_within_one_year = net_current_assets' };
  expect(creditors('215', '214')).toEqual(['215', '214']);
  expect(creditors('214', '215')).toEqual([held, held]);
  // One column is off by its rounding.
  expect(creditors('214', '214')).toEqual(['214', '214']);
});
