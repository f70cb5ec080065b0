/** `init`: a data directory that is ready, whatever was there before. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { documentedCommands } from '../docs/cli-doc.js';
import { FILES } from '../support/basic-company-data.js';
import { CommandLineOn } from '../support/cli.js';

jest.setTimeout(60_000);

const WHO = ['--email', 'data@example.co.uk', '--name', 'Example Ltd'] as const;

interface Ready {
  readonly account_id: number;
  readonly key?: string;
  readonly key_id?: string;
  readonly next: readonly string[];
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
    expect(new Set(Object.keys(ready))).toEqual(new Set([...keys, ...optional]));
    expect((await cli.lines('keys', 'list', '--account', '1001')).map(({ key_id }) => key_id)).toEqual([
      ready.key_id,
    ]);
  });

  it('changes nothing the second time, and shows no key', async () => {
    const first = await init(...WHO);
    const second = await init(...WHO);
    expect([second.account_id, second.key]).toEqual([first.account_id, undefined]);
    expect(await cli.lines('accounts', 'list')).toHaveLength(1);
    expect((await cli.run('init')).stdout).toContain('Account 1001 has a key already');
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
    expect(await cli.lines('accounts', 'list')).toEqual([]);
  });
});
