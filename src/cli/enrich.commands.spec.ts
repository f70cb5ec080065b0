import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, lstatSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Papa from 'papaparse';
import type { Ran } from '../../test/support/run-command.js';
import { documentOf, failureOf, runCommand } from '../../test/support/run-command.js';
import type { Misbehaviour } from '../../test/support/stand-in-service.js';
import { StandInService } from '../../test/support/stand-in-service.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../test/support/system/temporary-folder.js';
import { CommandLine } from './command-line.js';
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
  readonly jobs: readonly {
    job_id: string;
    status: string;
    first_row: number;
    rows: number;
    replayed: boolean;
  }[];
  readonly cost: object | null;
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
    expect(filled.stderr).toContain('1 company number has fewer than eight digits; zeros are put before');
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
    expect(broken.stderr).toContain('The same command again goes on from here: nothing is paid twice.');
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
    ['a file of no known kind', ['--out', 'out.xlsx'], 'unknown_format', () => undefined],
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

/** A list of so many companies; each with a name of its own but those of `twice`. */
const listOf = (count: number, twice: readonly number[] = []): string =>
  `CRN,Owner\n${Array.from({ length: count }, (_, row) => `${String(1_000_000 + (twice.includes(row) ? 0 : row)).padStart(8, '0')},o${row}\n`).join('')}`;

describe('the numbers of rows', () => {
  it('are from 0, with the line of the file and all its columns, in results and errors, CSV and NDJSON', async () => {
    folder.write('list.csv', '\nCRN,Note,Note\n01234567,"one\ntwo",x\n\n1,y,z,more\n \n01234568,,\n');
    await enrich('--out', folder.file('out.csv'));
    const [head, ...rows] = Papa.parse<string[]>(read('out.csv').trimEnd()).data;
    expect(head?.slice(0, 6)).toEqual(['CRN', 'Note', 'Note', '', 'row', 'line']);
    expect(rows.map((cells) => cells.slice(0, 6))).toEqual([
      ['01234567', 'one\ntwo', 'x', '', '0', '3'],
      ['1', 'y', 'z', 'more', '1', '6'],
      ['01234568', '', '', '', '2', '8'],
    ]);
    const errors = Papa.parse<string[]>(read('out.errors.csv').trimEnd()).data;
    expect(errors.map((cells) => cells.slice(0, 6))).toEqual([
      ['CRN', 'Note', 'Note', '', 'row', 'line'],
      ['1', 'y', 'z', 'more', '1', '6'],
    ]);
    await enrich('--out', folder.file('out.ndjson'));
    expect(JSON.parse(read('out.errors.ndjson'))).toMatchObject({
      row: 1,
      line: 6,
      list: { CRN: '1', Note: 'y', 'Note (column 3)': 'z', '(column 4)': 'more' },
    });
    expect(service.rowsAccepted).toBe(3);
  });
});

describe('how a list is cut', () => {
  it('leaves no job of ten rows or fewer of a longer list', async () => {
    folder.write('list.csv', listOf(61));
    const summary = documentOf<Summary>(await enrich('--rows-per-job', '30'));
    expect(summary.jobs.map(({ first_row, rows }) => [first_row, rows])).toEqual([
      [0, 30],
      [30, 16],
      [46, 15],
    ]);
  });

  it('is refused below eleven rows a job, but for a list that is as short', async () => {
    folder.write('list.csv', listOf(11));
    const ran = await enrich('--rows-per-job', '10');
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'rows_per_job_too_small']);
    expect(failureOf(ran).detail).toContain('at least 11 rows a job');
    expect(service.jobs).toEqual([]);
    folder.write('list.csv', listOf(10));
    expect((await enrich('--rows-per-job', '5')).code).toBe(0);
  });

  it('says what a small limit of the key means, once and before it sends', async () => {
    service.maxRows = 8;
    folder.write('list.csv', listOf(20));
    const { code, stderr } = await enrich();
    expect(code).toBe(0);
    expect(stderr.match(/This key may send 8 rows a job/g)).toHaveLength(1);
    expect(stderr.indexOf('This key may')).toBeLessThan(stderr.indexOf('accepted'));
    expect(service.jobs.map(({ rows }) => rows.length)).toEqual([8, 8, 4]);
  });
});

