/** Collections that an operator sharded by hashed keys, behind a router: what replaces them lies the same way. */
import { MongoClient } from 'mongodb';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { openMongoDb } from '../../../packages/platform/src/mongodb/open-mongodb.js';
import { testPatienceMs } from '../patience.js';
import { keys, newName, position, put } from '../read-models/read-models-under-test.js';
import { impatient } from './troubled-mongo.js';

jest.setTimeout(testPatienceMs);

const DATABASE = 'company_data';

const server = forEachTest(() => MongoDbProcess.start({ role: 'mongos' }));
const operator = forEachTest(() => MongoClient.connect(server.url));
const stores = forEachTest(
  () => openMongoDb({ url: impatient(server.url) }),
  ({ readModels, coordination, readings }) =>
    Promise.all([readModels.close(), coordination.close(), readings.close()]),
);

const shard = (collection: string) =>
  operator.db('admin').command({ shardCollection: `${DATABASE}.${collection}`, key: { _id: 'hashed' } });

async function isSharded(collection: string): Promise<boolean> {
  const indexes = await operator.db(DATABASE).collection(collection).indexes();
  return indexes.some(({ key }) => JSON.stringify(key) === '{"_id":"hashed"}');
}

test('a new generation is sharded as the one was whose place it takes, and no other collection is', async () => {
  const { readModels } = stores;
  const [sharded, whole] = [newName(), newName()];
  await readModels.declare([{ name: sharded }, { name: whole }]);
  await shard(sharded);
  const indexes = [{ name: 'by_to', fields: ['to'] }];
  const next = [
    { name: `${sharded}_2`, like: sharded, indexes },
    { name: `${whole}_2`, like: whole },
    { name: `${whole}_3`, like: newName() },
  ];
  await readModels.declare(next);
  await readModels.declare(next);
  expect(await Promise.all(next.map(({ name }) => isSharded(name)))).toEqual([true, false, false]);

  const move = (n: number) => ({
    name: 'lane',
    expected: n === 1 ? null : position(n - 1),
    next: position(n),
  });
  const writes = ['a', 'b', 'c'].map((key) => put(`${sharded}_2`, key, { to: 1 }));
  expect(await readModels.commit(writes, move(1))).toBe('committed');
  expect(await readModels.commit(writes, move(2))).toBe('committed');
  expect(keys(await readModels.range(`${sharded}_2`, { from: 'b' }))).toEqual(['b', 'c']);
  expect(keys(await readModels.range(`${sharded}_2`, { index: 'by_to', equals: [1] }))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('a generation that may not be sharded is not made', async () => {
  const old = newName();
  await stores.readModels.declare([{ name: old }]);
  await shard(old);
  const error = { code: 13, message: 'not authorized on admin to execute command shardCollection' };
  await server.control.fail({ commands: ['shardCollection'], times: 100, error });
  const declaring = stores.readModels.declare([{ name: `${old}_2`, like: old }]);
  await expect(declaring).rejects.toThrow(StoreUnavailableError);
  await expect(declaring).rejects.toThrow('shardCollection');
  expect(
    await operator
      .db(DATABASE)
      .listCollections({ name: `${old}_2` })
      .toArray(),
  ).toEqual([]);
});

test('a drop may take as long as a cluster needs for it', async () => {
  const { readModels } = stores;
  const name = newName();
  await readModels.declare([{ name }]);
  expect(await readModels.commit([put(name, 'a')], { name: 'lane', expected: null, next: position(0) })).toBe(
    'committed',
  );
  await server.control.fail({ commands: ['drop'], isDone: true, delayMs: 1_200 });
  const before = (await server.control.commandsBegun())[`drop ${name}`] ?? 0;
  await readModels.drop([name], []);
  expect((await server.control.commandsBegun())[`drop ${name}`]).toBe(before + 1);
  expect(await readModels.range(name, {})).toEqual([]);
});
