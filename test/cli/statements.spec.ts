/** Statements from the command line, on a log that tests wrote. */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { accountStream } from '../../src/streams/account/account.events.js';
import { dayOf } from '../../packages/words/src/calendar.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import { CommandLineOn } from '../support/cli.js';
import { ACCOUNT, JOB, aSubmission } from '../support/logs/job-builders.js';
import { TWO_PENCE, adjust } from '../support/logs/adjusted.js';
import { LogBuilder } from '../support/logs/log-builder.js';
import { BOTH, NO_INDUSTRY } from '../support/logs/row-stories.js';
import { OTHER_JOB } from '../support/verified.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const OTHER_ACCOUNT = 1002 as AccountId;
const NOW_JOB = `${JOB.slice(0, -1)}7` as JobId;

const cli = forEachTest(() => new CommandLineOn());

async function write(what: (log: LogBuilder) => Promise<void>): Promise<void> {
  const stores = await openStores({ dataDir: cli.dataDir, hosting: 'direct' });
  await what(new LogBuilder(stores.eventStore));
  await stores.close();
}

const file = (name: string): string => join(cli.dataDir, name);
const text = (name: string): string => readFileSync(file(name), 'utf8');

beforeEach(async () => {
  await write(async (log) => {
    log.time = '2024-02-10T12:00:00.000Z';
    await log.openAccount();
    await log.run(aSubmission(4, 2), (row) => (row % 2 === 0 ? BOTH : NO_INDUSTRY));
    log.time = '2024-03-10T12:00:00.000Z';
    await log.openAccount(OTHER_ACCOUNT, 'mnopqrstuvwx' as KeyId);
    await log.run(aSubmission(2, 2, { job_id: OTHER_JOB }));
  });
});

const issueWords = (month: string, out: string): string[] => [
  'statements',
  'issue',
  '--account',
  String(ACCOUNT),
  '--month',
  month,
  '--out',
  file(out),
];
const issue = (month: string, out: string) => cli.json(...issueWords(month, out));