describe('what enrich tells before money is spent', () => {
  const refused = async (...words: readonly string[]): Promise<string> => {
    const ran = await enrich(...words);
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'charged_anew']);
    return failureOf(ran).detail;
  };

  beforeEach(async () => {
    folder.write('list.csv', listOf(40));
    await enrich('--rows-per-job', '20');
    expect(service.rowsAccepted).toBe(40);
  });

  it('is nothing where the same command is given again, or without its --rows-per-job', async () => {
    expect((await enrich('--rows-per-job', '20')).code).toBe(0);
    service.maxRows = 30;
    expect((await enrich()).code).toBe(0);
    expect(service.rowsAccepted).toBe(40);
  });

  it('is what a changed list would cost: only its changed jobs are charged', async () => {
    folder.write('list.csv', listOf(40).replace('01000035', '02000035'));
    const told = await refused();
    expect(told).toContain('20 rows would be charged anew, at most 0.40 GBP (40 units)');
    expect(service.rowsAccepted).toBe(40);
    const sent = await enrich('--yes');
    expect([sent.code, service.rowsAccepted]).toEqual([0, 60]);
    expect(sent.stderr).toContain('20 rows would be charged anew');
    expect((await enrich()).code).toBe(0);
    expect(service.rowsAccepted).toBe(60);
  });

  it.each([
    ['rows were added', listOf(60), [], '20 rows'],
    ['it is cut otherwise', listOf(40), ['--rows-per-job', '15'], '40 rows'],
    ['other blocks are asked for', listOf(40), ['--blocks', 'industry'], '40 rows'],
    ['other options are asked for', listOf(40), ['--options', '{"min_confidence":0.9}'], '40 rows'],
  ])('is said where %s', async (_, list, words, rows) => {
    folder.write('list.csv', list);
    expect(await refused(...words)).toContain(`${rows} would be charged anew`);
    expect(service.rowsAccepted).toBe(40);
  });

  it('is nothing of another run: its name asks for the list anew', async () => {
    expect((await enrich('--run', 'constructor')).code).toBe(0);
    expect((await enrich('--run', 'constructor')).code).toBe(0);
    expect(service.rowsAccepted).toBe(80);
    folder.write('list.csv', listOf(30));
    await refused('--run', 'constructor');
  });

  it('is asked at a terminal: no is what Enter says', async () => {
    const answered = (answer: string) => {
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
      stdin.end(answer);
      const process = {
        env: { COMPANY_DATA_KEY: KEY },
        stdin: Object.assign(stdin, { isTTY: true }),
        stdout: Object.assign(stdout, { isTTY: true }),
        stderr,
      };
      stdout.resume();
      stderr.resume();
      const words = ['enrich', folder.file('list.csv'), '--url', service.url, '--blocks', 'industry,domain'];
      return new CommandLine(process, [...words, '--out', folder.file('out.csv')]).run([enrichCommand], '0');
    };
    folder.write('list.csv', listOf(60));
    expect(await answered('\n')).toBe(1);
    expect(await answered('no\n')).toBe(1);
    expect(service.rowsAccepted).toBe(40);
    expect(await answered('perhaps\nyes\n')).toBe(0);
    expect(service.rowsAccepted).toBe(60);
  });

  it('names companies that stand twice, by row and line, and what they cost', async () => {
    folder.write('list.csv', listOf(40, [5, 9, 30]));
    const { code, stderr } = await enrich('--out', folder.file('other.csv'));
    expect(code).toBe(0);
    expect(stderr).toContain(
      '3 rows name a company that an earlier row names: row 5 (line 7) names that of row 0 (line 2), and so on.',
    );
    expect(stderr).toContain('Each is charged: at most 0.06 GBP (6 units).');
    expect(stderr.indexOf('3 rows name')).toBeLessThan(stderr.indexOf('accepted'));
  });

  it('is in files of its own, which nobody else reads and no link leads away', async () => {
    const other = folder.write('theirs.txt', 'theirs');
    const pid = process.pid;
    for (const name of [`out.csv.${pid}.partial`, `out.csv.${pid}.partial.csv`, `.out.csv.plan.json.${pid}`])
      symlinkSync(folder.file('theirs.txt'), folder.file(name));
    expect((await enrich()).code).toBe(0);
    expect(read('theirs.txt')).toBe('theirs');
    for (const name of FILES.filter((file) => file !== 'list.csv'))
      expect(lstatSync(folder.file(name)).mode & 0o777).toBe(0o600);
    expect(other).toBeDefined();
  });

  it('ends with what the run cost', async () => {
    const summary = documentOf<Summary>(await enrich());
    expect(summary.cost).toEqual({ units: 80, amount: '0.8', currency: 'GBP' });
    const words = ['enrich', folder.file('list.csv'), '--url', service.url, '--blocks', 'industry,domain'];
    const people = (...more: string[]) =>
      runCommand([enrichCommand], [...words, ...more], { COMPANY_DATA_KEY: KEY });
    expect((await people('--out', folder.file('out.csv'))).stdout).toMatch(
      /^cost +0\.80 GBP \(80 units\), charged earlier$/m,
    );
    const anew = await people('--out', folder.file('new.csv'), '--run', 'new');
    expect(anew.stdout).toMatch(/^cost +0\.80 GBP \(80 units\)$/m);
  });
});

