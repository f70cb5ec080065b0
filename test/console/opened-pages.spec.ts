/** Which pages of the console are lines of the service's log, and what those lines leave out. */
import 'reflect-metadata';
import { openCustomerAccount } from '../../src/operator/accounts/change-account.js';
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import { ConsoleWorld } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

type Line = Readonly<Record<string, unknown>>;

const written: string[] = [];
const log = createLogger({ logLevel: 'info' }, { write: (line) => void written.push(line) });
const world = forAllTests(() => ConsoleWorld.open({}, log));
const alice = forAllTests(() => world.signedIn('alice', 'support'));
beforeEach(() => void written.splice(0));

const linesOf = (message: string): Line[] =>
  written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === message);

it.each(['/', '/accounts', '/editions'])('%s is a line with who opened it', async (path) => {
  await alice.open(path);
  const request = expect.stringMatching(/^console_[0-9A-Z]{26}$/) as unknown;
  expect(linesOf('page opened')).toEqual([
    expect.objectContaining({ by: 'alice', page: `GET ${path}`, of: {}, reason: null, request_id: request }),
  ]);
});

it('a list of statements is a line with its account and why it was opened', async () => {
  const { operator } = world.world;
  const account = await openCustomerAccount(operator, { name: 'Bean Ltd', email: 'data@bean.example' }, []);
  const bob = await world.signedIn('bob', 'billing');
  await bob.send('/reason', { reason: 'ticket 17', to: '/' });
  written.splice(0);
  await bob.open(`/accounts/${account}/statements`);
  expect(linesOf('page opened')).toEqual([
    expect.objectContaining({
      by: 'bob',
      page: 'GET /accounts/:account/statements',
      of: { account: String(account) },
      reason: 'ticket 17',
    }),
  ]);
});

it('a page that is refused or finds nothing is a line all the same', async () => {
  await alice.open('/search?q=nobody@nowhere.example');
  await alice.open('/jobs/job_01M81YCA6XFQ51Y3NPK4VD9D99');
  expect(linesOf('page opened').map(({ page }) => page)).toEqual(['GET /search', 'GET /jobs/:job']);
});

it('a search that finds several accounts names them, never what was searched for', async () => {
  const { operator } = world.world;
  const found = [
    await openCustomerAccount(operator, { name: 'Pea One', email: 'one@pea.example' }, []),
    await openCustomerAccount(operator, { name: 'Pea Two', email: 'two@pea.example' }, []),
  ];
  await alice.open('/search?q=pea.example');
  expect(linesOf('several found')).toEqual([expect.objectContaining({ by: 'alice', accounts: found })]);
  expect(written.join('')).not.toContain('pea.example');
});

it('what an open page fetches again is no line', async () => {
  await alice.open('/editions/imports');
  expect(linesOf('page opened')).toEqual([]);
});

it('nobody who is not signed in opens a page', async () => {
  await world.browser().open('/accounts');
  expect(linesOf('page opened')).toEqual([]);
});
