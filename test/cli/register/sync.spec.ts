/** `register sync` over HTTP, from the stand-in of the publishers' sites, with real files of the samples. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { PublishersProcess } from '../../../packages/publishers-stand-in/src/index.js';
import { csvFile } from '../../support/basic-company-data.js';
import { CommandLineOn } from '../../support/cli.js';
import { eventually } from '../../support/eventually.js';
import { PublishedFiles } from '../../support/published/published-files.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';

const PROGRAM = join(__dirname, '..', '..', '..', 'bin', 'company-data.js');
const SAMPLES = join(__dirname, '..', '..', '..', 'samples');
const RECORDS = join(__dirname, '..', '..', 'fixtures', 'register', 'records');
const ACCOUNTS = join(__dirname, '..', '..', 'fixtures', 'accounts');

interface Outcome {
  readonly source: string;
  readonly outcome: string;
  readonly edition?: string;
  readonly rows?: number;
  readonly as_of?: string;
  readonly files?: readonly string[];
  readonly bytes?: number;
  readonly error?: string;
  readonly detail?: string;
}

const published = forEachTest(() => new PublishedFiles());
const publishers = forEachTest(() => PublishersProcess.start(published.path));
let cli: CommandLineOn;
beforeEach(() => {
  cli = new CommandLineOn('inside', publishers.settings);
});
afterEach(() => cli.remove());

/** Its exit code, and what it says of each source. */
async function sync(
  ...words: readonly string[]
): Promise<{ code: number | null; sources: readonly Outcome[] }> {
  const { code, stdout } = await cli.run('register', 'sync', ...words, '--json');
  const { sources } = JSON.parse(stdout) as { sources: readonly Outcome[] };
  return { code, sources };
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const only = async (...words: readonly string[]): Promise<Outcome | undefined> =>
  (await sync(...words)).sources[0];

const fetched = async (name: string) =>
  (await publishers.control.requests()).filter(
    ({ path, range }) => path.endsWith(name) && range !== 'bytes=0-0',
  );

describe('register sync', () => {
  it('puts the newest file in force, and does nothing where that is in force', async () => {
    await published.companies('2020-04-01');
    await published.companies('2020-05-01');
    expect(await sync('--source', 'companies')).toMatchObject({
      code: 0,
      sources: [{ outcome: 'synced', as_of: '2020-05-01', rows: 3452 }],
    });
    expect(await sync('--source', 'companies')).toMatchObject({
      code: 0,
      sources: [{ outcome: 'newest_in_force' }],
    });
    expect(await fetched('2020-05-01.zip')).toHaveLength(1);
    expect(await fetched('2020-04-01.zip')).toHaveLength(0);
    expect(existsSync(join(cli.dataDir, 'downloads', 'companies'))).toBe(false);
    await published.companies('2020-06-01');
    await published.companies('2020-07-01');
    expect(await only('--source', 'companies', '--keep', '1')).toMatchObject({ as_of: '2020-07-01' });
    const editions = await cli.lines<{ edition?: string }>('register', 'status');
    expect(editions.filter(({ edition }) => edition !== undefined)).toHaveLength(1);
  });

  it('says of a dry run how far it is where its output is piped, and nothing of that on stdout', async () => {
    await published.companies('2020-05-01');
    const { stdout, stderr } = await cli.run(
      'register',
      'sync',
      '--source',
      'companies,pay_gap',
      '--dry-run',
    );
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      'Looking for companies, source 1 of 2',
      'companies: would fetch',
      'Looking for pay_gap, source 2 of 2',
    ]);
    expect(stdout).not.toContain('Looking for');
  });

  it('says of a dry run what it would fetch, how large and under which licence, and fetches nothing', async () => {
    await published.companies('2020-05-01');
    expect(await only('--source', 'companies', '--dry-run')).toEqual({
      source: 'companies',
      outcome: 'would_fetch',
      as_of: '2020-05-01',
      files: ['BasicCompanyDataAsOneFile-2020-05-01.zip'],
      bytes: readFileSync(published.file('companies-house', 'BasicCompanyDataAsOneFile-2020-05-01.zip'))
        .length,
      licence: 'Companies House, Open Government Licence v3.0',
    });
    expect(await fetched('2020-05-01.zip')).toHaveLength(0);
  });

  it('goes on with the other sources where one publisher changed its page, and ends with 1', async () => {
    await published.companies('2020-05-01');
    published.payGap();
    await publishers.control.nextRequests('changed-page', 1, '/companies-house/en_output.html');
    const { code, sources } = await sync('--source', 'companies,pay_gap,officers,property');
    expect(code).toBe(1);
    expect(sources.map(({ outcome, error }) => [outcome, error])).toEqual([
      ['failed', 'page_changed'],
      ['synced', undefined],
      ['not_published', undefined],
      ['needs_key', undefined],
    ]);
    expect(sources[0]?.detail).toMatch(/lists no BasicCompanyDataAsOneFile-YYYY-MM-DD.zip/);
    const failures = async () =>
      (await cli.lines('register', 'status')).filter((line) => 'sync_failure' in line);
    expect(await failures()).toMatchObject([
      { source: 'companies', failures: 1, went_well_at: null, sync_failure: { error: 'page_changed' } },
    ]);
    expect(await only('--source', 'companies')).toMatchObject({ outcome: 'synced' });
    expect(await failures()).toEqual([]);
  });

  it('passes over links that can’t be read, and takes the newest file beside them', async () => {
    await published.companies('2020-05-01');
    for (const name of ['BasicCompanyDataAsOneFile%.zip', 'BasicCompanyDataAsOneFile-2020-99-99.zip'])
      writeFileSync(published.file('companies-house', name), '');
    expect(await only('--source', 'companies')).toMatchObject({ outcome: 'synced', as_of: '2020-05-01' });
  });

  it('notes any other fault of one source, waits longer each time, and goes on with the others', async () => {
    await published.companies('2020-05-01');
    published.payGap();
    mkdirSync(join(cli.dataDir, 'downloads'), { recursive: true });
    // Where the files of the source are to lie there is a file.
    writeFileSync(join(cli.dataDir, 'downloads', 'companies'), '');
    for (const failures of [1, 2]) {
      const { code, sources } = await sync('--source', 'companies,pay_gap');
      expect([code, sources.map(({ error }) => error)]).toEqual([1, ['sync_failed', undefined]]);
      const told = (await cli.lines('register', 'status')).filter((line) => 'sync_failure' in line);
      expect(told).toMatchObject([{ source: 'companies', failures, sync_failure: { error: 'sync_failed' } }]);
    }
  });

  it.each([
    'cut',
    'grows',
    'grows-unmarked',
    'server-error',
    'too-many-requests',
    'slow',
    'no-ranges',
    'no-validator',
    'wrong-checksum',
  ] as const)('gets the whole file through a server that meets it with %s once', async (fault) => {
    await published.companies('2020-05-01');
    const file = '/companies-house/BasicCompanyDataAsOneFile-2020-05-01.zip';
    // The first request asks for the size alone.
    await publishers.control.nextRequests(fault, 2, file);
    expect(await only('--source', 'companies')).toMatchObject({ outcome: 'synced', rows: 3452 });
  });

  it('refuses a file that twice is not what its checksum says, and leaves what was in force', async () => {
    await published.companies('2020-05-01');
    await publishers.control.nextRequests('wrong-checksum', 9, '/companies-house/Basic');
    expect(await only('--source', 'companies')).toMatchObject({
      outcome: 'failed',
      error: 'download_failed',
    });
  });

  it('takes all parts of a snapshot, and none where one isn’t listed yet', async () => {
    const line = (number: string) =>
      `${JSON.stringify({ company_number: number, data: { kind: 'super-secure-person-with-significant-control', ceased: false, description: 'super-secure-persons-with-significant-control', etag: number, links: { self: `/company/${number}/persons-with-significant-control/super-secure/${number}` } } })}\n`;
    const part = (at: number, text: string) =>
      published.zip('companies-house', `psc-snapshot-2026-11-26_${at}of2.zip`, {
        [`psc-snapshot-2026-11-26_${at}of2.txt`]: Buffer.from(text),
      });
    await part(1, line('02443921'));
    expect(await only('--source', 'psc')).toMatchObject({ error: 'page_changed' });
    const counts = { persons_of_significant_control_count: 2, statements_count: 0, exemptions_count: 0 };
    const totals = { data: { kind: 'totals#persons-of-significant-control-snapshot', ...counts } };
    await part(2, `${line('02443922')}${JSON.stringify(totals)}\n`);
    expect(await only('--source', 'psc')).toMatchObject({ outcome: 'synced', rows: 2, as_of: '2026-11-26' });
  });

  it('takes each archive of accounts once: months first, then the days after them', async () => {
    const day = (date: string, name: string) =>
      published.zip('companies-house', `Accounts_Bulk_Data-${date}.zip`, {
        [name]: readFileSync(join(ACCOUNTS, 'Prod224_0088_11426842_20200630.xml')),
      });
    await published.zip('companies-house', 'Accounts_Monthly_Data-October2026.zip', {
      'Prod224_0088_11426842_20200630.xml': readFileSync(
        join(ACCOUNTS, 'Prod224_0088_11426842_20200630.xml'),
      ),
    });
    await day('2026-10-30', 'Prod223_1_11426843_20200630.xml');
    await day('2026-11-03', 'Prod223_1_11426844_20200630.xml');
    expect((await only('--source', 'accounts'))?.files).toEqual([
      'Accounts_Monthly_Data-October2026.zip',
      'Accounts_Bulk_Data-2026-11-03.zip',
    ]);
    expect(await only('--source', 'accounts')).toMatchObject({ outcome: 'newest_in_force' });
    await day('2026-11-04', 'Prod223_1_11426845_20200630.xml');
    expect(await only('--source', 'accounts')).toMatchObject({
      outcome: 'synced',
      files: ['Accounts_Bulk_Data-2026-11-04.zip'],
      rows: 3,
    });
  });

  it('takes the whole postcode directory out of its archive, by a redirect', async () => {
    const header = 'pcd7,pcd8,pcds,dointr,doterm,lad25cd,ctry25cd,rgn25cd';
    const row = (postcode: string) => `${postcode},,${postcode},198001,,E07000165,E92000001,E12000003`;
    await published.zip('statistics', 'ONSPD_AUG_2026_UK.zip', {
      'Data/ONSPD_AUG_2026_UK.csv': Buffer.from(`${header}\n${row('HG1 1ND')}\n${row('HG1 1NE')}\n`),
      'Data/multi_csv/ONSPD_AUG_2026_UK_HG.csv': Buffer.from(`${header}\n${row('HG1 1ND')}\n`),
      'Documents/Country names.csv': Buffer.from('CTRY25CD,CTRY25NM\nE92000001,England\n'),
    });
    expect(await only('--source', 'postcodes')).toMatchObject({
      outcome: 'synced',
      rows: 2,
      as_of: '2026-08-01',
    });
    const shown = await cli.json<{ records: unknown[] }>('register', 'show', 'postcodes', 'HG11ND');
    expect(JSON.stringify(shown.records)).toContain('E12000003');
  });

  it('takes a year again when the publisher changed it', async () => {
    const sample = readFileSync(
      join(SAMPLES, 'published', 'UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv'),
      'utf8',
    );
    const file = published.file('pay-gap', 'UK_Gender_Pay_Gap_Data_2021_to_2022.csv');
    writeFileSync(file, sample);
    const { rows = 0 } = (await only('--source', 'pay_gap')) ?? {};
    expect(rows).toBeGreaterThan(0);
    expect(await only('--source', 'pay_gap')).toMatchObject({ outcome: 'newest_in_force' });
    writeFileSync(file, sample.replace('250 to 499', '500 to 999'));
    expect(await only('--source', 'pay_gap')).toMatchObject({ outcome: 'synced', rows });
  });
});

