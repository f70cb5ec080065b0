import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineOn } from '../support/cli.js';
import { csvRecords } from '../support/exports/exported.js';
import { writeLog } from '../support/logs/cli-log.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const MONTH = '2026-11';
const cli = forAllTests(() => new CommandLineOn());
beforeAll(() => writeLog(cli.dataDir));

const words = (format: string, ...more: readonly string[]): readonly string[] => [
  'usage',
  'export',
  '--account',
  '1001',
  '--month',
  MONTH,
  '--format',
  format,
  ...more,
];
const file = (name: string): string => join(cli.dataDir, name);

it('writes the lines to stdout and all else to stderr, with --json too', async () => {
  const plain = await cli.run(...words('csv'));
  expect([plain.code, csvRecords(plain.stdout).length]).toEqual([0, expect.any(Number)]);
  expect(plain.stderr).toMatch(/^2026-11 is provisional: it has no complete statement yet/);
  expect((await cli.run(...words('csv', '--json'))).stdout).toBe(plain.stdout);
});

it.each(['--out', '--output'])('writes a file with %s, and says what is in it', async (option) => {
  const { stdout } = await cli.run(...words('csv'));
  const report = await cli.json(...words('csv', option, file('a.csv')));
  expect(readFileSync(file('a.csv'), 'utf8')).toBe(stdout);
  const records = csvRecords(stdout);
  expect(report).toMatchObject({
    lines: records.length,
    month: MONTH,
    provisional: true,
    file: file('a.csv'),
  });
  expect(report['units']).toBe(records.reduce((sum, { units }) => sum + Number(units ?? 0), 0));
});

it.each([
  ['a month that is none', ['--month', '2026-13'], 'wrong_use', /^--month: '2026-13' is not a month/],
  ['a month to come', ['--month', '2999-01'], 'month_to_come', /^--month: 2999-01 has not begun/],
  [
    'another form',
    ['--format', 'focos'],
    'wrong_use',
    /^--format: 'focos' is not a format; did you mean focus/,
  ],
  ['an unknown account', ['--account', '9999'], 'unknown_account', /9999.*accounts list shows them/],
  ['both names of the file', ['--out', 'a', '--output', 'b'], 'wrong_use', /--out/],
  [
    'a folder that is not there',
    ['--out', '/nowhere/a.csv'],
    'no_file',
    /^--out: \/nowhere\/a.csv can't be written/,
  ],
])('refuses %s', async (_, more, error, says) => {
  const refusal = await cli.refusal(...words('csv', ...more));
  expect(refusal).toMatchObject({ code: 2, error });
  expect(refusal.detail).toMatch(says);
});

it('ends with 1 where the month has no statement to prove lines by, and writes nothing', async () => {
  const refusal = await cli.refusal(...words('focus', '--proofs', '--out', file('b.csv')));
  expect(refusal).toMatchObject({ code: 1, error: 'no_statement' });
  expect(existsSync(file('b.csv'))).toBe(false);
});

it('records who looked at the lines', async () => {
  await cli.run(...words('csv', '--reason', 'ticket 4713'));
  await cli.json('events', 'export', file('log.ndjson'));
  const looks = readFileSync(file('log.ndjson'), 'utf8').match(/.*"ticket 4713".*/g) ?? [];
  expect(looks).toEqual([
    expect.stringMatching(/"kind":"bill","account_id":1001,"from":"2026-11-01","to":"2026-11-30"/),
  ]);
});