describe('statements issue', () => {
  it('writes the statement of a month, and the same bytes again', async () => {
    expect(await issue('2024-02', 'a')).toMatchObject({
      account_id: ACCOUNT,
      month: '2024-02',
      outcome: 'issued',
      partial: false,
      entries: 4,
      rows: 4,
      units: 6,
      amount: null,
      tree_size: 4,
    });
    expect(await issue('2024-02', 'b')).toMatchObject({ outcome: 'repeated' });
    expect(text('b')).toBe(text('a'));
    expect(statSync(file('a')).mode & 0o777).toBe(0o600);
    expect(readdirSync(cli.dataDir).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('writes the same bytes when the key was changed since, and another key signs from then on', async () => {
    const { key_id } = await issue('2024-02', 'a');
    const rotated = await cli.json('statements', 'rotate-key', '--reason', 'A year has passed.');
    expect(rotated['retired']).toBe(key_id);
    await issue('2024-02', 'b');
    expect(text('b')).toBe(text('a'));
    expect((await issue('2024-03', 'c'))['key_id']).toBe(rotated['key_id']);
    const keys = await cli.lines('statements', 'keys');
    expect(keys.map((key) => [key['key_id'], typeof key['retired_at']])).toEqual([
      [key_id, 'string'],
      [rotated['key_id'], 'object'],
    ]);
    for (const name of ['a', 'c'])
      expect(await cli.json('statements', 'verify', file(name))).toMatchObject({ ok: true });
  });

  it('keeps the private key for the service alone, and no private part in the log', async () => {
    await issue('2024-02', 'a');
    const path = file('secrets/statement-key.pem');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await cli.json('events', 'export', file('log'));
    const secret = readFileSync(path, 'utf8').split('\n')[1] ?? '';
    expect(text('log')).not.toContain(secret.slice(-43));
  });

  it('issues months in their order', async () => {
    expect(await cli.refusal(...issueWords('2024-03', 'a'))).toMatchObject({
      code: 2,
      error: 'earlier_month_open',
    });
    await issue('2024-02', 'a');
    await issue('2024-03', 'b');
    expect(await cli.refusal(...issueWords('2024-01', 'c'))).toMatchObject({
      code: 2,
      error: 'not_open_yet',
    });
  });

  it('puts a charge that came after its month was issued into the next, marked late', async () => {
    await issue('2024-02', 'a');
    const before = text('a');
    await write(async (log) => {
      log.time = '2024-02-29T23:59:59.000Z';
      await log.run(aSubmission(1, 1, { job_id: NOW_JOB }));
    });
    await issue('2024-02', 'a');
    expect(text('a')).toBe(before);
    expect(await issue('2024-03', 'b')).toMatchObject({ entries: 3, tree_size: 7 });
    expect(text('b').match(/"late":true/g)).toHaveLength(1);
    expect(await cli.json('statements', 'verify', file('b'))).toMatchObject({ ok: true });
    expect(await cli.refusal(...issueWords('2024-02', '../nowhere/c'))).toMatchObject({ code: 2 });
  });

  it('marks the statement of the running month partial, and issues it anew when there is more', async () => {
    const month = dayOf(new Date()).slice(0, 7);
    await issue('2024-02', 'a');
    await issue('2024-03', 'b');
    const run = (job_id: JobId) =>
      write(async (log) => {
        log.time = new Date().toISOString();
        await log.run(aSubmission(1, 1, { job_id }));
      });
    await run(NOW_JOB);
    expect(await issue(month, 'c')).toMatchObject({
      partial: true,
      outcome: 'issued',
      entries: 1,
      tree_size: 1,
    });
    const first = text('c');
    expect(await issue(month, 'c')).toMatchObject({ outcome: 'repeated' });
    expect(text('c')).toBe(first);
    await run(`${JOB.slice(0, -1)}8` as JobId);
    expect(await issue(month, 'c')).toMatchObject({ outcome: 'issued', entries: 2 });
    expect(await cli.json('statements', 'verify', file('c'))).toMatchObject({ ok: true, partial: true });
    expect(await cli.refusal('statements', 'prove', file('c'), '--since', file('b'))).toMatchObject({
      code: 1,
    });
  });

  it('overwrites nothing but a statement of the account', async () => {
    writeFileSync(file('precious'), 'not to be lost');
    expect(await cli.refusal(...issueWords('2024-02', 'precious'))).toMatchObject({
      code: 2,
      error: 'file_exists',
    });
    expect(text('precious')).toBe('not to be lost');
  });

  it.each([
    [['--month', '2024-13', '--account', '1001']],
    [['--month', '2999-01', '--account', '1001']],
    [['--month', '2024-02']],
    [['--month', '2024-02', '--account', '1001', '--all']],
    [['--month', '2024-02', '--account', '1009']],
  ])('refuses %j', async (words) => {
    expect((await cli.refusal('statements', 'issue', ...words, '--out', file('a'))).code).toBe(2);
  });

  it('writes those of every account, and what is missing when it is run again', async () => {
    mkdirSync(file('out'));
    const all = (month: string) =>
      cli.lines('statements', 'issue', '--all', '--month', month, '--out', file('out'));
    expect(await all('2024-02')).toMatchObject([{ account_id: ACCOUNT, outcome: 'issued', entries: 4 }]);
    const issued = await all('2024-03');
    expect(issued).toMatchObject([
      { account_id: ACCOUNT, outcome: 'issued', entries: 2 },
      { account_id: OTHER_ACCOUNT, outcome: 'issued', entries: 0, tree_size: 0 },
    ]);
    const paths = issued.map((each) => String(each['file']));
    const before = paths.map((path) => readFileSync(path, 'utf8'));
    rmSync(paths[0] ?? '');
    expect(await all('2024-03')).toMatchObject([{ outcome: 'repeated' }, { outcome: 'repeated' }]);
    expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(before);
    for (const path of paths)
      expect(await cli.json('statements', 'verify', path)).toMatchObject({ ok: true });
  });

  it('shows what was charged and what was taken back apart', async () => {
    mkdirSync(file('out'));
    await write(async (log) => {
      log.time = '2024-02-20T12:00:00.000Z';
      const data = { currency: 'GBP', from: '2024-02-01', prices: { company_identity: '0.04' } };
      await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }));
      await adjust(log, [aSubmission(4, 2)], {}, TWO_PENCE);
    });
    const { stdout } = await cli.run(
      ...['statements', 'issue', '--all', '--month', '2024-02', '--out', file('out')],
    );
    const [head, first] = stdout.split('\n').filter((line) => line.includes('│'));
    const cell = (line: string | undefined, at: number) => line?.split('│')[at]?.trim();
    const columns = [4, 5, 6, 7].map((at) => [cell(head, at), cell(first, at)]);
    expect(columns).toEqual([
      ['units', '6'],
      ['amount', '0.16 GBP'],
      ['adjusted units', '-6'],
      ['adjusted amount', '-0.16 GBP'],
    ]);
  });

  it('tells the account that has no statement beside those that have, and ends with 1', async () => {
    mkdirSync(file('out'));
    const { code, stdout } = await cli.run(
      'statements',
      'issue',
      '--all',
      '--month',
      '2024-03',
      '--out',
      file('out'),
      '--json',
    );
    expect(code).toBe(1);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { account_id: ACCOUNT, error: 'earlier_month_open' },
      { account_id: OTHER_ACCOUNT, outcome: 'issued' },
    ]);
  });

  it('issues one statement where two are asked for at once', async () => {
    const [one, other] = await Promise.all([issue('2024-02', 'a'), issue('2024-02', 'b')]);
    expect([one['outcome'], other['outcome']].sort()).toEqual(['issued', 'repeated']);
    expect(text('b')).toBe(text('a'));
  });
});

