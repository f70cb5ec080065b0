/** Accounts, keys and prices from the command line, without a running service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineOn } from '../support/cli.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const cli = forAllTests(() => new CommandLineOn());

interface Issued {
  readonly key: string;
  readonly key_id: string;
}

const today = (): string => new Date().toISOString().slice(0, 10);
const create = (name: string, ...more: string[]): Promise<{ account_id: number }> =>
  cli.json('accounts', 'create', '--email', 'data@example.co.uk', '--name', name, ...more);
const issue = (account: number, ...more: string[]): Promise<Issued> =>
  cli.json('keys', 'issue', '--account', String(account), '--name', 'production', ...more);

describe('accounts', () => {
  it('are opened with 32, 11, 37 or chosen blocks, and listed', async () => {
    const ids = [
      (await create('Default Ltd')).account_id,
      (await create('Core Ltd', '--blocks', 'core')).account_id,
      (await create('All Ltd', '--blocks', 'all')).account_id,
      (await create('Two Ltd', '--blocks', 'industry,domain')).account_id,
    ];
    expect(ids).toEqual([1001, 1002, 1003, 1004]);
    const lines = await cli.lines('accounts', 'list');
    expect(
      lines.map(({ account_id, name, blocks_enabled_count }) => [account_id, name, blocks_enabled_count]),
    ).toEqual([
      [1001, 'Default Ltd', 32],
      [1002, 'Core Ltd', 11],
      [1003, 'All Ltd', 37],
      [1004, 'Two Ltd', 2],
    ]);
    expect(lines[0]).toMatchObject({ email: 'data@example.co.uk', status: 'active', keys: 0 });
  });

  it('get other blocks, are suspended and reinstated, and tell whether anything changed', async () => {
    const blocks = await cli.json(
      'accounts',
      'blocks',
      '1004',
      '--enable',
      'officers',
      '--disable',
      'industry',
    );
    expect(blocks).toMatchObject({ blocks: ['domain', 'officers'], changed: true });
    expect(await cli.json('accounts', 'suspend', '1004', '--reason', 'unpaid')).toMatchObject({
      status: 'suspended',
      changed: true,
    });
    expect(await cli.json('accounts', 'suspend', '1004', '--reason', 'unpaid')).toMatchObject({
      changed: false,
    });
    expect(await cli.json('accounts', 'reinstate', '1004', '--reason', 'it was paid')).toMatchObject({
      status: 'active',
      changed: true,
    });
    const file = join(cli.dataDir, 'log.ndjson');
    await cli.json('events', 'export', file);
    const reinstated = /^.*"AccountReinstated".*$/m.exec(readFileSync(file, 'utf8'))?.[0] ?? '{}';
    expect(JSON.parse(reinstated)).toMatchObject({ metadata: { reason: 'it was paid' } });
  });

  it('are forgotten for good, once the operator says so twice', async () => {
    const unsure = await cli.run('accounts', 'forget', '1004', '--json');
    expect([unsure.code, JSON.parse(unsure.stderr)]).toEqual([
      2,
      expect.objectContaining({ error: 'not_confirmed' }),
    ]);
    expect((await cli.run('accounts', 'forget', '1004', '--confirm', '1001')).code).toBe(2);
    expect(await cli.json('accounts', 'show', '1004')).toMatchObject({ name: 'Two Ltd' });

    const forget = ['accounts', 'forget', '1004', '--confirm', '1004'];
    expect(await cli.json(...forget)).toMatchObject({ name: '', email: '', changed: true });
    expect(await cli.json(...forget)).toMatchObject({ changed: false });
    expect(await cli.json('accounts', 'show', '1004')).toMatchObject({ name: '', blocks_enabled_count: 2 });
    const again = ['accounts', 'contact', '1004', '--email', 'a@example.co.uk', '--name', 'A', '--json'];
    expect(JSON.parse((await cli.run(...again)).stderr)).toMatchObject({ error: 'contact_erased' });
    expect((await cli.run('accounts', 'suspend', '1004', '--reason', 'asked')).code).toBe(0);
  });

  it('are opened by many processes at once, each with an id of its own', async () => {
    const words = ['accounts', 'create', '--email', 'a@example.co.uk', '--name', 'N', '--json'];
    const ended = await Promise.all(Array.from({ length: 3 }, () => cli.process(...words)));
    const ids = ended.map(({ stdout }) => (JSON.parse(stdout) as { account_id: number }).account_id);
    expect(ids.sort()).toEqual([1005, 1006, 1007]);
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, '']));
    expect(await cli.lines('accounts', 'list')).toHaveLength(7);
  }, 60_000);
});

describe('a wrong argument', () => {
  it.each([
    [['accounts', 'show', '12'], "'12' is not an account id: a whole number from 1001 up."],
    [['jobs', 'show', 'job_x'], "'job_x' is not a job id: job_ and 26 capital letters and digits."],
    [
      ['keys', 'issue', '--account', "1'2", '--name', 'x'],
      "--account: '1'2' is not an account id: a whole number from 1001 up.",
    ],
  ])('is told in one sentence: %j', async (words, detail) => {
    const { code, stderr } = await cli.run(...words);
    expect([code, stderr]).toEqual([2, `company-data: ${detail}\n`]);
  });
});

describe('keys', () => {
  it('are shown once, at most two an environment, and never again', async () => {
    const first = await issue(1001, '--max-rows', '5000', '--requests-per-minute', '100');
    const second = await issue(1001, '--scopes', 'read');
    expect(first.key).toMatch(new RegExp(`^svc_live_${first.key_id}_[A-Za-z0-9]{40}$`));
    expect(await cli.refusal('keys', 'issue', '--account', '1001', '--name', 'third')).toMatchObject({
      code: 2,
      error: 'too_many_keys',
    });
    const test = await issue(1001, '--environment', 'test');
    expect(test.key).toMatch(/^svc_test_/);

    const lines = await cli.lines('keys', 'list', '--account', '1001');
    expect(
      lines.map(({ key_id, environment, scopes, revoked_at }) => [key_id, environment, scopes, revoked_at]),
    ).toEqual([
      [first.key_id, 'live', ['read', 'enrich'], null],
      [second.key_id, 'live', ['read'], null],
      [test.key_id, 'test', ['read', 'enrich'], null],
    ]);
    expect(lines[0]).toMatchObject({ name: 'production', max_rows: 5000, requests_per_minute: 100 });
    const everything = JSON.stringify([lines, await cli.json('accounts', 'show', '1001')]);
    for (const { key } of [first, second, test]) expect(everything).not.toContain(key.slice(-40));
    expect(everything).not.toContain('secret');
  });

  it('are revoked by id, also where a whole key was pasted, whose secret then stands nowhere', async () => {
    const { key, key_id } = await issue(1002);
    const { code, stdout, stderr } = await cli.run(
      'keys',
      'revoke',
      key,
      '--reason',
      `leaked ${key} in a mail`,
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ key_id, account_id: 1002, changed: true });
    const log = ['events.db', 'events.db-wal'].map((name) => read(name)).join('');
    for (const text of [stdout, stderr, log]) expect(text).not.toContain(key.slice(-40));
    expect(await cli.json('keys', 'revoke', key_id, '--reason', 'again')).toMatchObject({ changed: false });
    expect((await cli.run('keys', 'revoke', key_id, '--reason', 'again')).stdout).toMatch(
      /^Key \w+ of account 1002 was revoked at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.\n$/,
    );
    expect((await cli.lines('keys', 'list', '--account', '1002'))[0]).toMatchObject({
      revoke_reason: `leaked svc_live_${key_id} in a mail`,
    });
  });
});

/** Bytes as text, one character each; nothing where there is no such file. */
function read(name: string): string {
  try {
    return readFileSync(join(cli.dataDir, name), 'latin1');
  } catch {
    return '';
  }
}

