/** From a published package to the served row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { record } from '../../../../../test/support/basic-company-data.js';
import { fact } from '../../../../../test/support/published/golden-companies.js';
import { publishedItems } from '../../../../../test/support/published/published-records.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { CHARGES, type ChargeRecord } from '../../sources/charges/charge-record.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { FILINGS, type FilingRecord } from '../../sources/filings/filing-record.js';
import type { InsolvencyRecord } from '../../sources/filings/insolvency-record.js';
import { grants } from '../../sources/grants/grants.source.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { Facts } from '../runner/facts.js';
import funding, { securedLoans } from './funding.block.js';

const FETCHED = '2026-02-28T09:00:00.000Z';
const PACKAGE = join(
  __dirname,
  '../../../../../samples/published/360giving_grants_with_company_numbers.json',
);

const world = forEachTest(() => new EnrichmentWorld());
beforeEach(async () => {
  await world.loadRows([
    { CompanyNumber: '00712444', CompanyName: 'ARTS EDUCATIONAL SCHOOLS(THE)' },
    { CompanyNumber: '08209948', CompanyName: '! LTD' },
  ]);
});

const load = (file: string, more: { readonly part?: true } = {}) =>
  importRegister({ source: grants, files: [file], dataDir: world.register.dataDir, ...more });
async function fundingOf(company_number: string): Promise<unknown> {
  const [row] = await world.enrich([{ company_number }], { blocks: ['funding'] });
  expect(world.faults).toEqual([]);
  return (served(row) as { blocks: { funding: unknown } }).blocks.funding;
}

it('says of 00712444 what eleven grants sum up to, to the penny', async () => {
  expect(await load(PACKAGE)).toMatchObject({ outcome: 'imported', rejected: 0 });
  expect(await fundingOf('00712444')).toMatchObject({
    status: 'available',
    source: 'grants_register',
    value: {
      totals: [{ kind: 'grant', amount: { amount: '387426.27', currency: 'GBP' }, count: 11 }],
      rounds: {
        total: 11,
        truncated: false,
        items: expect.arrayContaining([
          expect.objectContaining({ date: '2013-09-01', amount: { amount: '41133.77', currency: 'GBP' } }),
        ]) as unknown[],
      },
    },
  });
  expect(await fundingOf('08209948')).toMatchObject({ status: 'not_found', reason: 'no_funding_on_record' });
});

it('serves the grants of a part of the register, flagged', async () => {
  expect(await load(PACKAGE, { part: true })).toMatchObject({ outcome: 'imported' });
  expect(await fundingOf('00712444')).toMatchObject({
    value: { rounds: { total: 11 } },
    flagged_for_review: true,
    detail: { coverage: 'part' },
  });
});

const text = readFileSync(PACKAGE, 'utf8');

it.each([
  ['cut off', text.slice(0, 9_000)],
  ['broken', text.replace('"currency"', '"currency')],
  ['nested without end', `{"grants": [${'['.repeat(2_000_000)}`],
  ['of another form', '{"releases": []}'],
])('refuses a package that is %s', async (_how, content) => {
  const file = world.register.write('grants.json', content);
  expect(await load(file)).toMatchObject({ outcome: 'refused' });
});

it('rejects a grant without a date, and counts it', async () => {
  const bad = text.replace(/"awardDate": "[^"]*"/, '"awardDate": "some day"');
  const file = world.register.write('grants.json', bad);
  expect(
    await importRegister({
      source: grants,
      files: [file],
      dataDir: world.register.dataDir,
      maxRejectedPercent: 10,
    }),
  ).toMatchObject({ outcome: 'imported', rejected: 1, rejects: [{ line: 1 }] });
});

describe('share issues and secured loans', () => {
  const history = publishedItems<FilingRecord | InsolvencyRecord>(
    FILINGS,
    'filing-history_07310390',
    FETCHED,
  );
  const borrowed = publishedItems(CHARGES, 'charges_07310390', FETCHED);
  const fundedBy = (facts: Partial<Facts>, min_confidence?: number) =>
    runBlock(funding, record({ CompanyNumber: '07310390' }), '2026-02-01', facts, min_confidence);
  const filings = fact(history, ['filing-history', 'insolvency']);
  const charges = fact(borrowed, ['charges']);

  it('are dated facts of 07310390, newest first, without amounts that nobody publishes', () => {
    const envelope = fundedBy({ filings, charges }) as { value: { rounds: { items: object[] } } };
    expect(envelope).toMatchObject({
      status: 'available',
      source: 'company_register_charges',
      as_of: '2014-10-06',
      value: { totals: [], latest_on: '2014-10-06', rounds: { total: 3, truncated: false } },
      detail: { inputs: [{ source: 'company_register_filings', value: 1 }] },
    });
    expect(envelope.value.rounds.items[0]).toEqual({
      kind: 'secured_loan',
      date: '2014-10-06',
      amount: null,
      funder: 'Black Country Reinvestment Society LTD',
      title: 'A registered charge',
      source: 'company_register_charges',
      source_ref: '073103900007',
      confidence: 0.8,
    });
    // The figure is all of the capital after the allotment, and not what was paid for it.
    expect(envelope.value.rounds.items).toContainEqual({
      kind: 'share_issue',
      date: '2014-07-31',
      amount: null,
      funder: null,
      title: 'Statement of capital following an allotment of shares on 2014-07-31: GBP 99,999',
      source: 'company_register_filings',
      source_ref: expect.any(String) as string,
      confidence: 0.9,
    });
  });

  it.each([
    ['A registered charge', null, []],
    ['A registered charge', 'All sums due under the facility agreement', ['secured_loan']],
    ['Legal mortgage', null, ['secured_loan']],
    ['Rent deposit deed', 'A deposit as security for a loan', []],
  ])('call %s with the particulars %s: %j', (classification, particulars, kinds) => {
    const [charge] = borrowed;
    if (charge === undefined) throw new Error('no charge was read');
    const data = { ...charge.data, classification, particulars };
    expect(securedLoans([{ key: charge.key, data }]).map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([
    ['Barclays Bank PLC, 54 Lombard Street, London EC3P 3AH', 'Barclays Bank PLC'],
    ['Barclays Bank PLC, Churchill Place, London, E14 5HP', 'Barclays Bank PLC'],
    ['Smith, Jones and Partners Limited', 'Smith, Jones and Partners Limited'],
    ['3i PLC', '3i PLC'],
  ])('name %s by the name alone', (entitled, funder) => {
    const [charge] = borrowed;
    if (charge === undefined) throw new Error('no charge was read');
    const data = {
      ...charge.data,
      classification: 'Debenture',
      persons_entitled: [entitled],
    };
    expect(securedLoans([{ key: charge.key, data }])).toMatchObject([{ funder }]);
  });

  it('leave out what is less sure than the client asks for, and count it', () => {
    expect(fundedBy({ filings, charges }, 0.85)).toMatchObject({
      value: { latest_on: '2014-07-31', rounds: { items: [{ kind: 'share_issue' }], total: 3 } },
      detail: { lists: { rounds: { total: 3, returned: 1, truncated: false, below_confidence: 2 } } },
    });
    expect(fundedBy({ charges }, 0.85)).toMatchObject({ status: 'not_found', reason: 'not_confirmed' });
  });

  it('are no loan where a charge secures rent', () => {
    const rent = borrowed.map((item) => ({
      ...item,
      data: { ...item.data, classification: 'Rent deposit deed' },
    }));
    expect(fundedBy({ charges: fact(rent, ['charges']) })).toMatchObject({ reason: 'no_funding_on_record' });
  });

  it('are not looked up where only parts say nothing of the company', () => {
    const elsewhere = aFact<Records<ChargeRecord>>(null, '2026-02-28', true);
    expect(fundedBy({ charges: elsewhere })).toEqual({ status: 'not_found', reason: 'not_looked_up' });
    expect(fundedBy({})).toEqual({ status: 'not_found', reason: 'not_available_yet' });
  });
});
