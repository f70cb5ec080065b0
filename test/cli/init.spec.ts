/** `init`: a data directory that is ready, whatever was there before. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PublishersProcess } from '../../packages/publishers-stand-in/src/index.js';
import { documentedCommands } from '../docs/cli-doc.js';
import { FILES } from '../support/basic-company-data.js';
import { CommandLineOn } from '../support/cli.js';
import { PublishedFiles } from '../support/published/published-files.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const WHO = ['--email', 'data@example.co.uk', '--name', 'Example Ltd'] as const;

interface Ready {
  readonly ready: boolean;
  readonly account_id: number;
  readonly key?: string;
  readonly key_id?: string;
  readonly next: readonly string[];
  readonly loaded?: readonly { readonly source: string; readonly outcome: string }[];
}

describe('init', () => {
  let cli: CommandLineOn;
  beforeEach(() => (cli = new CommandLineOn('inside', { PORT: '0' })));
  afterEach(() => cli.remove());
  const init = (...more: readonly string[]): Promise<Ready> => cli.json<Ready>('init', ...more);

  it('makes secrets, an account and a key, and says what comes next', async () => {
    const ready = await init(...WHO);
    expect(ready.account_id).toBe(1001);
    expect(ready.key).toMatch(/^svc_live_/);
    expect(ready.next).toEqual(['company-data register sync', 'company-data serve']);
    expect(existsSync(join(cli.dataDir, 'secrets', 'key-hash-secret'))).toBe(true);
    const { keys, optional } = documentedCommands().get('init') ?? { keys: new Set(), optional: new Set() };
    expect(new Set([...Object.keys(ready), 'loaded'])).toEqual(new Set([...keys, ...optional]));
    expect((await cli.lines('keys', 'list', '--account', '1001')).map(({ key_id }) => key_id)).toEqual([
      ready.key_id,
    ]);
  });

  it('changes nothing the second time, and shows no key', async () => {
    const first = await init(...WHO);
    const second = await init(...WHO);
    expect([second.account_id, second.key]).toEqual([first.account_id, undefined]);
    expect(await cli.lines('accounts', 'list')).toHaveLength(1);
    expect((await cli.run('init')).stdout).toContain('Account 1001 already has a key');
  });

  it('goes on where it was killed between account and key', async () => {
    await cli.json('accounts', 'create', ...WHO);
    const ready = await init();
    expect(ready.account_id).toBe(1001);
    expect(ready.key).toMatch(/^svc_live_/);
    expect(await cli.lines('accounts', 'list')).toHaveLength(1);
  });

  it('opens no account of nobody', async () => {
    expect(await cli.refusal('init')).toMatchObject({ code: 2, error: 'no_contact' });
    expect(await cli.lines('accounts', 'list')).toEqual([]);
  });

  it('says nothing of loading where companies are in force', async () => {
    await cli.json('register', 'import', '--source', 'companies', FILES.june2020);
    expect((await init(...WHO)).next).toEqual(['company-data doctor', 'company-data serve']);
  });

  it('opens nothing where the service would not start', async () => {
    const other = new CommandLineOn('inside', { HOST: '192.0.2.1' }, cli.dataDir);
    expect(await other.refusal('init', ...WHO)).toMatchObject({ code: 1, error: 'not_ready' });
    expect(existsSync(join(cli.dataDir, 'secrets'))).toBe(false);
    expect(await cli.lines('accounts', 'list')).toEqual([]);
  });
});

describe('init --load', () => {
  const published = forEachTest(() => new PublishedFiles());
  const publishers = forEachTest(() => PublishersProcess.start(published.path));
  const cli = forEachTest(() => new CommandLineOn('inside', { PORT: '0', ...publishers.settings }));

  it('puts published files in force, and opens the account', async () => {
    await published.companies('2020-05-01');
    const ready = await cli.json<Ready>('init', ...WHO, '--load', 'companies');
    expect(ready.ready).toBe(true);
    expect(ready.loaded).toMatchObject([{ source: 'companies', outcome: 'synced', rows: 3452 }]);
    expect(ready.key).toMatch(/^svc_live_/);
    expect(ready.next).toEqual(['company-data doctor', 'company-data serve']);
    const again = await cli.json<Ready>('init', '--load', 'companies');
    expect(again).toMatchObject({ account_id: ready.account_id, loaded: [{ outcome: 'newest_in_force' }] });
  });

  it('shows the key also where a file could not be had, says that it is not ready, and ends with 1', async () => {
    const { code, stdout, stderr } = await cli.run('init', ...WHO, '--load', 'companies,pay_gap');
    expect(code).toBe(1);
    expect(stdout).toMatch(/companies +│ failed/);
    expect(stdout).toContain(`${cli.dataDir} is not ready: companies, pay_gap could not be loaded.\n`);
    expect(stdout).not.toContain('is ready');
    expect(stdout).toMatch(/^svc_live_/m);
    expect(stdout).toMatch(/^ {2}company-data register sync --source companies,pay_gap$/m);
    // No terminal: how far it is comes by lines.
    expect(stderr).toMatch(
      /^Looking for companies, source 1 of 2\ncompanies: failed, .*\nLooking for pay_gap, source 2 of 2$/m,
    );
  });

  it('is not ready, either, where one file of several could not be had', async () => {
    await published.companies('2020-05-01');
    const { code, stdout } = await cli.run('init', ...WHO, '--load', 'companies,pay_gap', '--json');
    const ready = JSON.parse(stdout) as Ready;
    expect([code, ready.ready, ready.next]).toEqual([
      1,
      false,
      ['company-data register sync --source pay_gap', 'company-data serve'],
    ]);
  });

  it('fetches nothing before it knows whose the account is', async () => {
    expect(await cli.refusal('init', '--load', 'all')).toMatchObject({ code: 2, error: 'no_contact' });
    expect(await publishers.control.requests()).toEqual([]);
  });
});

it('init --data-dir keeps the folder in .env, for its own user alone, and none but that', async () => {
  const cli = new CommandLineOn('as processes', { PORT: '0' });
  try {
    await cli.json('init', ...WHO, '--data-dir', cli.dataDir);
    expect(readFileSync(join(cli.dataDir, '.env'), 'utf8')).toBe(`DATA_DIR=${cli.dataDir}\n`);
    expect(statSync(join(cli.dataDir, '.env')).mode & 0o777).toBe(0o600);
    const refused = await cli.refusal('init', '--data-dir', join(cli.dataDir, 'other'));
    expect(refused).toMatchObject({ code: 2, error: 'other_setting' });
  } finally {
    cli.remove();
  }
});
