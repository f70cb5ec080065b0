/** Price lists from the command line: published, given in versions, and who acted. */
import { CommandLineOn } from '../support/cli.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const cli = forAllTests(() => new CommandLineOn());
const list = (...words: string[]): string[] => ['prices', 'list', ...words, '--reason', 'of 2027'];
const publish = (price: string): string[] =>
  list('publish', 'standard', '--currency', 'GBP', '--price', `industry=${price}`);

it('are published by who --operator names, given in the version that --version names, and shown', async () => {
  await cli.json('accounts', 'create', '--email', 'data@example.co.uk', '--name', 'Ltd');
  await cli.json(...publish('0.02'), '--operator', 'ann');
  const preview = await cli.run(...publish('0.03'), '--dry-run');
  expect(preview.stdout).toContain('This would be published');
  expect(preview.stdout).toMatch(/industry │ 0\.02 GBP │ 0\.03 GBP/);
  await cli.json('--operator', 'bob', ...publish('0.03'));

  const from = new Date().toISOString().slice(0, 10);
  const give = list('give', 'standard', '--version', '1', '--account', '1001', '--from', from);
  expect((await cli.run(...give, '--dry-run')).stdout).toMatch(/price list +standard, version 1\n/);
  expect(await cli.json(...give)).toMatchObject({ changed: true, list: { name: 'standard', version: 1 } });
  expect((await cli.run('accounts', 'show', '1001')).stdout).toContain('standard, version 1');
  expect(await cli.json('prices', 'list', 'show', 'standard')).toMatchObject({
    version: 2,
    versions: [{ published_by: 'bob' }, { published_by: 'ann' }],
    accounts: [{ account_id: 1001, version: 1, state: 'in force' }],
  });
  expect((await cli.run('prices', 'list', 'show')).stdout).toMatch(/standard +│ +2 │ .* │ bob /);
});

it('are refused in words that say what to do', async () => {
  const wrong = async (...words: string[]) => (await cli.run(...words)).stderr;
  expect(await wrong(...publish('0.03'))).toContain('give it, or change a price.');
  expect(await wrong('prices', 'list', 'show', 'gold')).toContain(
    "There is no price list 'gold': publish it first.",
  );
  expect(await wrong('prices', 'list', 'show', '--version', '1')).toContain('needs the name of a price list');
  expect(await wrong('prices', 'list', 'show', 'standard', '--version', '0')).toContain('--version: ');
});