/** The command as a process of its own. */
const started = (...words: readonly string[]) =>
  spawn(process.execPath, [PROGRAM, 'register', 'sync', ...words], {
    env: { ...publishers.settings, PATH: process.env['PATH'], DATA_DIR: cli.dataDir },
    stdio: 'ignore',
  });

describe('register sync, of files that are listed in answers', () => {
  const titles = async (): Promise<void> => {
    for (const dataset of ['CCOD', 'OCOD'])
      await published.zip('land-registry', `${dataset}_FULL_2025_09.zip`, {
        [`${dataset}_FULL_2025_09.csv`]: readFileSync(join(RECORDS, `${dataset}_FULL_2025_09_SYNTHETIC.csv`)),
      });
  };
  const withKey = async (key: string): Promise<Outcome | undefined> => {
    const keyed = new CommandLineOn('inside', { ...publishers.settings, HMLR_API_KEY: key }, cli.dataDir);
    const { stdout } = await keyed.run('register', 'sync', '--source', 'property', '--json');
    return (JSON.parse(stdout) as { sources: Outcome[] }).sources[0];
  };

  it('asks for property with the key of the account, and says so where that is refused', async () => {
    await titles();
    const refused = await withKey('another');
    expect(refused).toMatchObject({ outcome: 'failed', error: 'site_unavailable' });
    expect(refused?.detail).toMatch(/answers 401$/);
    expect(await withKey(PublishersProcess.key)).toMatchObject({
      outcome: 'synced',
      as_of: '2025-09-01',
      files: ['CCOD_FULL_2025_09.zip', 'OCOD_FULL_2025_09.zip'],
    });
    expect(await withKey(PublishersProcess.key)).toMatchObject({ outcome: 'newest_in_force' });
  });

  it('takes the golden copy whole, in its three files', async () => {
    await published.goldenCopy();
    const taken = await only('--source', 'entity_ids');
    expect(taken).toMatchObject({ outcome: 'synced' });
    expect(taken?.files).toHaveLength(3);
    expect(await only('--source', 'entity_ids')).toMatchObject({ outcome: 'newest_in_force' });
  });

  it('takes all notices of contracts, again when the registry made them anew', async () => {
    const notices = published.contracts();
    const first = await only('--source', 'contracts');
    expect(first).toMatchObject({
      outcome: 'synced',
      files: ['contracts-finder-full.jsonl.gz', 'find-a-tender-full.jsonl.gz'],
    });
    expect(await only('--source', 'contracts')).toMatchObject({ outcome: 'newest_in_force' });
    const [line = ''] = notices.toString().split('\n');
    writeFileSync(published.file('open-contracting', '41-full.jsonl.gz'), gzipSync(`${line}\n`));
    expect(await only('--source', 'contracts')).toMatchObject({ outcome: 'synced', rows: first?.rows });
    writeFileSync(published.file('open-contracting', '41-of-another-name.gz'), '');
    rmSync(published.file('open-contracting', '41-full.jsonl.gz'));
    expect(await only('--source', 'contracts')).toMatchObject({ outcome: 'failed', error: 'page_changed' });
  });
});

