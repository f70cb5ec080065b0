/** `register fetch` over HTTP: what it writes imports, and a break costs nothing. */
import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegisterApiProcess } from '../../../packages/register-api-stand-in/src/index.js';
import { csvFile } from '../../support/basic-company-data.js';
import { CommandLineOn } from '../../support/cli.js';
import { eventually } from '../../support/eventually.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';

const PROGRAM = join(__dirname, '..', '..', '..', 'bin', 'company-data.js');
const HIRE = '07310390';
const TIMES = '00227590';
const LEAGUE = '03867954';
const NONE = '00000001';

const register = forEachTest(() => RegisterApiProcess.start({ limit: 1_000_000 }));
const settings = forEachTest(() => ({
  REGISTER_API_KEY: RegisterApiProcess.key,
  REGISTER_API_URL: register.url,
  REGISTER_REQUESTS_PER_5_MINUTES: '1000000',
}));
let cli: CommandLineOn;
beforeEach(() => {
  cli = new CommandLineOn('inside', settings);
});
afterEach(() => cli.remove());

const path = (name: string): string => join(cli.dataDir, name);

function numbers(...list: readonly string[]): string {
  writeFileSync(path('numbers.txt'), `${list.join('\n')}\n`);
  return path('numbers.txt');
}

interface Line {
  readonly company_number: string;
  readonly resource: string;
  readonly fetched_at: string;
  readonly data: { readonly items?: readonly unknown[]; readonly errors?: readonly unknown[] };
}

const linesIn = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** But for the instants. */
const saidIn = (file: string): string =>
  linesIn(file)
    .map((line) => JSON.stringify({ ...line, fetched_at: '' }))
    .join('\n');

const fetchCharges = (...list: readonly string[]): readonly string[] => [
  ...['register', 'fetch', '--source', 'charges'],
  ...['--numbers', numbers(...list), '--out', path('out.ndjson')],
];

describe('register fetch', () => {
  it('writes what register import takes, a company that has none included', async () => {
    const summary = await cli.json(...fetchCharges(HIRE, TIMES, NONE));
    expect(summary).toMatchObject({ companies: 3, already: 0, fetched: 3, lines: 3, failed: 0 });
    const imported = await cli.json('register', 'import', '--source', 'charges', path('out.ndjson'));
    expect(imported).toMatchObject({ source: 'charges', rejected: 0 });
    const items = linesIn(path('out.ndjson')).flatMap(({ data }) => data.items ?? []);
    expect(imported['rows']).toBe(items.length);
    expect(linesIn(path('out.ndjson')).at(-1)).toMatchObject({
      company_number: NONE,
      data: { errors: [{}] },
    });
  });

  it.each([
    ['officers', '04475590', ['officers']],
    [
      'psc',
      LEAGUE,
      ['persons-with-significant-control', 'persons-with-significant-control-statements', 'exemptions'],
    ],
    ['filings', LEAGUE, ['filing-history', 'insolvency']],
    ['companies', TIMES, ['company-profile']],
  ])('asks for all resources of %s', async (source, number, resources) => {
    const file = numbers(number);
    await cli.json('register', 'fetch', '--source', source, '--numbers', file, '--out', path('out.ndjson'));
    expect(linesIn(path('out.ndjson')).map(({ resource }) => resource)).toEqual(resources);
  });

  it.each(['officers', 'psc'])('writes %s that import', async (source) => {
    const file = numbers('04475590', LEAGUE ?? '', NONE);
    await cli.json('register', 'fetch', '--source', source, '--numbers', file, '--out', path('out.ndjson'));
    const imported = await cli.json('register', 'import', '--source', source, path('out.ndjson'));
    expect(imported).toMatchObject({ source, rejected: 0 });
  });

  it('asks, unless told otherwise, for the companies of the edition in force that have charges', async () => {
    const rows = [
      { CompanyNumber: TIMES, CompanyName: 'A LIMITED', 'Mortgages.NumMortCharges': '0' },
      { CompanyNumber: HIRE, CompanyName: 'B LIMITED', 'Mortgages.NumMortCharges': '9' },
    ];
    writeFileSync(path('BasicCompanyData-2026-11-01.csv'), csvFile(rows));
    await cli.json('register', 'import', '--source', 'companies', path('BasicCompanyData-2026-11-01.csv'));
    await cli.json('register', 'fetch', '--source', 'charges', '--out', path('out.ndjson'));
    expect(linesIn(path('out.ndjson')).map(({ company_number }) => company_number)).toEqual([HIRE]);
  });

  it('goes on where it was broken off, wherever that was, and asks for nothing twice', async () => {
    const items = Array.from({ length: 150 }, (_, index) => ({
      charge_number: index,
      status: 'outstanding',
      links: { self: `/company/${TIMES}/charges/${index}` },
    }));
    await register.control.answerWith(TIMES ?? '', 'charges', { total_count: 150, items });
    const command = fetchCharges(HIRE ?? '', TIMES ?? '', NONE ?? '', LEAGUE);
    await cli.json(...command);
    const whole = readFileSync(path('out.ndjson'));
    const said = saidIn(path('out.ndjson'));
    const offsets = [0, ...ends(whole), ...ends(whole).map((end) => end - 1)].map((at) => fc.constant(at));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.nat({ max: whole.length }), ...offsets), async (cut) => {
        writeFileSync(path('out.ndjson'), whole);
        truncateSync(path('out.ndjson'), cut);
        const { already, fetched } = await cli.json<{ already: number; fetched: number }>(...command);
        expect(saidIn(path('out.ndjson'))).toBe(said);
        expect(already + fetched).toBe(4);
      }),
      { numRuns: 25 },
    );
    const before = (await register.control.requests()).length;
    expect(await cli.json(...command)).toMatchObject({ already: 4, fetched: 0, lines: 0 });
    expect((await register.control.requests()).length).toBe(before);
  });

  it('goes on after it was killed', async () => {
    await register.control.nextRequests('silence', 1, `/company/${TIMES}`);
    const command = fetchCharges(HIRE ?? '', TIMES ?? '', LEAGUE);
    const env = { ...settings, PATH: process.env['PATH'], DATA_DIR: cli.dataDir };
    const child = spawn(process.execPath, [PROGRAM, ...command], { env, cwd: cli.dataDir, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const asked = async (number: string): Promise<number> =>
      (await register.control.requests()).filter(({ path: place }) => place.includes(number)).length;
    await eventually('the second company is asked for', async () => (await asked(TIMES)) > 0);
    child.kill('SIGKILL');
    await ended;
    expect(await cli.json(...command)).toMatchObject({ already: 1, fetched: 2 });
    expect(await asked(HIRE)).toBe(1);
  });

  it('rides out a register that fails for a while', async () => {
    await register.control.nextRequests('server-error', 4);
    expect(await cli.json(...fetchCharges(HIRE))).toMatchObject({ fetched: 1, failed: 0 });
  });

  it('waits for the register where it asks for a pause', async () => {
    await register.control.nextRequests('too-many-requests', 1);
    expect(await cli.json(...fetchCharges(HIRE))).toMatchObject({ fetched: 1, failed: 0 });
  });

  it.each(['deep', 'endless', 'gzip-bomb', 'not-json', 'list', 'wrong-types', 'foreign-404'] as const)(
    'leaves a company out whose answer is %s, says so, and asks again the next time',
    async (fault) => {
      await register.control.nextRequests(fault, 1, `/company/${TIMES}`);
      const command = fetchCharges(TIMES ?? '', HIRE);
      const { code, stdout } = await cli.run(...command, '--json');
      const reason = expect.stringMatching(/^the register answered [^\n]{1,80}$/) as unknown;
      expect([code, JSON.parse(stdout)]).toEqual([
        1,
        expect.objectContaining({ fetched: 1, failed: 1, failures: [{ company_number: TIMES, reason }] }),
      ]);
      expect(linesIn(path('out.ndjson')).map(({ company_number }) => company_number)).toEqual([HIRE]);
      expect(await cli.json(...command)).toMatchObject({ already: 1, fetched: 1, failed: 0 });
    },
  );
});