describe('prices', () => {
  const agree = (...more: string[]) => ['prices', 'agree', '--account', '1001', '--currency', 'GBP', ...more];

  it('are agreed from a day on', async () => {
    const words = agree('--from', today(), '--price', 'industry=0.0200', '--price', 'officers=1');
    expect(await cli.json(...words)).toEqual({
      account_id: 1001,
      currency: 'GBP',
      from: today(),
      prices: { industry: '0.0200', officers: '1' },
      changed: true,
    });
    expect(await cli.json(...words)).toMatchObject({ changed: false });
    expect(await cli.json('accounts', 'show', '1001')).toMatchObject({
      prices: [{ from: today(), currency: 'GBP' }],
    });
  });

  it('are previewed with both sides, and agreed with their reason', async () => {
    const words = agree('--from', today(), '--price', 'industry=0.0300', '--reason', 'as signed');
    const sides = [{ block: 'industry', before: '0.0200 GBP', after: '0.0300 GBP' }];
    expect(await cli.json(...words, '--dry-run')).toMatchObject({
      ...{ dry_run: true, changed: false, reason: 'as signed' },
      sides: expect.arrayContaining(sides) as unknown,
    });
    expect(await cli.json(...words)).toMatchObject({ changed: true, reason: 'as signed' });
    expect(await cli.json(...words, '--dry-run')).not.toHaveProperty('sides');
  });

  it('never start before today', async () => {
    const refused = await cli.refusal(...agree('--from', '2020-01-01', '--price', 'industry=1'));
    expect(refused).toMatchObject({ code: 2, error: 'invalid_price' });
  });
});

