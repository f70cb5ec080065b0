import { join } from 'node:path';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { companyIndex } from './company-index.source.js';

const fixture = (name: string): string =>
  join(__dirname, '../../../../../test/fixtures/register/records', name);
const DIRECTORY = fixture('prod183_company-index_sample.dat');
const CODES = fixture('prod200_sic-status_sample.dat');

const world = forEachTest(() => new RecordsWorld());

const known = (number: string) =>
  world.inForce(companyIndex, (index) => index.byNumbers([number]).get(number));
const codes = (...lines: readonly string[]): string =>
  world.write(
    'codes.dat',
    ['AAAAAAAA3317221129', ...lines, `99999999${String(lines.length).padStart(8, '0')}`].join('\n'),
  );

it('reads the published directory: numbers and names', async () => {
  expect(await world.import(companyIndex, [DIRECTORY])).toMatchObject({
    outcome: 'imported',
    rows: 11,
    rejected: 0,
    as_of: '2022-03-02',
  });
  expect(known('00000118')).toEqual({
    number: '00000118',
    name: 'ASHFORD CATTLE MARKET COMPANY LIMITED(THE)',
    state: null,
    sic: [],
  });
  expect(known('SP29395R')?.name).toBe('CLANALBA HOUSING CO-OPERATIVE LIMITED');
});

it('reads published codes and states of living and dissolved companies', async () => {
  expect(await world.import(companyIndex, [CODES])).toMatchObject({
    outcome: 'imported',
    rows: 4,
    as_of: '2022-11-29',
  });
  expect(known('01871151')).toEqual({ number: '01871151', name: null, state: 'D', sic: [] });
  expect(known('02282388')).toEqual({ number: '02282388', name: null, state: 'D', sic: ['4531'] });
  expect(known('04252778')).toEqual({ number: '04252778', name: null, state: 'A', sic: ['43999'] });
});

it('joins what both files say of a company, and dates it by the older', async () => {
  const both = [DIRECTORY, codes('000001181629047110          L', '0000012046900')];
  expect(await world.import(companyIndex, both)).toMatchObject({ rows: 12, as_of: '2022-03-02' });
  expect(known('00000118')).toEqual({
    number: '00000118',
    name: 'ASHFORD CATTLE MARKET COMPANY LIMITED(THE)',
    state: 'L',
    sic: ['16290', '47110'],
  });
});

it('finds names as companies are matched by them', async () => {
  await world.import(companyIndex, [DIRECTORY]);
  const found = world.inForce(companyIndex, (index) => index.withNames(['BLHOLDINGS', 'NOBODY']));
  expect(found.shown.map(({ number }) => number)).toEqual(['00000529']);
});

it('is brought up to date by a newer file', async () => {
  await world.import(companyIndex, [DIRECTORY]);
  const newer = codes('00000118                    D', '00000121');
  expect(await world.import(companyIndex, [newer], { update: true })).toMatchObject({
    rows: 12,
    as_of: '2022-11-29',
  });
  expect(known('00000118')).toMatchObject({ name: 'ASHFORD CATTLE MARKET COMPANY LIMITED(THE)', state: 'D' });
  expect(known('00000133')).toMatchObject({ name: 'BRITISH INDIA STEAM NAVIGATION COMPANY LIMITED' });
});

it('lists rows that it cannot read, with file and line', async () => {
  const file = codes('8209948                     D', '00000121                    Z', '00000122');
  expect(await world.import(companyIndex, [file], { maxRejectedPercent: 100 })).toMatchObject({
    outcome: 'imported',
    rejected: 2,
    rejects: [
      { file: 'codes.dat', line: 2, reason: expect.stringContaining("'08209948'") as string },
      { file: 'codes.dat', line: 3, reason: "'Z' is no state of a company" },
    ],
  });
});

it.each([
  ['a file of another product', 'AAAAAAAA32252022072120220721\n', 'wrong_header'],
  ['an empty file', '', 'wrong_header'],
  ['codes that were cut off', 'AAAAAAAA3317221129\n00000118\n', 'corrupt_archive'],
  ['codes with a line lost', 'AAAAAAAA3317221129\n00000118\n9999999900000002\n', 'corrupt_archive'],
  ['a directory without its last line', 'AAAAAAAA312320220302\n', 'corrupt_archive'],
])('refuses %s', async (_what, text, error) => {
  expect(await world.import(companyIndex, [world.write('file.dat', text)])).toMatchObject({
    outcome: 'refused',
    error,
  });
});
