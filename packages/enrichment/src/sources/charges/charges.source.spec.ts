import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { charges } from './charges.source.js';

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(join(__dirname, '../../../../../test/fixtures/register/records', name), 'utf8'));

const world = forEachTest(() => new RecordsWorld());

const chargesOf = (number: string) =>
  world.inForce(charges, (edition) => edition.byNumbers([number]).get(number));
const answer = (data: unknown) => ({
  company_number: '07310390',
  resource: 'charges',
  fetched_at: '2016-02-01T09:00:00Z',
  data,
});

it('reads the nine charges that the API answers of 07310390, new and old', async () => {
  await world.import(charges, [
    world.writeLines('charges.jsonl', [answer(fixture('charges_07310390.json'))]),
  ]);
  const records = chargesOf('07310390');
  expect(records?.whole).toEqual({ charges: '2016-02-01T09:00:00.000Z' });
  const read = records?.items.map(({ data }) => data) ?? [];
  expect(read).toHaveLength(9);
  expect(read.find(({ charge_number }) => charge_number === 9)).toMatchObject({
    charge_code: '073103900009',
    status: 'outstanding',
    delivered_on: '2015-12-21',
    contains: ['fixed_charge', 'floating_charge', 'floating_charge_covers_all'],
    particulars: null,
  });
  const old = read.filter(({ charge_code }) => charge_code === null);
  expect(old.map(({ contains }) => contains)).toEqual([[], [], []]);
});

it('reads a charge from the stream, and takes it back where it is deleted', async () => {
  const event = fixture('stream_charges.json') as { event: { timepoint: number } };
  await world.import(charges, [world.writeLines('stream.jsonl', [event])]);
  expect(chargesOf('03743582')?.items.map(({ data }) => data)).toMatchObject([
    { status: 'fully-satisfied', satisfied_on: '2022-11-15', persons_entitled: ['Lloyds Bank PLC'] },
  ]);
  const deleted = {
    ...event,
    event: { ...event.event, type: 'deleted', timepoint: event.event.timepoint + 1 },
  };
  await world.import(charges, [world.writeLines('later.jsonl', [deleted])], { update: true });
  expect(chargesOf('03743582')?.items).toEqual([]);
});

it('knows of a company that has none, because the register said so', async () => {
  const nothing = { errors: [{ error: 'company-charges-not-found', type: 'ch:service' }] };
  await world.import(charges, [world.writeLines('charges.jsonl', [answer(nothing)])]);
  expect(chargesOf('07310390')).toEqual({ whole: { charges: '2016-02-01T09:00:00.000Z' }, items: [] });
});

it('takes no answer for "none" whose items are not a list', async () => {
  const files = [world.writeLines('charges.jsonl', [answer({ items: { 0: {} }, total_results: 'many' })])];
  const outcome = await world.import(charges, files);
  expect(outcome).toMatchObject({
    outcome: 'refused',
    rejects: [{ line: 1, reason: 'items is not a list' }],
  });
});