describe('month rules', () => {
  const [year = 0, month = 0] = today().split('-').map(Number);
  const from = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const rules = (...more: string[]) => [
    ...['prices', 'rules', '--account', '1001', '--currency', 'GBP', '--from', from, '--reason', 'as agreed'],
    ...more,
  ];
  const terms = ['--free-units', '100', '--tier', '1000=10', '--tier', '5000=12.5', '--minimum', '50.00'];

  it('are previewed, agreed once, shown with the account, and ended', async () => {
    const agreed = {
      ...{ account_id: 1001, currency: 'GBP', from, free_units: 100, minimum: '50.00', reason: 'as agreed' },
      tiers: [
        { after: 1000, percent: '10' },
        { after: 5000, percent: '12.5' },
      ],
    };
    const preview = await cli.json<{ sides: object[] }>(...rules(...terms, '--dry-run'));
    expect(preview).toMatchObject({ ...agreed, changed: false, dry_run: true });
    expect(preview.sides.length).toBeGreaterThan(2);
    expect(await cli.json(...rules(...terms))).toEqual({ ...agreed, changed: true });
    expect(await cli.json(...rules(...terms))).toMatchObject({ changed: false });
    expect(await cli.json(...rules('--none'))).toMatchObject({ free_units: 0, tiers: [], minimum: null });
    expect(await cli.json('accounts', 'show', '1001')).toMatchObject({
      month_rules: [
        { version: 1, minimum: '50.00' },
        { version: 2, minimum: null },
      ],
    });
  });

  it.each([
    ['without any', [], 'wrong_use'],
    ['with some and none', [...terms, '--none'], 'wrong_use'],
    ['with a tier of no form', ['--tier', '1000'], 'wrong_use'],
    ['with tiers out of order', ['--tier', '5=1', '--tier', '2=1'], 'invalid_month_rules'],
  ])('are refused %s', async (_title, more, error) => {
    expect(await cli.refusal(...rules(...more))).toMatchObject({ code: 2, error });
  });
});

describe('a user of the console', () => {
  const add = async (on: CommandLineOn): Promise<string> =>
    (await on.run('console', 'users', 'add', 'alice', '--role', 'admin')).stdout;

  const named = forAllTests(
    () => new CommandLineOn('inside', { CONSOLE_URL: 'https://console.example.co.uk' }),
  );

  it('is told to start the service first, while nobody knows where the console listens', async () => {
    expect(await add(cli)).toContain('If serve prints another address of the console, use that.');
    const told = await add(named);
    expect(told).toContain('https://console.example.co.uk/welcome?link=');
    expect(told).not.toContain('Start the service');
  });
});

