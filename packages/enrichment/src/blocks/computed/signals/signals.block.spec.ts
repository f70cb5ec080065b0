import { join } from 'node:path';
import { record } from '../../../../../../test/support/basic-company-data.js';
import { fact, POWERLEAGUE, powerleague } from '../../../../../../test/support/published/golden-companies.js';
import { publishedItems } from '../../../../../../test/support/published/published-records.js';
import { aFact, runBlock } from '../../../../../../test/support/run-block.js';
import { EnrichmentWorld, served } from '../../../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';
import type { ChargeRecord } from '../../../sources/charges/charge-record.js';
import { contracts } from '../../../sources/contracts/contracts.source.js';
import { importRegister } from '../../../sources/kit/editions/import-register.js';
import { FILINGS, type FilingRecord } from '../../../sources/filings/filing-record.js';
import type { InsolvencyRecord } from '../../../sources/filings/insolvency-record.js';
import type { Records } from '../../../sources/kit/records/record.js';
import type { Facts } from '../../runner/facts.js';
import signals from './signals.block.js';

const answered = (company: ReturnType<typeof record>, facts: Partial<Facts>, as_of = '2026-02-01') =>
  runBlock(signals, company, as_of, facts) as {
    value: { signals: { items: { date: string; type: string }[] }; counts: Record<string, number> };
  };

/** An item of a source that names its records by itself. */
const item = <T>(list: string, key: string, data: T) => ({ list, key, version: '2026-01-31', data });
const aGrant = {
  awarded_on: '2025-11-03',
  amount: 41133.770000000004,
  currency: 'GBP',
  funder: 'A Foundation',
  website: null,
  title: 'Concert hall',
};
const grants = aFact({ whole: {}, items: [item('grants', 'g1', aGrant)] }, '2026-01-31');
const noFilings = fact<FilingRecord | InsolvencyRecord>([], ['filing-history', 'insolvency']);

it('says of 03867954 who joined, who ceased to control it, and which charges came and went in a year', () => {
  const envelope = answered(POWERLEAGUE, powerleague());
  expect(envelope).toMatchObject({
    status: 'available',
    source: 'service_model',
    derived: true,
    as_of: '2026-02-28',
    value: {
      window: { from: '2025-02-28', to: '2026-02-28' },
      counts: { new_charge: 1, charge_satisfied: 16, director_change: 3, control_change: 2 },
    },
  });
  expect(envelope.value.signals.items).toContainEqual({
    type: 'new_charge',
    date: '2026-02-04',
    title: 'Charge 038679540056 created, held by Barclays Bank PLC',
    direction: 'neutral',
    amount: null,
    counterparty: 'Barclays Bank PLC',
    url: null,
    source: 'company_register_charges',
    source_ref: '038679540056',
    confidence: 0.98,
    detail: { state: 'opened' },
  });
});

it('says who gave what, and names each source with its day', () => {
  expect(answered(record(), { grants, filings: noFilings }, '2026-01-15')).toMatchObject({
    as_of: '2026-01-31',
    value: {
      signals: {
        items: [
          {
            type: 'grant',
            direction: 'positive',
            amount: { amount: '41133.77', currency: 'GBP' },
            counterparty: 'A Foundation',
            source_ref: 'g1',
          },
        ],
      },
    },
    detail: { inputs: [{ source: 'grants_register', as_of: '2026-01-31', value: 1 }] },
  });
});

