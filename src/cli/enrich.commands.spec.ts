import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Papa from 'papaparse';
import type { Ran } from '../../test/support/run-command.js';
import { documentOf, failureOf, runCommand } from '../../test/support/run-command.js';
import type { Misbehaviour } from '../../test/support/stand-in-service.js';
import { StandInService } from '../../test/support/stand-in-service.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../test/support/system/temporary-folder.js';
import { enrichCommand } from './enrich.commands.js';

const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;
const LIST = [
  'Company Name,Company No.,Your Ref',
  'Alpha Ltd,01234567,a',
  '"Beta, Gamma & ""Delta"" Ltd",,b',
  'Lost Zero Ltd,1234567,c',
  ',,d',
  'Epsilon Ltd,SC123456,e',
].join('\n');

const FILES = ['.out.csv.plan.json', 'list.csv', 'out.csv', 'out.errors.csv'];

const service = forEachTest(() => StandInService.start(KEY));
const folder = forEachTest(() => new TemporaryFolder());
beforeEach(() => {
  folder.write('list.csv', LIST);
});

interface Summary {
  readonly rows: number;
  readonly jobs: readonly { job_id: string; status: string; rows: number; replayed: boolean }[];
  readonly counts: Record<string, number>;
  readonly errors_count: number;
}