describe('register sync --every', () => {
  it('fetches once for two processes, until it is told to end', async () => {
    await published.companies('2020-05-01');
    const kept = [1, 2].map(() => started('--source', 'companies', '--every', '24h'));
    const ended = kept.map((child) => once(child, 'close'));
    await eventually('an edition is in force', () =>
      existsSync(join(cli.dataDir, 'editions', 'companies', 'last-sync.json')),
    );
    for (const child of kept) child.kill('SIGTERM');
    expect((await Promise.all(ended)).map(([code]: unknown[]) => code)).toEqual([0, 0]);
    expect(await only('--source', 'companies')).toMatchObject({ outcome: 'newest_in_force' });
    expect(await fetched('2020-05-01.zip')).toHaveLength(1);
  });
});

describe('register sync, killed', () => {
  it('at any point of a download goes on where it was, and loses nothing', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => ({
      CompanyNumber: String(at + 1).padStart(8, '0'),
      CompanyName: `COMPANY ${Math.sin(at)} LIMITED`,
    }));
    await published.companies('2026-11-01', Buffer.from(csvFile(rows)));
    const name = 'BasicCompanyDataAsOneFile-2026-11-01.zip';
    const part = join(cli.dataDir, 'downloads', 'companies', `${name}.part`);
    for (let kill = 0; kill < 3; kill += 1) {
      // The size is asked for first.
      await publishers.control.nextRequests('slow', 1, `/companies-house/${name}`);
      await publishers.control.nextRequests('slow', 1, `/companies-house/${name}`);
      const child = started('--source', 'companies');
      const before = bytesOf(part);
      const ended = once(child, 'close');
      await eventually('more of it has come', () => bytesOf(part) > before);
      child.kill('SIGKILL');
      await ended;
      await publishers.control.behave();
      expect(existsSync(part)).toBe(true);
    }
    expect(await only('--source', 'companies')).toMatchObject({ outcome: 'synced', rows: 30_000 });
    expect((await fetched(name)).at(-1)?.range).toMatch(/^bytes=[1-9]\d*-$/);
  });
});
