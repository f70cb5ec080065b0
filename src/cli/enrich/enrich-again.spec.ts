/** Rows that are sent once for several, and rows that are asked for again because they failed. */
import { readFileSync, rmSync } from 'node:fs';
import Papa from 'papaparse';
import { documentOf, failureOf, runCommand, type Ran } from '../../../test/support/run-command.js';
import { StandInService } from '../../../test/support/stand-in-service.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { enrichCommand } from '../enrich.commands.js';

const KEY = `svc_live_abc123def456_${'S3cret99'.repeat(5)}`;
const service = forEachTest(() => StandInService.start(KEY));
const folder = forEachTest(() => new TemporaryFolder());

const enrich = (...more: readonly string[]): Promise<Ran> => {
  const blocks = more.includes('--blocks') ? [] : ['--blocks', 'industry,domain'];
  const out = more.includes('--out') || more.includes('--preview') ? [] : ['--out', folder.file('out.csv')];
  const words = ['enrich', folder.file('list.csv'), '--url', service.url, ...blocks, ...out];
  return runCommand([enrichCommand], [...words, ...more, '--json'], { COMPANY_DATA_KEY: KEY });
};
const read = (name: string): string => readFileSync(folder.file(name), 'utf8');
const csv = (name: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(read(name).trimEnd(), { header: true }).data;
const numbers = (...rows: readonly number[]): string =>
  `CRN,Ref\n${rows.map((number, row) => `${String(number).padStart(8, '0')},r${row}\n`).join('')}`;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => 1_000_000 + at);

interface Summary {
  readonly jobs: readonly { first_row: number; rows: number; replayed: boolean }[];
  readonly counts: Record<string, number>;
}

describe('--dedupe', () => {
  const LIST =
    'CRN,Name,Ref\n01234567,,a\n,Beta Ltd,b\n012 34567,,c\n1,,d\n,BETA  LTD,e\n1,,f\nsc123456,,g\n01234567,,h\n';

  it('sends rows that name the same company once, and writes the answer to each of them', async () => {
    folder.write('list.csv', LIST);
    const whole = await enrich('--out', folder.file('whole.csv'));
    expect(service.jobs[0]?.rows).toHaveLength(8);
    const ran = await enrich('--dedupe');
    expect(service.jobs[1]?.rows.map(({ ref }) => ref)).toEqual(['a', 'b', 'd', 'f', 'g']);
    expect([read('out.csv'), read('out.errors.csv')]).toEqual([read('whole.csv'), read('whole.errors.csv')]);
    expect(whole.stderr).toContain('Each is charged: at most 0.06 GBP (6 units).');
    expect(ran.stderr).toContain(
      '3 rows name the same company as an earlier row: row 2 (line 4) and row 0 (line 2), and so on.',
    );
    expect(ran.stderr).toContain('saves at most 0.06 GBP (6 units)');
    expect(ran.stderr.indexOf('saves at most')).toBeLessThan(ran.stderr.indexOf('accepted'));
  });

  it('tells the list’s own rows, pays once however often it is done, and is a change of a run without it', async () => {
    folder.write('list.csv', numbers(...upTo(15), ...upTo(15), ...upTo(30).slice(15)));
    for (const replayed of [false, true]) {
      const summary = documentOf<Summary>(await enrich('--dedupe', '--rows-per-job', '15'));
      expect(summary.jobs).toMatchObject([
        { first_row: 0, rows: 15, replayed },
        { first_row: 30, rows: 15, replayed },
      ]);
    }
    expect(csv('out.csv').map(({ row, ref }) => `r${row}` === ref)).toEqual(Array(45).fill(true));
    expect(service.rowsAccepted).toBe(30);
    const ran = await enrich();
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'charged_anew']);
  });

  it('is honoured by the preview', async () => {
    folder.write('list.csv', LIST);
    expect(documentOf(await enrich('--preview', '--dedupe'))).toMatchObject({
      rows: 5,
      named: 3,
      invalid: 2,
    });
  });

  it('says where a longer list becomes a job so small that it asks live sources', async () => {
    const small = 'A job of ten rows or fewer asks live sources too';
    for (const [list, isSaid] of [
      [numbers(...upTo(10), 1_000_000), true],
      [numbers(...upTo(11), 1_000_000), false],
      [numbers(...upTo(9), 1_000_000), false],
    ] as const) {
      folder.write('list.csv', list);
      expect((await enrich('--dedupe', '--yes')).stderr.includes(small)).toBe(isSaid);
    }
  });

  it('writes failed rows to the errors of each', async () => {
    folder.write('list.csv', numbers(1_000_001, 1_000_002, 1_000_001));
    service.missing.add('01000001');
    await enrich('--dedupe');
    expect(csv('out.errors.csv').map(({ row, ref, line }) => [row, line, ref])).toEqual([
      ['0', '2', 'r0'],
      ['2', '4', 'r2'],
    ]);
  });
});