const enrich = (...more: readonly string[]): Promise<Ran> => {
  const words = [
    'enrich',
    folder.file('list.csv'),
    '--url',
    service.url,
    '--blocks',
    'industry,domain',
    '--json',
  ];
  const out = more.includes('--out') ? [] : ['--out', folder.file('out.csv')];
  return runCommand([enrichCommand], [...words, ...out, ...more], { COMPANY_DATA_KEY: KEY });
};
const read = (name: string): string => readFileSync(folder.file(name), 'utf8');
const csv = (name: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(read(name).trimEnd(), { header: true }).data;

describe('enrich', () => {
  it('asks by the surest identifier of each row and writes the answers in the order of the file', async () => {
    const summary = documentOf<Summary>(await enrich());
    expect(service.jobs[0]?.rows).toEqual([
      { ref: 'a', company_number: '01234567' },
      { ref: 'b', company_name: 'Beta, Gamma & "Delta" Ltd' },
      { ref: 'c', company_number: '1234567' },
      { ref: 'd' },
      { ref: 'e', company_number: 'SC123456' },
    ]);
    expect(summary).toMatchObject({ rows: 5, counts: { succeeded: 3, failed: 2 }, errors_count: 2 });
    const rows = csv('out.csv');
    expect(rows.map(({ row, ref, reason }) => [row, ref, reason])).toEqual([
      ['0', 'a', ''],
      ['1', 'b', ''],
      ['2', 'c', 'invalid_company_number'],
      ['3', 'd', 'invalid_company_number'],
      ['4', 'e', ''],
    ]);
    expect(rows[0]).toMatchObject({ domain_status: 'available', 'industry.answer': 'of, "industry"' });
    expect(csv('out.errors.csv').map(({ row, ref, company_number }) => [row, ref, company_number])).toEqual([
      ['2', 'c', '1234567'],
      ['3', 'd', ''],
    ]);
    expect(readdirSync(folder.path).sort()).toEqual(FILES);
  });

  it('writes NDJSON with every row as the service gave it', async () => {
    await enrich('--out', folder.file('out.ndjson'));
    const lines = read('out.ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatchObject({
      row: 0,
      line: 2,
      ref: 'a',
      list: { 'Company Name': 'Alpha Ltd' },
      matched: { company_number: '01234567' },
    });
    expect(read('out.errors.ndjson').split('\n')).toHaveLength(3);
  });

  it('takes columns by the names that it is given, and puts lost zeros back where asked', async () => {
    await enrich('--number-column', 'company no.', '--ref-column', 'Company Name', '--pad-numbers');
    expect(service.jobs[0]?.rows.slice(1, 3)).toEqual([
      { ref: 'Beta, Gamma & "Delta" Ltd' },
      { ref: 'Lost Zero Ltd', company_number: '01234567' },
    ]);
  });

  it('puts the columns of the list before the results, as they are, or leaves them out', async () => {
    folder.write('list.csv', 'Name,row,CRN\n"A, Ltd",x, 01234567,more\n\nB Ltd\n');
    await enrich();
    const lines = read('out.csv').trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',', 5).join(','))).toEqual([
      'Name,row,CRN,,row',
      '"A, Ltd",x," 01234567",more',
      'B Ltd,,,,1',
    ]);
    await enrich('--only-results');
    expect(
      read('out.csv')
        .split('\r\n')
        .map((line) => line.split(',')[0]),
    ).toEqual(['row', '0', '1', '']);
  });

  it('disarms cells that a spreadsheet would run, unless they are wanted raw', async () => {
    folder.write('list.csv', 'CRN,=note,Ref\n01234567,-3.5,=1+1\n1,@a,-1\n');
    await enrich();
    const [head, ...rows] = Papa.parse<string[]>(read('out.csv').trimEnd()).data;
    expect(head?.slice(0, 3)).toEqual(['CRN', "'=note", 'Ref']);
    expect(rows.map((cells) => [...cells.slice(1, 3), cells[5]])).toEqual([
      ['-3.5', "'=1+1", "'=1+1"],
      ["'@a", '-1', '-1'],
    ]);
    await enrich('--raw');
    expect(Papa.parse<string[]>(read('out.csv').trimEnd()).data[1]?.slice(1, 3)).toEqual(['-3.5', '=1+1']);
    expect(read('out.errors.csv')).not.toContain("'");
  });

  it('reads its own lines whole, whatever separators of lines a value holds', async () => {
    const ref = 'a\u2028b\u2029c\u0085d';
    folder.write('list.csv', `CRN,Ref\n01234567,${ref}\n`);
    expect((await enrich()).code).toBe(0);
    expect(csv('out.csv').map((row) => row['ref'])).toEqual([ref]);
  });

  it('says how many numbers it fills up, or how many look cut', async () => {
    expect((await enrich()).stderr).toContain('1 company number has fewer than eight digits and will fail');
    const filled = await enrich('--pad-numbers', '--yes');
    expect(filled.stderr).toContain('1 company number has fewer than eight digits; zeros are added in front');
    expect(service.jobs.at(-1)?.rows[2]).toEqual({ ref: 'c', company_number: '01234567' });
    expect(csv('out.csv')[2]).toMatchObject({ 'Company No.': '1234567', company_number: '01234567' });
  });

  it('splits what is over the cap of the key, and numbers the rows through', async () => {
    service.maxRows = 2;
    const summary = documentOf<Summary>(await enrich());
    expect(summary.jobs.map(({ rows }) => rows)).toEqual([2, 2, 1]);
    expect(csv('out.csv').map(({ row, ref }) => row + String(ref))).toEqual(['0a', '1b', '2c', '3d', '4e']);
    expect(csv('out.errors.csv').map(({ row }) => row)).toEqual(['2', '3']);
  });

  it('asked twice is the same job; another run of the same list is a new one', async () => {
    const first = documentOf<Summary>(await enrich());
    const again = documentOf<Summary>(await enrich());
    expect(again.jobs).toEqual(first.jobs.map((job) => ({ ...job, replayed: true })));
    expect(service.rowsAccepted).toBe(5);
    await enrich('--run', 'next quarter');
    expect(service.rowsAccepted).toBe(10);
  });

  it('asks under keys that earlier versions made: what one has begun is taken up by the next', async () => {
    await enrich('--rows-per-job', '3', '--options', '{"validation":["rules","live"],"min_confidence":0.9}');
    expect(service.idempotencyKeys).toEqual([
      'enrich-192501f4e48a00ea132b38cd7846780fec90f3542598f9cf395a2cc532160104',
      'enrich-97660aff171bf493d4235b42c47479e967d05bb6a69682d5672dec59cc4e6618',
    ]);
  });

  it('goes on after a break as it began, also when the key may send more by now', async () => {
    service.maxRows = 2;
    service.diesAtJobs = 2;
    const broken = await enrich('--patience', '1');
    expect([broken.code, failureOf(broken).error]).toEqual([1, 'gave_up']);
    expect(broken.stderr).toContain('Run the same command again to continue: nothing is paid twice.');
    expect(service.rowsAccepted).toBe(4);
    service.diesAtJobs = Infinity;
    service.maxRows = 100;
    const summary = documentOf<Summary>(await enrich());
    expect(summary.jobs.map(({ rows, replayed }) => [rows, replayed])).toEqual([
      [2, true],
      [2, true],
      [1, false],
    ]);
    expect(service.rowsAccepted).toBe(5);
    expect(readdirSync(folder.path).sort()).toEqual(FILES);
  }, 20_000);

  it('says at once that an address does not answer, and once what it waits for', async () => {
    service.diesAtJobs = 0;
    const ran = await enrich('--patience', '1');
    expect([ran.code, failureOf(ran).error]).toEqual([1, 'gave_up']);
    expect(ran.stderr).toMatch(
      /^1 company .+\nWaiting a moment: .+\/v1 can't be reached \(.+\)\.\n\{.+\}\n$/,
    );
    expect(service.calls.every((call) => call === 'GET /v1/whoami')).toBe(true);
  });

  it('says how to ask anew for a list whose rows are no longer kept', async () => {
    await enrich();
    service.expired = true;
    const ran = await enrich();
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'rows_gone']);
    expect(failureOf(ran).detail).toContain('--run');
    expect(service.rowsAccepted).toBe(5);
  });

  it('clears away what a run that was killed has left, and nothing else', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    for (const name of [`out.csv.${dead}.partial`, `out.csv.${process.pid}9.txt`]) folder.write(name, '');
    await enrich();
    expect(readdirSync(folder.path).sort()).toEqual([
      ...FILES.slice(0, 3),
      `out.csv.${process.pid}9.txt`,
      'out.errors.csv',
    ]);
  });

  it('writes the same files and pays once, whatever goes wrong on the way', async () => {
    await enrich();
    const [whole, wholeErrors] = [read('out.csv'), read('out.errors.csv')];
    const fault = fc.constantFrom<Misbehaviour | undefined>('drop_before', 'drop_after', 429, 503, undefined);
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 4 }), fc.uuid(), async (faults, run) => {
        const before = service.rowsAccepted;
        service.faults = [...faults];
        expect((await enrich('--run', run)).code).toBe(0);
        expect([read('out.csv'), read('out.errors.csv')]).toEqual([whole, wholeErrors]);
        expect(service.rowsAccepted - before).toBe(5);
      }),
      // Every fault costs the client a pause, and each pause in a row is longer.
      { numRuns: 4, endOnFailure: true },
    );
  }, 60_000);
});

