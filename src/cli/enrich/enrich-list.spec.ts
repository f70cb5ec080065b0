/** The files that a list becomes, how it is cut, and what is told before it is paid for. */
import { lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Papa from 'papaparse';
import { documentOf, failureOf, runCommand, type Ran } from '../../../test/support/run-command.js';
import { StandInService } from '../../../test/support/stand-in-service.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { CommandLine } from '../command-line.js';
import { enrichCommand } from '../enrich.commands.js';

const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;
const FILES = ['.out.csv.plan.json', 'list.csv', 'out.csv', 'out.errors.csv'];

const service = forEachTest(() => StandInService.start(KEY));
const folder = forEachTest(() => new TemporaryFolder());

interface Summary {
  readonly jobs: readonly { first_row: number; rows: number; replayed: boolean }[];
  readonly cost: object | null;
}

const enrich = (...more: readonly string[]): Promise<Ran> => {
  const words = ['enrich', folder.file('list.csv'), '--url', service.url];
  const blocks = more.includes('--blocks') ? [] : ['--blocks', 'industry,domain'];
  const out = more.includes('--out') ? [] : ['--out', folder.file('out.csv')];
  return runCommand([enrichCommand], [...words, ...blocks, ...out, ...more, '--json'], {
    COMPANY_DATA_KEY: KEY,
  });
};
const read = (name: string): string => readFileSync(folder.file(name), 'utf8');
const csv = (name: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(read(name).trimEnd(), { header: true }).data;

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
    const ran = await enrich('--rows-per-job', '30');
    expect(ran.stderr.match(/: .* accepted/g)).toEqual([
      ': 30 rows from row 0 on, accepted',
      ': 16 rows from row 30 on, accepted',
      ': 15 rows from row 46 on, accepted',
    ]);
    const summary = documentOf<Summary>(ran);
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
    // The list has grown since: neither form of the command may go on with the jobs of five rows.
    folder.write('list.csv', listOf(20));
    for (const words of [['--rows-per-job', '5', '--yes'], ['--yes']])
      expect(failureOf(await enrich(...words)).error).toBe('rows_per_job_too_small');
    expect(service.rowsAccepted).toBe(10);
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
    expect(told).toContain('20 rows would be charged again, at most 0.40 GBP (40 units)');
    expect(service.rowsAccepted).toBe(40);
    const sent = await enrich('--yes');
    expect([sent.code, service.rowsAccepted]).toEqual([0, 60]);
    expect(sent.stderr).toContain('20 rows would be charged again');
    expect((await enrich()).code).toBe(0);
    expect(service.rowsAccepted).toBe(60);
  });

  it.each([
    ['rows were added', listOf(60), [], 'The list, its blocks or its options differ', '20 rows'],
    [
      'it is cut otherwise',
      listOf(40),
      ['--rows-per-job', '15'],
      '--rows-per-job 15 splits the list differently',
      '40 rows',
    ],
    [
      'other blocks are asked for',
      listOf(40),
      ['--blocks', 'industry'],
      'The list, its blocks or its options differ',
      '40 rows',
    ],
    [
      'other options are asked for',
      listOf(40),
      ['--options', '{"min_confidence":0.9}'],
      'The list, its blocks or its options differ',
      '40 rows',
    ],
  ])('is said where %s', async (_, list, words, why, rows) => {
    folder.write('list.csv', list);
    const told = await refused(...words);
    expect(told.startsWith(why)).toBe(true);
    expect(told).toContain(`${rows} would be charged again`);
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
      '3 rows name the same company as an earlier row: row 5 (line 7) and row 0 (line 2), and so on.',
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

  it('ends with what the run cost once charges were taken back', async () => {
    service.answers.set('/v1/usage', {
      counts: { rows: 20, units: 40 },
      net_units: 36,
      net_amount: '0.36',
      ...{ currency: 'GBP', amount: '0.40', items: [] },
    });
    const summary = documentOf<Summary>(await enrich());
    expect(summary.cost).toEqual({ units: 72, amount: '0.72', currency: 'GBP' });
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
    readFileSync(join(__dirname, '../../../test/fixtures/older-runs/command-line.json'), 'utf8'),
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
      const ran = await enrich();
      expect(ran.stderr).toContain('12 rows from row 13 on, accepted earlier');
      const summary = documentOf<Summary>(ran);
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
    expect(failureOf(ran).detail).toContain('2 rows would be charged again');
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