describe('register fetch refuses', () => {
  it('to go without a key', async () => {
    cli.remove();
    cli = new CommandLineOn();
    expect(await cli.refusal(...fetchCharges(HIRE))).toMatchObject({ code: 2, error: 'no_key' });
  });

  it('a key that the register refuses, without showing it', async () => {
    cli.remove();
    cli = new CommandLineOn('inside', { ...settings, REGISTER_API_KEY: 'wrong-secret' });
    const refused = await cli.refusal(...fetchCharges(HIRE));
    expect(refused).toEqual({
      code: 1,
      error: 'register_refused',
      detail: 'The register refused the key with 401.',
    });
  });

  it.each([
    ['of other companies', 'a,b,c\n1,2,3\n'],
    ['without an end', 'notes to keep'],
    ['of another source', '{"company_number":"00000001","resource":"officers","fetched_at":"x","data":{}}\n'],
  ])('to write into a file %s', async (_what, text) => {
    writeFileSync(path('out.ndjson'), text);
    expect(await cli.refusal(...fetchCharges(HIRE))).toMatchObject({ code: 2, error: 'wrong_out_file' });
    expect(readFileSync(path('out.ndjson'), 'utf8')).toBe(text);
  });

  it('numbers that are none, and names the line', async () => {
    const { code, error, detail } = await cli.refusal(...fetchCharges(HIRE ?? '', '123'));
    expect([code, error]).toEqual([2, 'wrong_numbers']);
    expect(detail).toContain('numbers.txt line 2: ');
    expect(existsSync(path('out.ndjson'))).toBe(false);
  });

  it('to guess companies while none is on file', async () => {
    const refused = await cli.refusal('register', 'fetch', '--source', 'psc', '--out', path('out.ndjson'));
    expect(refused).toMatchObject({ code: 1, error: 'no_edition' });
  });
});

/** Where lines end. */
const ends = (bytes: Buffer): number[] =>
  [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index + 1);
