/** What an operator had erased is gone from every byte of the data folder, whoever saw it before. */
import { driveLanes } from '../../projections/read-side.js';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { filesWith } from '../support/bytes-on-disk.js';
import { CommandLineOn } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import { FakeEnricher } from '../support/fake-enricher.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../support/logs/job-builders.js';
import { LogBuilder } from '../support/logs/log-builder.js';
import { BOTH } from '../support/logs/row-stories.js';
import { ONE, smallRegister } from '../support/small-register.js';
import { ApiWorld } from '../support/worlds/api-world.js';
import { aCustomer } from '../support/worlds/console-customer.js';
import { ConsoleWorld } from '../support/worlds/console-world.js';
import { afterThisTest } from '../support/worlds/for-each-test.js';

/** Begins what the customer calls itself, and each of its rows. */
const NAME = 'Quillfeather';
const ROW = 'zebedee-row';
const EMAIL = 'marmaduke@thimblerig.example';
const PLANTED = [NAME, ROW, EMAIL];

const found = (dataDir: string, words: readonly string[] = PLANTED): string[] =>
  words.filter((word) => filesWith(dataDir, word).length > 0);
const gone = (dataDir: string, words: readonly string[] = PLANTED): Promise<boolean> =>
  eventually(`the end of ${words.join(', ')}`, () => found(dataDir, words).length === 0);
const eraseJob = (cli: CommandLineOn, job: string) => cli.json('jobs', 'erase', job, '--reason', 'asked');
const forget = (cli: CommandLineOn, account: number) =>
  cli.json('accounts', 'forget', String(account), '--confirm', String(account));

it('by a command alone, with the end of the command', async () => {
  const cli = new CommandLineOn();
  afterThisTest(() => cli.remove());
  await cli.json('accounts', 'create', '--email', EMAIL, '--name', `${NAME} Ltd`);
  const stores = await openStores({ dataDir: cli.dataDir, hosting: 'direct' });
  const log = new LogBuilder(stores.eventStore);
  log.time = new Date().toISOString();
  await log.issueKey(ACCOUNT, KEY);
  log.asked = (row) => ({ ref: `${ROW} ${row}`, company_number: '01234567' });
  await log.run(aSubmission(600, 300), () => BOTH);
  await driveLanes(stores, ['access', 'work', 'pages', 'billing'], await stores.eventStore.head());
  await stores.close();
  expect(found(cli.dataDir)).toEqual(PLANTED);

  await eraseJob(cli, JOB);
  expect(found(cli.dataDir)).toEqual([NAME, EMAIL]);
  await forget(cli, ACCOUNT);
  expect(found(cli.dataDir)).toEqual([]);
});

it('by a command beside the service that took the rows, delivered them and showed them', async () => {
  const world = await ApiWorld.start({ worker: new FakeEnricher(), judged: false });
  afterThisTest(() => world.stop());
  const { dataDir } = world.settings;
  const key = await world.customer({ email: EMAIL });
  const rows = Array.from({ length: 400 }, (_, row) => ({
    ref: `${ROW} ${row}`,
    company_number: `0000${1_000 + row}`,
  }));
  const job = await world.ranJob(key, rows, ['company_identity', 'industry', 'charges']);
  await world.call(`/v1/enrich/jobs/${job}/results`, {}, key);
  await world.caughtUp();
  // What is delivered is kept deflated, and a search for it sees that: in the log's journal, or folded into the log already.
  expect(filesWith(dataDir, ROW)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^events\.db(-wal)?$/)]),
  );
  expect(found(dataDir, [ROW, EMAIL])).toEqual([ROW, EMAIL]);

  const cli = new CommandLineOn('inside', {}, dataDir);
  await eraseJob(cli, job);
  await forget(cli, key.account);
  await gone(dataDir, [ROW, EMAIL]);
});

it('and was never there where the client wanted nothing stored', async () => {
  const register = smallRegister();
  afterThisTest(() => register.remove());
  const world = await ApiWorld.start({ companies: register.file });
  afterThisTest(() => world.stop());
  const key = await world.customer();
  const ask = (query: string) => {
    const headers = { 'x-idempotency-key': `${NAME} ${query.length}` };
    return world.call(`/v1/resolve?${query}&blocks=company_identity&store=false`, { headers }, key);
  };
  expect((await ask(`company_number=${ONE.number}&ref=${ROW}`)).text).toContain(ROW);
  expect((await ask(`company_name=${NAME}`)).status).toBe(404);
  await world.caughtUp();
  expect(found(world.settings.dataDir, [NAME, ROW])).toEqual([]);
});

it('also after operators saw it in the console', async () => {
  const console = await ConsoleWorld.open();
  afterThisTest(() => console.close());
  const { dataDir } = console.world.settings;
  const customer = await aCustomer(console, {
    name: `${NAME} Ltd`,
    email: EMAIL,
    ref: (row) => `${ROW} ${row}`,
  });
  const browser = await console.signedIn('alice', 'support');
  const looks = [
    `/search?q=${encodeURIComponent(EMAIL)}`,
    `/accounts/${customer.account}`,
    `/jobs/${customer.job}`,
    `/jobs/${customer.job}/rows/0`,
  ];
  for (const look of looks) expect((await browser.open(look)).status).toBeLessThan(400);
  expect(found(dataDir)).toEqual(PLANTED);

  const cli = new CommandLineOn('inside', {}, dataDir);
  await eraseJob(cli, customer.job);
  await forget(cli, customer.account);
  await gone(dataDir);
});