describe('a run that an earlier version began', () => {
  interface OlderRun {
    readonly list: string;
    readonly plan: object;
    readonly accepted: Parameters<StandInService['accepted']>[0];
    readonly keys: readonly string[];
    readonly results: string;
  }
  // What version 1.0.0 left of a list of 26 rows, in jobs of 12, when it died, and what it wrote in the end.
  const older = JSON.parse(
    readFileSync(join(__dirname, '../../test/fixtures/older-runs/command-line.json'), 'utf8'),
  ) as OlderRun;
  const numbers = (text: string): (string | undefined)[] =>
    Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data.map(
      ({ row, ref }) => `${row} ${ref}`,
    );

  beforeEach(() => {
    folder.write('list.csv', older.list);
    folder.write('.out.csv.plan.json', JSON.stringify(older.plan));
    service.accepted(older.accepted);
  });

  it('goes on with its cut and its numbers, and is paid for once, however often it is done', async () => {
    for (const replayed of [false, true]) {
      const summary = documentOf<Summary>(await enrich());
      expect(summary.jobs.map((job) => [job.rows, job.replayed])).toEqual([
        [12, true],
        [12, true],
        [2, replayed],
      ]);
      expect(service.idempotencyKeys).toEqual(older.keys);
      expect(numbers(read('out.csv'))).toEqual(numbers(older.results));
      expect(csv('out.csv')[4]).toMatchObject({ row: '5', line: '7' });
    }
    expect(service.rowsAccepted).toBe(26);
  });

  it('is known once it is done: another list is told', async () => {
    await enrich();
    folder.write('list.csv', older.list.replace('01234584', '02234584'));
    const ran = await enrich();
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'charged_anew']);
    expect(failureOf(ran).detail).toContain('2 rows would be charged anew');
  });

  it('and ended, is not charged anew for its other cut without a word', async () => {
    rmSync(folder.file('.out.csv.plan.json'));
    folder.write('out.csv', older.results);
    service.maxRows = 24;
    const ran = await enrich();
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'charged_anew']);
    expect(service.rowsAccepted).toBe(24);
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