describe('--only-failed', () => {
  beforeEach(async () => {
    folder.write('list.csv', numbers(...upTo(30)));
    service.missing = new Set(['01000003', '01000004', '01000021', '01000029']);
    await enrich('--rows-per-job', '15');
    expect(csv('out.errors.csv').map(({ row }) => row)).toEqual(['3', '4', '21', '29']);
  });

  it('asks again for what failed, and writes files of the whole list', async () => {
    service.missing.delete('01000004');
    service.missing.delete('01000021');
    const ran = await enrich('--only-failed');
    expect(service.jobs[2]?.rows.map(({ ref }) => ref)).toEqual(['r3', 'r4', 'r21', 'r29']);
    expect(service.jobs).toHaveLength(3);
    expect(ran.stderr).toContain('4 rows failed and are asked for again: at most 0.08 GBP (8 units).');
    expect(ran.stderr).toContain('A job of ten rows or fewer asks live sources too');
    expect(documentOf<Summary>(ran)).toMatchObject({
      jobs: [
        { first_row: 0, rows: 15, replayed: true },
        { first_row: 15, rows: 15, replayed: true },
        { first_row: 3, rows: 4, replayed: false },
      ],
      counts: { total: 30, processed: 30, succeeded: 28, failed: 2 },
    });
    expect(csv('out.csv').map(({ row, reason }) => `${row}${reason}`)).toEqual(
      upTo(30).map((_, row) => `${row}${[3, 29].includes(row) ? 'invalid_company_number' : ''}`),
    );
    expect(csv('out.errors.csv').map(({ row, line, ref }) => [row, line, ref])).toEqual([
      ['3', '5', 'r3'],
      ['29', '31', 'r29'],
    ]);
    const [whole, wholeErrors] = [read('out.csv'), read('out.errors.csv')];
    expect((await enrich()).code).toBe(0);
    expect([read('out.csv'), read('out.errors.csv')]).toEqual([whole, wholeErrors]);
    expect(service.jobs).toHaveLength(3);
  });

  it('done again asks for what failed again, until nothing does', async () => {
    service.missing = new Set(['01000003']);
    await enrich('--only-failed');
    service.missing.clear();
    await enrich('--only-failed');
    expect(service.jobs.slice(2).map(({ rows }) => rows.map(({ ref }) => ref))).toEqual([
      ['r3', 'r4', 'r21', 'r29'],
      ['r3'],
    ]);
    const ran = await enrich('--only-failed');
    expect([ran.code, service.jobs.length]).toEqual([0, 4]);
    expect(ran.stderr).toContain('No row failed');
    expect(csv('out.errors.csv')).toEqual([]);
    expect(csv('out.csv')).toHaveLength(30);
  });

  it('goes on where it broke off, and pays nothing twice', async () => {
    service.missing.clear();
    service.diesAtJobs = 3;
    const broken = await enrich('--only-failed', '--patience', '1');
    expect(broken.code).toBe(1);
    expect(service.jobs).toHaveLength(3);
    service.diesAtJobs = Infinity;
    service.maxRows = 2;
    expect((await enrich('--only-failed')).code).toBe(0);
    expect(service.jobs).toHaveLength(3);
    expect(csv('out.errors.csv')).toEqual([]);
  }, 30_000);

  it.each([
    ['a changed list', () => folder.write('list.csv', numbers(...upTo(29), 7)), []],
    ['other blocks', () => undefined, ['--blocks', 'industry']],
    ['another run', () => undefined, ['--run', 'next']],
    ['no earlier run', () => rmSync(folder.file('.out.csv.plan.json')), []],
  ])('is refused for %s: it can’t tell what failed', async (_, prepare, words) => {
    prepare();
    const ran = await enrich('--only-failed', '--yes', ...words);
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'no_earlier_run']);
    expect(service.rowsAccepted).toBe(30);
  });

  it('is refused for a run that broke off, whose other rows it would pay for', async () => {
    const out = ['--out', folder.file('other.csv'), '--rows-per-job', '15'];
    rmSync(folder.file('.out.csv.plan.json'));
    folder.write('list.csv', numbers(...upTo(60).slice(30), 1_000_003));
    service.diesAtJobs = service.jobs.length + 1;
    expect((await enrich(...out, '--patience', '1')).code).toBe(1);
    service.diesAtJobs = Infinity;
    service.faults = [];
    const before = service.rowsAccepted;
    const ran = await enrich(...out, '--only-failed', '--yes');
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'unfinished_run']);
    expect(service.rowsAccepted).toBe(before);
    expect((await enrich(...out)).code).toBe(0);
    await enrich(...out, '--only-failed');
    expect(service.jobs.at(-1)?.rows.map(({ ref }) => ref)).toEqual(['r30']);
  }, 30_000);

  it('and --dedupe together give every row of a company its answer', async () => {
    folder.write('list.csv', numbers(...upTo(12), 1_000_003, 1_000_000));
    await enrich('--dedupe', '--yes');
    service.missing.clear();
    await enrich('--dedupe', '--only-failed');
    expect(service.jobs.at(-1)?.rows.map(({ ref }) => ref)).toEqual(['r3', 'r4']);
    expect(csv('out.csv').map(({ ref, reason }) => `${ref}${reason}`)).toEqual(
      Array.from({ length: 14 }, (_unused, row) => `r${row}`),
    );
  });
});
