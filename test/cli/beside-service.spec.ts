/** The command line beside a running service, as processes on one data directory where it asks who uses a file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { announced } from '../../packages/platform/src/coordination/presence.js';
import { openCoordination } from '../../packages/platform/src/stores/open-coordination.js';
import { SOURCES } from '../../packages/enrichment/src/sources/index.js';
import { CommandLineOn } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess } from '../support/service-process.js';

const PROGRAM = join(__dirname, '..', '..', 'bin', 'company-data.js');
const SAMPLE = join(__dirname, '..', '..', 'samples', 'BasicCompanyData-2020-05-01-sample.csv');
const BLOCKS = 'company_identity,industry';
const ROWS = 2_400;

let cli: CommandLineOn;
/** The same command line inside the test, without the start of a process each: after what asks whether a file is in use. */
let inside: CommandLineOn;
let service: ServiceProcess;
let key: string;
let keyId: string;

beforeAll(async () => {
  cli = new CommandLineOn('as processes');
  inside = new CommandLineOn('inside', {}, cli.dataDir);
  await cli.json('register', 'import', '--source', 'companies', SAMPLE);
  await cli.json('accounts', 'create', '--email', 'a@example.co.uk', '--name', 'A Ltd');
  const issued = await cli.json<{ key: string; key_id: string }>(
    'keys',
    'issue',
    '--account',
    '1001',
    '--name',
    'k',
    '--requests-per-minute',
    '100000',
    '--resolve-per-minute',
    '100000',
  );
  [key, keyId] = [issued.key, issued.key_id];
  writeFileSync(join(cli.dataDir, 'list.csv'), list());
  service = await ServiceProcess.start(cli.dataDir);
  await answers('/v1/whoami', 200);
});
afterAll(async () => {
  const code = await service.stop();
  cli.remove();
  expect(code).toBe(0);
});

/** Real companies, over and over, with some that nobody can find. */
function list(): string {
  const { data } = Papa.parse<Record<string, string>>(readFileSync(SAMPLE, 'utf8'), {
    header: true,
    skipEmptyLines: true,
    transformHeader: (heading) => heading.trim(),
  });
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const company = data[index % data.length];
    return `r${index},${index % 10 === 0 ? '1234567' : (company?.['CompanyNumber'] ?? '')}`;
  });
  return ['Ref,Company number', ...lines].join('\n');
}

/** Waits until a path answers so. */
const answers = (path: string, status: number): Promise<boolean> =>
  eventually(`${path} answers ${status}`, async () => (await service.status(path, key)) === status);

/** The service sees the key without a pause while the command runs, and is asked once when it has returned. */
async function holdsAtOnce(path: string, before: number, after: number, ...words: string[]): Promise<void> {
  expect([words[1], await service.status(path, key)]).toEqual([words[1], before]);
  let returned = false;
  const asking = (async () => {
    while (!returned) await service.status('/v1/whoami', key);
  })();
  try {
    await inside.json(...words);
    expect([words[1], await service.status(path, key)]).toEqual([words[1], after]);
  } finally {
    returned = true;
    await asking;
  }
}

const enrichWords = (out: string, run: string): string[] => [
  'enrich',
  join(cli.dataDir, 'list.csv'),
  ...['--url', service.url, '--key', key, '--blocks', BLOCKS, '--run', run],
  ...['--rows-per-job', '600', '--out', join(cli.dataDir, out)],
];
const read = (name: string): string => readFileSync(join(cli.dataDir, name), 'utf8');

