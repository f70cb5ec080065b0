import { published } from '../../../../../test/support/published/published-records.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { filings } from './filings.source.js';

const world = forEachTest(() => new RecordsWorld());

const recordsOf = (number: string) =>
  world.inForce(filings, (edition) => ({
    part: edition.facts.part ?? false,
    ...edition.byNumbers([number]).get(number),
  }));
const answer = (company_number: string, resource: string, data: unknown, day = '2026-03-01') => ({
  company_number,
  resource,
  fetched_at: `${day}T09:00:00Z`,
  data,
});
const load = (lines: readonly unknown[], more: { update?: boolean } = {}) =>
  world.import(filings, [world.writeLines('register.jsonl', lines)], more);
const HISTORY = published('filing-history_07310390') as { items: { transaction_id: string }[] };

it('reads the 47 filings that the API answers of 07310390', async () => {
  expect(await load([answer('07310390', 'filing-history', HISTORY)])).toMatchObject({
    outcome: 'imported',
    rejected: 0,
  });
  const { part, whole, items = [] } = recordsOf('07310390');
  expect({ part, whole }).toEqual({ part: true, whole: { 'filing-history': '2026-03-01T09:00:00.000Z' } });
  expect(items).toHaveLength(47);
  const byKey = new Map(items.map(({ key, data }) => [key, data]));
  expect(byKey.get('MzIyMzYxMzcxN2FkaXF6a2N4')).toEqual({
    record: 'filing',
    date: '2019-01-03',
    action_date: null,
    form: 'GAZ2',
    category: 'gazette',
    description: 'gazette-dissolved-liquidation',
    values: {},
    capital: [],
  });
  expect(items.filter(({ data }) => data.record === 'filing' && data.form === 'SH01')).toMatchObject([
    { data: { action_date: '2014-07-31', capital: [{ figure: '99,999', currency: 'GBP' }] } },
  ]);
  // What was resolved, and not only that something was.
  expect(items.filter(({ data }) => data.record === 'filing' && data.form === 'RESOLUTIONS')).toMatchObject([
    {
      data: {
        description: 'liquidation-voluntary-extraordinary-resolution-to-wind-up-with-case-start-date',
        values: { case_start_date: '2016-05-26' },
      },
    },
  ]);
});

it('knows a history that comes in several answers as whole only when all are there', async () => {
  const page = (from: number, to: number) =>
    answer('07310390', 'filing-history', {
      ...HISTORY,
      start_index: from,
      items: HISTORY.items.slice(from, to),
    });
  await load([page(0, 25)]);
  expect(recordsOf('07310390').whole).toEqual({});
  await load([page(0, 25), page(25, 47)]);
  expect(recordsOf('07310390').whole).toHaveProperty('filing-history');
});

it('reads a filing from the stream, and takes it back where it is deleted', async () => {
  const event = published('stream_filings') as { event: { timepoint: number }; data: object };
  await load([event]);
  expect(recordsOf('10676322').items).toMatchObject([
    { key: 'MzI4OTQzODc5MGFkaXF6a2N4', data: { form: 'AA', values: { made_up_date: '2020-03-31' } } },
  ]);
  const deleted = { ...event, data: {}, event: { ...event.event, type: 'deleted', timepoint: 48990575 } };
  await load([deleted], { update: true });
  expect(recordsOf('10676322').items).toEqual([]);
});

it('reads insolvency cases by kind and dates, without the practitioners', async () => {
  await load([answer('03867954', 'insolvency', published('insolvency_london_airways'))]);
  const { whole, items } = recordsOf('03867954');
  expect(whole).toEqual({ insolvency: '2026-03-01T09:00:00.000Z' });
  expect(items?.map(({ data }) => data)).toEqual([
    {
      record: 'insolvency',
      cases: [
        {
          number: '1',
          type: 'compulsory-liquidation',
          dates: [
            { type: 'petitioned-on', date: '1994-12-12' },
            { type: 'wound-up-on', date: '1995-01-18' },
          ],
        },
      ],
    },
  ]);
});

it('takes newer cases from the insolvency stream, which sends them all', async () => {
  await load([answer('03867954', 'insolvency', published('insolvency_03867954'))]);
  const data = { cases: [{ number: '2', type: 'in-administration', dates: [] }] };
  const event = {
    resource_kind: 'company-insolvency',
    resource_uri: '/company/03867954/insolvency',
    resource_id: '',
    data,
    event: { type: 'changed', timepoint: 7, published_at: '2026-03-02T10:00:00' },
  };
  await load([event], { update: true });
  expect(recordsOf('03867954').items?.map((item) => item.data)).toMatchObject([{ cases: [{ number: '2' }] }]);
});

it('knows of a company without insolvency, because the register said so', async () => {
  const nothing = { errors: [{ error: 'company-insolvency-not-found', type: 'ch:service' }] };
  await load([answer('07310390', 'insolvency', nothing)]);
  expect(recordsOf('07310390')).toMatchObject({
    whole: { insolvency: expect.any(String) as string },
    items: [],
  });
});

it('keeps no address of a person', async () => {
  const filing = {
    date: '2026-01-05',
    type: 'OSCH02',
    category: 'officers',
    description: 'change-person-authorised-overseas-company-with-change-date',
    description_values: {
      officer_name: 'A Person',
      officer_address: '1 Home Street',
      representative_details: 'A Person, 1 Home Street',
    },
    transaction_id: 't1',
  };
  await load([answer('FC000001', 'filing-history', { items: [filing], total_count: 1 })]);
  expect(JSON.stringify(recordsOf('FC000001'))).not.toContain('Home Street');
});

it('rejects a filing without a day, and lists it with its line', async () => {
  const dateless = { type: 'CS01', description: 'confirmation-statement', transaction_id: 't2' };
  const lines = [
    ...HISTORY.items.map((item) => answer('07310390', 'filing-history', { items: [item], total_count: 1 })),
    answer('07310390', 'filing-history', { items: [dateless], total_count: 1 }),
  ];
  expect(
    await world.import(filings, [world.writeLines('register.jsonl', lines)], { maxRejectedPercent: 5 }),
  ).toMatchObject({ rejected: 1, rejects: [{ line: 48, reason: 'the filing has no date' }] });
});