describe('wrong use', () => {
  const built = new CommandLineOn('as processes');
  afterAll(() => built.remove());

  it.each([
    ['no command', [], 'wrong_use', '--help'],
    ['an unknown command', ['acounts'], 'wrong_use', 'accounts'],
    ['an unknown option', ['accounts', 'list', '--all'], 'wrong_use', '--all'],
    ['a missing option', ['accounts', 'create', '--name', 'X'], 'wrong_use', '--email'],
    ['too many words', ['accounts', 'list', '1001'], 'wrong_use', 'too many'],
    ['no account id', ['accounts', 'show', 'abc'], 'wrong_use', 'from 1001 up'],
    ['an unknown account', ['accounts', 'show', '99999'], 'unknown_account', '99999'],
    [
      'an unknown account, to change',
      ['accounts', 'blocks', '99999', '--enable', 'domain'],
      'unknown_account',
      '99999',
    ],
    ['an unknown block', ['accounts', 'blocks', '1001', '--enable', 'ofcers'], 'wrong_use', 'officers'],
    [
      'a time that ends before it begins',
      ['investigate', 'key', 'abcdefghijkl', '--from', '2026-11-24', '--to', '2026-11-23'],
      'wrong_use',
      '--from',
    ],
    ['nothing to change', ['accounts', 'blocks', '1001'], 'wrong_use', '--enable'],
    [
      'a block both ways',
      ['accounts', 'blocks', '1001', '--enable', 'domain', '--disable', 'domain'],
      'contradicting_blocks',
      'domain',
    ],
    [
      'an option that nobody serves',
      ['accounts', 'option', '1001', '--enable', 'web_search'],
      'option_not_served',
      'web_search',
    ],
    [
      'an unknown option of the service',
      ['accounts', 'option', '1001', '--enable', 'websearch'],
      'wrong_use',
      'web_search',
    ],
    [
      'an unknown scope',
      ['keys', 'issue', '--account', '1001', '--name', 'x', '--scopes', 'write'],
      'wrong_use',
      'read, enrich',
    ],
    [
      'a cap over the limit',
      ['keys', 'issue', '--account', '1001', '--name', 'x', '--max-rows', '250001'],
      'wrong_use',
      '250000',
    ],
    ['an unknown key', ['keys', 'revoke', 'abcdefghijkl', '--reason', 'x'], 'unknown_key', 'keys list'],
    [
      'a date of no calendar',
      [
        'prices',
        'agree',
        '--account',
        '1001',
        '--currency',
        'GBP',
        '--from',
        '2026-02-30',
        '--price',
        'domain=1',
      ],
      'wrong_use',
      'YYYY-MM-DD',
    ],
    [
      'a price of nothing',
      [
        'prices',
        'agree',
        '--account',
        '1001',
        '--currency',
        'GBP',
        '--from',
        '2099-01-01',
        '--price',
        'domain',
      ],
      'wrong_use',
      'block=0.0200',
    ],
    [
      'a file that is not there',
      ['register', 'import', '--source', 'companies', 'none.csv'],
      'missing_file',
      'none.csv',
    ],
    ['an unknown source', ['register', 'import', '--source', 'company', 'x.csv'], 'wrong_use', 'companies'],
    ['no edition to keep', ['register', 'prune', '--keep', '0'], 'wrong_use', 'from 1'],
  ])('%s is told in one line and ends with 2', async (_, words, error, hint) => {
    // Fewer than two words load every command there is: quicker where they are built.
    const refused = await (words.length < 2 ? built : cli).refusal(...words);
    expect([refused.code, refused.error]).toEqual([2, error]);
    expect(refused.detail).toContain(hint);
    expect(refused.detail).not.toContain('\n');
  });

  it('is told in words without --json, as a process too', async () => {
    const { code, stdout, stderr } = await cli.process('accounts', 'show', '99999');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('company-data: There is no account 99999; accounts list shows them.\n');
  });
});