describe('statements verify', () => {
  /** What an outsider has: the file and the keys, and no store. */
  async function outside(): Promise<{ readonly check: (name: string) => ReturnType<CommandLineOn['run']> }> {
    await issue('2024-02', 'a');
    const [key] = await cli.lines<{ public_key: string }>('statements', 'keys');
    const outsider = new CommandLineOn();
    outsider.remove();
    mkdirSync(outsider.dataDir);
    return {
      check: async (name) => {
        const answer = await outsider.run(
          'statements',
          'verify',
          file(name),
          '--public-key',
          key?.public_key ?? '',
          '--json',
        );
        expect(readdirSync(outsider.dataDir)).toEqual([]);
        outsider.remove();
        return answer;
      },
    };
  }

  it('needs the file and the public key alone', async () => {
    const { code, stdout } = await (await outside()).check('a');
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({
      code: 0,
      ok: true,
      kind: 'statement',
      entries: 4,
    });
  });

  it('names the line that was changed, and ends with 1', async () => {
    const { check } = await outside();
    writeFileSync(file('b'), text('a').replace('"row":2', '"row":3'));
    const { code, stdout } = await check('b');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      findings_total: 1,
      findings: [{ line: 4, code: 'changed' }],
    });
  });

  it('reads well', async () => {
    await issue('2024-02', 'a');
    expect((await cli.run('statements', 'verify', file('a'))).stdout).toMatch(
      /^The statement of account 1001 for 2024-02 is as it was signed: 4 lines of charges and adjustments, signed 2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d UTC with key [0-9a-f]{16}\.\nperiod +2024-02-01 to 2024-02-29 \(UTC\)\ndelivered rows +4\nunits +6\namount +no price agreed\nadjusted units +0\n$/,
    );
    writeFileSync(file('b'), text('a').replace('"row":2', '"row":3'));
    expect((await cli.run('statements', 'verify', file('b'))).stdout).toContain('line 4: changed. ');
    writeFileSync(file('c'), 'no statement\n'.repeat(30));
    expect((await cli.run('statements', 'verify', file('c'))).stdout).toMatch(
      /\nline 20: .*\n\.{3} and 11 more\n$/,
    );
  });

  it('refuses what is no file or no key', async () => {
    await issue('2024-02', 'a');
    expect(await cli.refusal('statements', 'verify', file('nothing'))).toMatchObject({
      code: 2,
      error: 'no_file',
    });
    expect(await cli.refusal('statements', 'verify', file('a'), '--public-key', 'abc')).toMatchObject({
      code: 2,
      error: 'no_public_key',
    });
  });
});

describe('statements prove', () => {
  beforeEach(async () => {
    await issue('2024-02', 'a');
    await issue('2024-03', 'b');
  });

  async function proved(...words: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await cli.run('statements', 'prove', ...words);
    if (code !== 0) throw new Error(stderr);
    writeFileSync(file('proof'), stdout);
    return stdout;
  }
  const verdict = async () => {
    const { code, stdout } = await cli.run('statements', 'verify', file('proof'), '--json');
    return { code, ...(JSON.parse(stdout) as object) };
  };

  it.each([2, 3])('proves line %i of a statement without the others', async (line) => {
    const proof = await proved(file('b'), '--line', String(line));
    expect(proof).not.toContain(line === 2 ? '"row":1' : '"row":0');
    expect(await verdict()).toMatchObject({ code: 0, ok: true, kind: 'inclusion', month: '2024-03' });
    writeFileSync(file('proof'), proof.replace(/"row":[01]/, '"row":5'));
    expect(await verdict()).toMatchObject({ code: 1, ok: false });
  });

  it("proves that last month's tree is the beginning of this one's", async () => {
    const proof = await proved(file('b'), '--since', file('a'));
    expect(await verdict()).toMatchObject({ code: 0, ok: true, kind: 'consistency' });
    const parsed = JSON.parse(proof) as { path: string[] };
    writeFileSync(file('proof'), JSON.stringify({ ...parsed, path: parsed.path.slice(1) }));
    expect(await verdict()).toMatchObject({ code: 1, ok: false });
  });

  it('proves nothing of a file that was changed, of other lines, or of statements that do not follow each other', async () => {
    writeFileSync(file('c'), text('b').replace('"row":1', '"row":4'));
    copyFileSync(file('a'), file('d'));
    const refused = [
      ['c', '--line', '2'],
      ['b', '--line', '1'],
      ['b', '--line', '99'],
      ['a', '--since', file('b')],
    ] as const;
    for (const [name, ...words] of refused)
      expect(await cli.refusal('statements', 'prove', file(name), ...words)).toMatchObject({
        code: 1,
        error: 'no_proof',
      });
    expect((await cli.refusal('statements', 'prove', file('b'))).code).toBe(2);
  });
});