it('enrich says at once that an address is that of something else', async () => {
  const site = createServer((_, response) => response.writeHead(404).end('<h1>Not here</h1>'));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  // An address with a port: it listens on one.
  const ran = await enrich('--url', `http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  site.close();
  expect([ran.code, failureOf(ran).error]).toEqual([2, 'refused']);
  expect(failureOf(ran).detail).toContain("is it the service's address?");
});

describe('enrich is refused before anything is paid for', () => {
  const refusals: [what: string, words: string[], error: string, prepare: () => void][] = [
    [
      'a list that is not there',
      ['--encoding', 'utf-8'],
      'file_not_found',
      () => rmSync(folder.file('list.csv')),
    ],
    ['a list without rows', [], 'empty_list', () => folder.write('list.csv', 'crn,ref\n')],
    [
      'a list that names no company',
      [],
      'no_identifier_column',
      () => folder.write('list.csv', 'a,b\n1,2\n'),
    ],
    ['a column that is not there', ['--name-column', 'Firm'], 'unknown_column', () => undefined],
    [
      'a reference that is too long',
      [],
      'cell_too_long',
      () => folder.write('list.csv', `crn,ref\n1,${'r'.repeat(121)}\n`),
    ],
    ['an unknown block', ['--blocks', 'industri'], 'wrong_use', () => undefined],
    ['a file of no known kind', ['--out', 'out.xls'], 'unknown_format', () => undefined],
    ['a folder that is not there', ['--out', '/nowhere/out.csv'], 'unwritable', () => undefined],
    ['no key', ['--key', 'abc'], 'no_key', () => undefined],
    ['a wrong key', ['--key', KEY.replace('S3', 'T3')], 'unauthorised', () => undefined],
    ['a key without a scope', [], 'missing_scope', () => void (service.scopes = ['read'])],
    ['options that are no JSON', ['--options', 'live'], 'wrong_use', () => undefined],
  ];

  it.each(refusals)('%s', async (_, words, error, prepare) => {
    prepare();
    const ran = await enrich(...words);
    expect([ran.code, failureOf(ran).error]).toEqual([2, error]);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).not.toContain('3cret');
    expect(service.jobs).toEqual([]);
  });
});

it('enrich overwrites no list, by whatever name', async () => {
  linkSync(folder.file('list.csv'), folder.file('out.errors.csv'));
  for (const name of ['list.csv', 'out.csv']) {
    const ran = await enrich('--out', folder.file(name));
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'same_file']);
  }
  expect(read('list.csv')).toBe(LIST);
  expect(service.jobs).toEqual([]);
});

describe('enrich --preview', () => {
  const preview = (...more: readonly string[]): Promise<Ran> =>
    runCommand(
      [enrichCommand],
      [...['enrich', folder.file('list.csv'), '--url', service.url, '--preview'], ...more],
      { COMPANY_DATA_KEY: KEY },
    );
  beforeEach(() => {
    const cost = { unit_price: '0.0200', currency: 'GBP' };
    service.catalogue = {
      blocks: [
        { key: 'industry', availability: 'available', coverage_share: 0.5, ...cost },
        { key: 'domain', availability: 'not_enabled', coverage_share: null },
        { key: 'officers', availability: 'available', coverage_share: null },
      ],
      matched_share: 1,
    };
  });

  it('says what the list would cost, only reads and writes no file', async () => {
    const found = documentOf(await preview('--blocks', 'industry,domain', '--json'));
    expect(found).toMatchObject({
      rows: 5,
      named: 3,
      invalid: 2,
      matched_share: 1,
      currency: 'GBP',
      at_most: { units: 5, amount: '0.1' },
      probable: { units: 2, amount: '0.04' },
      low: { units: 0, amount: '0' },
      high: { units: 3, amount: '0.06' },
      not_enabled: ['domain'],
    });
    expect(service.calls).toEqual(['GET /v1/whoami', 'GET /v1/blocks']);
    expect(readdirSync(folder.path)).toEqual(['list.csv']);
  });

  it('is a table for people, which says what is not known', async () => {
    const { code, stdout } = await preview('--blocks', 'industry,officers', '--pad-numbers');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^at most +0\.10 GBP \(10 units\)$/m);
    expect(stdout).toMatch(/^without a price +officers$/m);
    expect(stdout).toMatch(/^of unknown coverage +officers$/m);
    expect(stdout).toMatch(/│ industry +│ +50\.0 % +│/);
  });

  it('knows nothing probable of a service that tells no shares', async () => {
    service.catalogue = { blocks: [{ key: 'industry', availability: 'available' }] };
    expect(documentOf(await preview('--blocks', 'industry', '--json'))).toMatchObject({
      at_most: { units: 5 },
      probable: null,
      high: { units: 3 },
    });
  });

  it('is the only way to do without --out', async () => {
    const words = ['enrich', folder.file('list.csv'), '--url', service.url, '--blocks', 'industry', '--json'];
    const ran = await runCommand([enrichCommand], words, { COMPANY_DATA_KEY: KEY });
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'wrong_use']);
    expect(service.calls).toEqual([]);
  });
});
