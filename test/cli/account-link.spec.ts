/** An account's own link from the command line, without a running service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineOn } from '../support/cli.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const cli = forAllTests(async () => {
  const line = new CommandLineOn();
  await line.json('accounts', 'create', '--email', 'a@example.co.uk', '--name', 'A');
  await line.json('accounts', 'create', '--email', 'b@example.co.uk', '--name', 'B');
  return line;
});

interface Linked {
  readonly account_id: number;
  readonly link: string;
  readonly expires_at: string;
}

const link = (account: number, ...more: string[]): Promise<Linked> =>
  cli.json('accounts', 'link', String(account), ...more);
const daysUntil = (time: string): number => Math.round((Date.parse(time) - Date.now()) / 86_400_000);
const bytesOfTheLog = (): string =>
  ['events.db', 'events.db-wal'].map((name) => readFileSync(join(cli.dataDir, name), 'latin1')).join('');

it('is printed once, holds for 30 days unless said otherwise, and its secret stands nowhere', async () => {
  const first = await link(1001);
  expect(first).toEqual({
    account_id: 1001,
    link: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:3001\/own\/open\?link=svc_own_1001_[\w-]{43}$/,
    ) as string,
    expires_at: expect.any(String) as string,
  });
  expect(daysUntil(first.expires_at)).toBe(30);
  expect(daysUntil((await link(1001, '--days', '366')).expires_at)).toBe(366);
  expect(bytesOfTheLog()).not.toContain(first.link.slice(-43));
  const { stdout } = await cli.run('accounts', 'link', '1001', '--days', '7');
  expect(stdout).toMatch(/until .*:\nhttp:\S+svc_own_1001_[\w-]{43}\n/);
});

it('is ended, once', async () => {
  expect(await cli.json('accounts', 'unlink', '1001')).toEqual({ account_id: 1001, changed: true });
  expect(await cli.json('accounts', 'unlink', '1001')).toEqual({ account_id: 1001, changed: false });
  expect((await cli.run('accounts', 'unlink', '1001')).stdout).toBe('Account 1001 has no active link.\n');
});

it.each([
  [['1001', '--days', '0'], 'wrong_use'],
  [['1001', '--days', '367'], 'wrong_use'],
  [['1999'], 'unknown_account'],
])('is refused for %j', async (words, error) => {
  expect(await cli.refusal('accounts', 'link', ...words)).toMatchObject({ code: 2, error });
});

it('is refused where it would open nothing', async () => {
  await cli.json('accounts', 'suspend', '1002', '--reason', 'unpaid');
  expect(await cli.refusal('accounts', 'link', '1002')).toMatchObject({ error: 'account_suspended' });
  await cli.json('accounts', 'reinstate', '1002');
  await cli.json('accounts', 'forget', '1002', '--confirm', '1002');
  expect(await cli.refusal('accounts', 'link', '1002')).toMatchObject({ error: 'contact_erased' });
});

it('is cut to the account where somebody pastes it', async () => {
  const { link: pasted } = await link(1001);
  await cli.json('accounts', 'suspend', '1001', '--reason', `sent ${pasted} to the wrong address`);
  expect(bytesOfTheLog()).not.toContain(pasted.slice(-43));
  expect(bytesOfTheLog()).toContain('svc_own_1001 to the wrong address');
});