/** Starts the client and kills it once it has said so many lines. */
async function killedAfter(lines: number, words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text.split('\n').length - 1;
    if (said >= lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
}

describe('beside a running service', () => {
  it('a list that broke off three times is whole in the end, and nothing is paid twice', async () => {
    const words = enrichWords('broken.csv', 'first');
    for (const lines of [1, 2, 4]) await killedAfter(lines, words);
    expect(existsSync(join(cli.dataDir, 'broken.csv'))).toBe(false);
    const summary = await inside.json<{ rows: number; jobs: unknown[]; counts: Record<string, number> }>(
      ...words,
    );
    expect(summary).toMatchObject({ rows: ROWS, counts: { total: ROWS, processed: ROWS } });
    expect(summary.jobs).toHaveLength(4);
    expect(await cli.lines('jobs', 'list', '--account', '1001')).toHaveLength(4);
    expect(await cli.json('usage', 'show', '--account', '1001')).toMatchObject({
      counts: { rows: summary.counts['succeeded'] },
    });
    expect(readdirSync(cli.dataDir).filter((name) => name.includes('partial'))).toEqual([]);

    await inside.json(...enrichWords('whole.csv', 'second'));
    expect(read('broken.csv')).toBe(read('whole.csv'));
    expect(read('broken.errors.csv')).toBe(read('whole.errors.csv'));
    expect(read('broken.csv').trimEnd().split('\n')).toHaveLength(ROWS + 1);
  });

  it('a backup is taken, and its restore into the same place refused', async () => {
    const copy = join(cli.dataDir, 'copy');
    await cli.json('backup', copy);
    expect(await cli.refusal('restore', copy)).toMatchObject({ code: 2, error: 'in_use' });
    const other = new CommandLineOn('as processes');
    await other.json('restore', copy);
    const copied = new CommandLineOn('inside', {}, other.dataDir);
    expect(await copied.json('verify')).toMatchObject({ ok: true });
    expect(await copied.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal' });
    other.remove();
  });

  it('what an operator changes holds in the service, and what the service did is proved', async () => {
    // At once: what a command says is done holds from its return on, though the service has just seen the key.
    await holdsAtOnce('/v1/whoami', 200, 401, 'accounts', 'suspend', '1001', '--reason', 'unpaid');
    await holdsAtOnce('/v1/whoami', 401, 200, 'accounts', 'reinstate', '1001');
    const resolve = '/v1/resolve?company_number=00000006&blocks=industry';
    const allowed = await service.status(resolve, key);
    expect([200, 404]).toContain(allowed);
    await holdsAtOnce(resolve, allowed, 403, 'accounts', 'blocks', '1001', '--disable', 'industry');
    await holdsAtOnce(resolve, 403, allowed, 'accounts', 'blocks', '1001', '--enable', 'industry');

    expect(await inside.json('verify')).toMatchObject({ ok: true });
    expect(await inside.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal' });

    const [job] = await inside.lines<{ job_id: string }>('jobs', 'list', '--account', '1001');
    await inside.json('jobs', 'erase', String(job?.job_id), '--reason', 'asked');
    await answers(`/v1/enrich/jobs/${job?.job_id}/results`, 410);

    await holdsAtOnce('/v1/whoami', 200, 401, 'keys', 'revoke', keyId, '--reason', 'lost');
  });

  it('no edition comes into force that a running process of another version can not read', async () => {
    const before = await inside.lines('register', 'status');
    const coordination = await openCoordination({ dataDir: cli.dataDir, hosting: 'direct' });
    const layouts = Object.fromEntries(SOURCES.map(({ name, importer }) => [name, importer.layout]));
    const running = (await announced(coordination, 'editions')).filter(
      ({ process }) => typeof process === 'string' && process.startsWith(`process ${service.pid} on `),
    );
    // The API and one worker.
    expect(running.map((one) => one['layouts'])).toEqual([layouts, layouts]);

    await coordination.put('presence/editions/older', {
      process: 'process 7 on old-host',
      layouts: { ...layouts, companies: 4001 },
    });
    const again = ['register', 'import', '--source', 'companies', '--as-of', '2026-01-01', SAMPLE];
    const refused = await inside.refusal(...again);
    expect(refused).toMatchObject({ code: 1, error: 'not_read_by_all' });
    expect(refused.detail).toContain('process 7 on old-host answers rows and reads layout 4001 of companies');
    const edition = String((before as { edition?: string }[]).find(({ edition }) => edition)?.edition);
    expect(await inside.refusal('register', 'activate', 'companies', edition)).toMatchObject({
      error: 'not_read_by_all',
    });
    expect(await inside.lines('register', 'status')).toEqual(before);

    await coordination.delete('presence/editions/older');
    await coordination.close();
    expect(await inside.json(...again)).toMatchObject({ as_of: '2026-01-01' });
  });
});
