/** Names of keys: shown until `accounts forget`; after it no answer, page or export shows them, whoever wrote them. */
import { readFileSync } from 'node:fs';
import { driveLanes } from '../../projections/read-side.js';
import { issueApiKey } from '../../src/operator/keys/keys.js';
import type { KeyId } from '../../packages/contract/src/ids.js';
import { accountStream } from '../../src/streams/account/account.events.js';
import { filesWith } from '../support/bytes-on-disk.js';
import { CommandLineOn } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import { aCustomer, type Customer } from '../support/worlds/console-customer.js';
import { KEY } from '../support/logs/job-builders.js';
import { ConsoleWorld, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

jest.setTimeout(240_000);

/** `OLD` is in an event as older programs wrote it. */
const [OLD, NEW] = ['production', 'Quillfeather'];
const folder = forAllTests(() => new TemporaryFolder());
const world = forAllTests(() => ConsoleWorld.open());
let customer: Customer;
let key: KeyId;
let cli: CommandLineOn;
let operator: Browser;
let own: Browser;

beforeAll(async () => {
  const words = { name: 'Bean Ltd', email: 'data@bean.example', ref: (row: number) => `crm-${row}` };
  customer = await aCustomer(world, words);
  const limits = { max_rows: null, requests_per_minute: 600, resolve_per_minute: 60 };
  const request = { name: NEW, environment: 'live', scopes: ['read'], ...limits } as const;
  key = (await issueApiKey(world.world.operator, customer.account, request)).key_id;
  cli = new CommandLineOn('inside', {}, world.world.settings.dataDir);
  operator = await world.signedIn('alice', 'support');
  own = await world.customerOf(customer.account);
  const { stores } = world.world.operator;
  await driveLanes(stores, ['access', 'work', 'billing', 'support'], await stores.eventStore.head());
});

/** Everything that shows a key, by what it is. */
async function shown(): Promise<Readonly<Record<string, string>>> {
  const of = String(customer.account);
  const file = folder.file(`${Date.now()}.ndjson`);
  await cli.json('events', 'export', file);
  const commands = [
    ['keys', 'list', '--account', of],
    ['accounts', 'show', of],
    ['accounts', 'list'],
    ['investigate', 'key', KEY],
    ['investigate', 'key', key],
  ];
  const pages = [`/accounts/${of}`, `/keys/${KEY}`, `/keys/${key}`, `/search?q=${KEY}`];
  const stream = accountStream(customer.account);
  const said: Record<string, string> = { export: readFileSync(file, 'utf8') };
  for (const words of commands) said[words.join(' ')] = (await cli.run(...words, '--json')).stdout;
  for (const page of pages) said[page] = (await operator.open(page)).text;
  for (let revision = 0; revision < 5; revision++)
    said[`event ${revision}`] = (await operator.open(`/events/${stream}/${revision}`)).text;
  return said;
}
const showing = (said: Readonly<Record<string, string>>, name: string): string[] =>
  Object.keys(said).filter((what) => said[what]?.includes(name));

it('are shown, and only the name of an older key is where nothing can be erased', async () => {
  const of = String(customer.account);
  const said = await shown();
  const everywhere = [`keys list --account ${of}`, `accounts show ${of}`, `/accounts/${of}`];
  const each = ['export', ...everywhere, `/keys/${KEY}`, `/keys/${key}`, `investigate key ${KEY}`];
  expect(showing(said, OLD)).toEqual(expect.arrayContaining([...each, 'event 1']));
  expect(showing(said, NEW)).toEqual(expect.arrayContaining(each));
  expect(showing(said, NEW).filter((what) => what.startsWith('event'))).toEqual([]);
  const page = (await own.open('/own')).text;
  expect([page.includes(OLD), page.includes(NEW)]).toEqual([true, true]);
});

it('are shown nowhere after that, and new ones are gone from every byte', async () => {
  const { dataDir } = cli;
  expect(filesWith(dataDir, NEW)).not.toEqual([]);
  await cli.json('accounts', 'forget', String(customer.account), '--confirm', String(customer.account));
  const said = await shown();
  expect([showing(said, OLD), showing(said, NEW)]).toEqual([[], []]);
  expect(said[`investigate key ${KEY}`]).toContain('"name":""');
  await eventually('the end of the name', () => filesWith(dataDir, NEW).length === 0);
});

it('are shown nowhere by read models that are made again', async () => {
  await cli.json('projections', 'rebuild', 'accounts');
  const said = await shown();
  expect([showing(said, OLD), showing(said, NEW)]).toEqual([[], []]);
});
