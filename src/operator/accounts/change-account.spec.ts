import 'reflect-metadata';
import { CONTEXT, operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { changeAccountBlocks, openCustomerAccount, suspendAccount } from './change-account.js';
import { listKeys } from '../keys/keys.js';
import { PROJECTIONS } from '../../../projections/index.js';
import { projectorStores } from '../../../projections/read-side.js';
import { rebuildProjection } from '../../../packages/platform/src/projector/rebuild.js';
import { withReason } from '../operator.js';
import { listAccounts, listSomeAccounts, showAccount } from './find-account.js';

const world = forEachTest(operatorWorld);
let account: AccountId;
beforeEach(async () => {
  account = await openCustomerAccount(world.operator, { name: 'A Ltd', email: 'a@example.co.uk' }, [
    'industry',
  ]);
});

it('shows a change at once, although its read model was rebuilt a moment before', async () => {
  const { operator } = world;
  await showAccount(operator, account);
  await rebuildProjection({ stores: projectorStores(operator.stores), set: PROJECTIONS }, 'accounts');
  await changeAccountBlocks(operator, account, { enable: ['officers'], disable: ['industry'] });
  expect(await showAccount(operator, account)).toMatchObject({ blocks: ['officers'] });
});

it('shows a change at once, although no service runs', async () => {
  const changed = await changeAccountBlocks(world.operator, account, {
    enable: ['officers'],
    disable: ['industry'],
  });
  expect(changed).toMatchObject({ account_id: account, blocks: ['officers'], changed: true });
  expect(await showAccount(world.operator, account)).toMatchObject({ blocks: ['officers'] });
  const listed: unknown[] = [];
  for await (const line of listAccounts(world.operator)) listed.push(line);
  expect(listed).toMatchObject([{ account_id: account, name: 'A Ltd', blocks_enabled_count: 1, keys: 0 }]);
});

it('lists the accounts in pages, and says how many there are', async () => {
  const names = ['B Ltd', 'C Ltd', 'D Ltd'];
  for (const name of names) await openCustomerAccount(world.operator, { name, email: 'b@example.co.uk' }, []);
  const page = await listSomeAccounts(world.operator, { skip: 1, limit: 2 });
  expect([page.accounts.map(({ name }) => name), page.total]).toEqual([['B Ltd', 'C Ltd'], 4]);
});

it('shows every key, over more than a page of them', async () => {
  const keys = Array.from({ length: 1_001 }, (_, number) => `key${String(number).padStart(9, '0')}` as KeyId);
  for (const key of keys) await world.log.issueKey(account, key);
  const listed = await listKeys(world.operator, account);
  expect(listed.map(({ key_id }) => key_id).sort()).toEqual(keys);
});

it('says that nothing changed where all was so already', async () => {
  await suspendAccount(world.operator, account, { reason: 'unpaid' });
  expect(await suspendAccount(world.operator, account, { reason: 'unpaid' })).toMatchObject({
    status: 'suspended',
    changed: false,
  });
});

it('writes who acted, and in which request', async () => {
  await suspendAccount(world.operator, account, { reason: 'unpaid' });
  const slice = await world.operator.stores.eventStore.readStream(accountStream(account));
  const metadata = slice.status === 'found' ? slice.events.map((event) => event.metadata) : [];
  expect(metadata).toHaveLength(2);
  for (const each of metadata)
    expect(each).toMatchObject({ actor: CONTEXT.actor, $correlationId: CONTEXT.requestId });
});

it('writes the reason that the operator gave into the metadata, and none where none was given', async () => {
  const why = withReason(world.operator, 'ticket 4711');
  await changeAccountBlocks(why, account, { enable: ['officers'], disable: [] });
  const slice = await world.operator.stores.eventStore.readStream(accountStream(account));
  const reasons = slice.status === 'found' ? slice.events.map(({ metadata }) => metadata['reason']) : [];
  expect(reasons).toEqual([undefined, 'ticket 4711']);
});

it('refuses an account that is not there, by its code', async () => {
  const nobody = 4711 as AccountId;
  const refusal = { name: 'WrongRequest', code: 'unknown_account' };
  await expect(suspendAccount(world.operator, nobody, { reason: 'unpaid' })).rejects.toMatchObject(refusal);
  await expect(showAccount(world.operator, nobody)).rejects.toMatchObject(refusal);
});
