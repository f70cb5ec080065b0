import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { record, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import businessIntelligence from './business-intelligence.block.js';
import { intelligenceOf, type StatementAnswers } from './sentences/intelligence-items.js';

const AS_OF = '2024-07-01';
const MAZARS = readSample('Prod223_2911_05380971_20200831.html');

const NONE = { status: 'not_found', reason: 'not_looked_up' } as const;
const NOTHING: StatementAnswers = {
  charges: NONE,
  property: NONE,
  financials_filed: NONE,
  ultimate_owner: NONE,
  employees_filed: NONE,
  signals: NONE,
  funding: NONE,
};
const available = <V>(value: V, source: string, as_of = AS_OF) =>
  ({ status: 'available', value, source, as_of }) as never;

const CHARGES = available(
  {
    outstanding_count: 2,
    satisfied_count: 1,
    total_count: 3,
    holders: [],
    charges: [],
    satisfied_charges: [],
    past_holders: [],
    latest_created_on: '2024-02-04',
    latest_satisfied_on: null,
  },
  'company_register_charges',
);
const TITLES = available(
  { title_count: 3, tenure: ['Freehold', 'Leasehold'], postcodes: [], addresses: [] },
  'land_registry',
  '2024-06-01',
);

const items = (told: Partial<StatementAnswers>) => intelligenceOf({ ...NOTHING, ...told });

it('says no more of titles than how many there are where no tenure is told', () => {
  const untold = available({ title_count: 1, tenure: [], postcodes: [], addresses: [] }, 'land_registry');
  expect(items({ property: untold })).toMatchObject([{ statement: 'It holds 1 registered title.' }]);
});

it('tells what is registered, with every number among its inputs', () => {
  expect(items({ charges: CHARGES, property: TITLES })).toEqual([
    {
      topic: 'risk',
      statement: '2 of 3 registered charges are outstanding, the latest created on 4 February 2024.',
      date: '2024-02-04',
      blocks: ['charges'],
      inputs: [
        {
          block: 'charges',
          field: 'outstanding_count',
          source: 'company_register_charges',
          as_of: AS_OF,
          value: 2,
        },
        {
          block: 'charges',
          field: 'total_count',
          source: 'company_register_charges',
          as_of: AS_OF,
          value: 3,
        },
        {
          block: 'charges',
          field: 'latest_created_on',
          source: 'company_register_charges',
          as_of: AS_OF,
          value: '2024-02-04',
        },
      ],
    },
    {
      topic: 'property',
      statement: 'It holds 3 registered titles, freehold and leasehold.',
      date: null,
      blocks: ['property'],
      inputs: [
        { block: 'property', field: 'title_count', source: 'land_registry', as_of: '2024-06-01', value: 3 },
        {
          block: 'property',
          field: 'tenure',
          source: 'land_registry',
          as_of: '2024-06-01',
          value: 'Freehold, Leasehold',
        },
      ],
    },
  ]);
});

const periods = (...amounts: readonly (string | null)[]) =>
  available(
    {
      scope: 'company',
      periods: amounts.map((amount, back) => ({
        period: { start: `${2023 - back}-01-01`, end: `${2023 - back}-12-31`, months: 12 },
        figures: { turnover: null, net_assets: amount === null ? null : { amount, currency: 'GBP' } },
      })),
    },
    'company_register_accounts',
    '2023-12-31',
  );

it.each([
  ['150', '100', 'Net assets rose by 50 %, from £100'],
  ['99', '100', 'Net assets fell by 1 %, from £100'],
  ['100', '100', 'Net assets did not change, from £100'],
])('tells how a figure changed: %s after %s', (now, then, words) =>
  expect(items({ financials_filed: periods(now, then) })).toMatchObject([
    { topic: 'growth', statement: expect.stringContaining(words) as string, date: '2023-12-31' },
  ]),
);

it('tells no percentage of a deficit or of nothing, and a deficit as a risk', () => {
  expect(items({ financials_filed: periods('100', '-50') })).toEqual([]);
  expect(items({ financials_filed: periods('100', '0') })).toEqual([]);
  expect(items({ financials_filed: periods('100', null) })).toEqual([]);
  expect(items({ financials_filed: periods('-577', null) })).toMatchObject([
    {
      topic: 'risk',
      statement: 'Liabilities were more than assets on 31 December 2023: net assets of minus £577.',
    },
  ]);
});

it('counts the signals of a kind in one statement', () => {
  const signal = (type: string, date: string) => ({ type, date });
  const told = available(
    {
      window: { from: '2023-07-01', to: '2024-07-01' },
      signals: {
        items: [signal('director_change', '2024-05-02'), signal('director_change', '2024-01-09')],
        total: 2,
        truncated: false,
      },
      counts: { director_change: 2 },
    },
    'service_model',
  );
  expect(items({ signals: told })).toMatchObject([
    {
      topic: 'people',
      statement: '2 changes among its directors in the 12 months to 1 July 2024, the latest on 2 May 2024.',
      date: '2024-05-02',
    },
  ]);
});

/** As the edition holds a title of this company. */
const TITLES_HELD = {
  items: [{ data: { proprietor: 'A', tenure: 'Freehold', postcode: null, address: 'A' } }],
} as never;

describe('as a block', () => {
  const answer = (
    accounts: readonly AccountsRecord[],
    row: RowOverrides = {},
    lacking: readonly BlockKey[] = [],
    day = AS_OF,
  ) =>
    runBlock(
      businessIntelligence,
      record({ CompanyNumber: '05380971', ...row }),
      day,
      {
        accounts: aFact(accounts.length === 0 ? null : heldRecords(...accounts), day),
        titles: aFact(TITLES_HELD, day),
      },
      0.5,
      {},
      { lacking },
    );

  it('needs three blocks to draw from', () => {
    expect(answer([])).toMatchObject({
      status: 'not_found',
      reason: 'no_business_intelligence_on_file',
      as_of: AS_OF,
    });
  });

  it('says nothing of growth by accounts that ended over 36 months before', () => {
    const topicsOn = (day: string) =>
      JSON.stringify(answer([MAZARS], {}, [], day)).match(/"topic":"(?:growth|people)"/g) ?? [];
    expect(topicsOn('2023-08-31').length).toBeGreaterThan(1);
    expect(topicsOn('2023-09-01')).toEqual([]);
  });

  it('names first what the register itself warns of, in its words', () => {
    const told = answer([MAZARS], { CompanyStatus: 'In Administration/Administrative Receiver' });
    const [first] = (told as unknown as { value: { items: { items: readonly object[] } } }).value.items.items;
    expect(first).toMatchObject({
      topic: 'risk',
      statement: 'The register gives its status as “In Administration/Administrative Receiver”.',
      blocks: ['company_identity'],
      inputs: [{ field: 'company_status', source: 'company_register', as_of: AS_OF }],
    });
  });

  it('tells nothing of a block that the account lacks', () => {
    const all = answer([MAZARS], {}, [], '2023-07-01');
    expect(all).toMatchObject({ status: 'available', derived: true, as_of: '2019-08-31' });
    expect(JSON.stringify(all)).toContain('The average number of employees rose by 14.4 %, from 1,678');
    expect(answer([MAZARS], {}, ['employees_filed'], '2023-07-01')).toMatchObject({
      reason: 'no_business_intelligence_on_file',
    });
  });
});