describe('contract awards', () => {
  const world = forEachTest(() => new EnrichmentWorld());
  beforeEach(async () => {
    await world.loadRows([
      { CompanyNumber: 'OC303525', CompanyName: 'PRICEWATERHOUSECOOPERS LLP' },
      { CompanyNumber: '04236992', CompanyName: 'SKYLINE TAXI AND PRIVATE HIRE LIMITED' },
      { CompanyNumber: '08209948', CompanyName: '! LTD' },
    ]);
    const file = '../../../../../../test/fixtures/register/records/contracts-finder-2025-03-11_sample.jsonl';
    const { dataDir } = world.register;
    await importRegister({ source: contracts, files: [join(__dirname, file)], dataDir });
  });
  const signalsOf = async (company_number: string): Promise<unknown> => {
    const [row] = await world.enrich([{ company_number }], { blocks: ['signals'] });
    expect(world.faults).toEqual([]);
    return (served(row) as { blocks: { signals: unknown } }).blocks.signals;
  };

  it('are told with amount and buyer, by the newest release of the notice', async () => {
    expect(await signalsOf('OC303525')).toMatchObject({
      status: 'available',
      as_of: '2025-03-11',
      value: {
        counts: { contract_award: 1 },
        signals: {
          items: [
            {
              type: 'contract_award',
              date: '2025-02-04',
              title: 'Business Case for LGR',
              amount: { amount: '109320', currency: 'GBP' },
              counterparty: 'Southampton City Council',
            },
          ],
        },
      },
    });
  });

  it('have no amount where 0 was published', async () => {
    expect(await signalsOf('04236992')).toMatchObject({
      value: { signals: { items: [{ type: 'contract_award', amount: null }] } },
    });
  });

  it('are none on record where nobody awarded any', async () => {
    expect(await signalsOf('08209948')).toMatchObject({
      status: 'not_found',
      reason: 'no_signals_on_record',
      source: 'service_model',
      as_of: '2025-03-11',
    });
  });
});

describe('the end of 07310390', () => {
  const history = publishedItems<FilingRecord | InsolvencyRecord>(
    FILINGS,
    'filing-history_07310390',
    '2019-01-04',
  );
  const typesAt = (day: string) => {
    const until = history.filter(({ data }) => data.record === 'filing' && data.date <= day);
    const filings = aFact(
      {
        whole: { 'filing-history': day, insolvency: day },
        items: until.map((one) => ({ ...one, version: day })),
      },
      day,
      true,
    );
    const envelope = answered(record({ IncorporationDate: '09/07/2010' }), { filings }, day);
    return envelope.value.signals.items.map(({ date, type }) => `${date} ${type}`);
  };

  it('shows as insolvency, and not as a strike-off', () => {
    expect(typesAt('2019-01-04')).toEqual(['2019-01-03 insolvency', '2018-10-03 insolvency']);
    expect(typesAt('2016-06-30')).toEqual([
      '2016-06-15 address_change',
      '2016-05-26 insolvency',
      '2015-12-18 new_charge',
    ]);
  });

  it('began with capital raised', () => {
    expect(typesAt('2014-09-30')).toContain('2014-07-31 capital_raised');
  });
});

describe('late accounts', () => {
  const late = record({ 'Accounts.NextDueDate': '30/09/2025', 'Accounts.LastMadeUpDate': '31/12/2023' });

  it('are told where they were due before the day of the file', () => {
    expect(answered(late, { filings: noFilings })).toMatchObject({
      value: {
        counts: { late_accounts: 1 },
        signals: { items: [{ date: '2025-09-30', direction: 'negative' }] },
      },
    });
  });

  it('are not told where later filings brought them', () => {
    const filing: FilingRecord = {
      record: 'filing',
      date: '2025-12-01',
      action_date: '2024-12-31',
      form: 'AA',
      category: 'accounts',
      description: 'accounts-with-accounts-type-full',
      values: { made_up_date: '2024-12-31' },
      capital: [],
    };
    const filings = fact<FilingRecord | InsolvencyRecord>(
      [item('filing-history', 't1', filing)],
      ['filing-history', 'insolvency'],
    );
    expect(answered(late, { filings })).toMatchObject({ reason: 'no_signals_on_record' });
  });
});

describe('without a signal', () => {
  it('tells what was read from what covers nobody of its kind', () => {
    expect(answered(record(), { filings: noFilings })).toMatchObject({ reason: 'no_signals_on_record' });
    const chartered = record({ CompanyNumber: 'RC000652' });
    expect(answered(chartered, { filings: noFilings })).toMatchObject({ reason: 'no_signals_on_file' });
    // A part that says nothing of the company is no feed of it.
    const elsewhere = aFact<Records<ChargeRecord>>(null, '2026-02-28', true);
    expect(answered(record(), { charges: elsewhere })).toMatchObject({ reason: 'not_looked_up' });
  });

  it('is not available where no feed was ever loaded', () => {
    expect(answered(record(), {})).toEqual({ status: 'not_found', reason: 'not_available_yet' });
  });

  it('asks to try again where a feed can not be read', () => {
    expect(answered(record(), { grants: 'source_unavailable' as never })).toMatchObject({
      reason: 'signals_unavailable',
      retry_suggested: true,
    });
  });
});
