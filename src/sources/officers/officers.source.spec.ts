import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordsWorld } from '../../../test/support/worlds/records-world.js';
import { officers } from './officers.source.js';

const fixture = (name: string): string => join(__dirname, '../../../test/fixtures/register/records', name);
const SNAPSHOT = fixture('prod195_DDDDSNAP_sample.dat');

let world: RecordsWorld;
beforeEach(() => {
  world = new RecordsWorld();
});
afterEach(() => {
  world.remove();
});

const officersOf = (number: string) =>
  world.inForce(officers, (edition) =>
    edition
      .byNumbers([number])
      .get(number)
      ?.items.map(({ data }) => data),
  );

it('reads the published snapshot by its columns, birth months without a day', async () => {
  expect(await world.import(officers, [SNAPSHOT])).toMatchObject({
    outcome: 'imported',
    rejected: 0,
    as_of: '2021-04-21',
  });
  expect(officersOf('12601440')).toEqual([
    {
      name: 'KELLY, MARK THOMAS',
      role: 'director',
      appointed_on: '2020-05-14',
      appointed_before: null,
      resigned_on: null,
      nationality: 'NORTHERN IRISH',
      country_of_residence: 'NORTHERN IRELAND',
      occupation: 'MANAGER',
      date_of_birth: { month: 1, year: 1975 },
      is_corporate: false,
      person_number: '269666700001',
    },
  ]);
});

it('refuses a snapshot that was cut off', async () => {
  const lines = readFileSync(SNAPSHOT, 'utf8').split('\n');
  const cut = world.write('cut.dat', lines.slice(0, 20).join('\n'));
  expect(await world.import(officers, [cut])).toMatchObject({ outcome: 'refused', error: 'corrupt_archive' });
});

it('knows an officer of the snapshot again in an event, whichever way the name is written', async () => {
  await world.import(officers, [SNAPSHOT]);
  const event = {
    resource_kind: 'company-officers',
    resource_uri: '/company/12601440/appointments/x',
    resource_id: 'x',
    data: {
      name: 'Mark Thomas KELLY',
      officer_role: 'director',
      appointed_on: '2020-05-14',
      resigned_on: '2022-01-31',
    },
    event: { type: 'changed', timepoint: 5, published_at: '2022-02-01T00:00:00' },
  };
  await world.import(officers, [world.writeLines('stream.jsonl', [event])], { update: true });
  expect(officersOf('12601440')).toMatchObject([{ resigned_on: '2022-01-31' }]);
});

it('reads an event of the stream as published', async () => {
  const event = JSON.parse(readFileSync(fixture('stream_officers.json'), 'utf8')) as object;
  await world.import(officers, [world.writeLines('stream.jsonl', [event])]);
  expect(officersOf('11787956')).toMatchObject([
    { name: 'DUKE, Michael', role: 'director', date_of_birth: { month: 8, year: 1959 } },
  ]);
});
