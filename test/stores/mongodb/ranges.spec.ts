/** Ranged reads: that their index answers them, and that they need nothing that another server of the protocol lacks. */
import { MaxKey, MinKey, MongoClient, type Document } from 'mongodb';
import { mongoTarget } from '../../../packages/platform/src/mongodb/connection-string.js';
import { openMongoDb } from '../../../packages/platform/src/mongodb/open-mongodb.js';
import { boundedFind } from '../../../packages/platform/src/read-models/mongodb/index-bounds.js';
import type { RangeQuery, ReadModels } from '../../../packages/platform/src/read-models/read-models.js';
import { newName, put, write } from '../read-models/read-models-under-test.js';
import { testPatienceMs } from '../patience.js';
import { mongoUnderTest, startStandIn } from './mongo-under-test.js';

jest.setTimeout(testPatienceMs);

const { title, start } = mongoUnderTest();

async function openReadModels(url: string): Promise<ReadModels> {
  const { readModels, coordination, readings } = await openMongoDb({ url });
  await Promise.all([coordination.close(), readings.close()]);
  return readModels;
}

/** Every stage of a plan, wherever a server puts it. */
function stagesOf(plan: unknown): Document[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const within = Object.values(plan).flatMap(stagesOf);
  return 'stage' in plan ? [plan, ...within] : within;
}

describe(`ranges (${title})`, () => {
  const FIELDS = ['account', 'created'];
  const collection = newName();
  let running: Awaited<ReturnType<typeof start>>;
  let models: ReadModels;
  let client: MongoClient;
  /** Other servers of the protocol may sort what they read from the index: slower, and as right. */
  let isMongoDb: boolean;

  beforeAll(async () => {
    running = await start();
    models = await openReadModels(running.url);
    client = await new MongoClient(running.url).connect();
    isMongoDb = 'gitVersion' in (await client.db('admin').command({ buildInfo: 1 }));
    await models.declare([{ name: collection, indexes: [{ name: 'by_account', fields: FIELDS }] }]);
    const documents = Array.from({ length: 900 }, (_, at) => {
      const fields = at % 9 === 0 ? { account: 'a' } : { account: 'abc'.charAt(at % 3), created: at >> 4 };
      return put(collection, `k${String(at).padStart(4, '0')}`, fields);
    });
    await write(models, ...documents);
  });
  afterAll(async () => {
    await client.close();
    await models.close();
    await running.stop();
  });

  const after = { key: 'k0400', fields: { account: 'b', created: 25 } };
  test.each<[string, RangeQuery]>([
    ['of everything', {}],
    ['of one value', { equals: ['b'] }],
    ['of what lacks the second field, and then the rest', { equals: ['a'] }],
    ['between bounds', { equals: ['c'], from: 3, to: 40 }],
    ['of the key', { equals: ['b', 25], from: 'k0400' }],
    ['after an earlier page', { equals: ['b'], after }],
    ['after an earlier page, on into the next value', { after }],
  ])(
    'a page %s is read from its index, by MongoDB in its order and no more than the page',
    async (_title, query) => {
      for (const order of ['ascending', 'descending'] as const) {
        const bounded = boundedFind(FIELDS, { ...query, order });
        if (bounded === undefined) throw new Error('the range holds something');
        const { filter, options } = bounded;
        const found = client
          .db(mongoTarget(running.url).database)
          .collection(collection)
          .find(filter, { ...options, limit: 20 });
        const { queryPlanner, executionStats } = await found.explain('executionStats');
        const stages = stagesOf((queryPlanner as Document)['winningPlan']);
        const stagesNotWanted = isMongoDb ? ['COLLSCAN', 'SORT'] : ['COLLSCAN'];
        expect(stagesNotWanted.filter((name) => stages.some(({ stage }) => stage === name))).toEqual([]);
        const scans = stages.filter(({ stage }) => stage === 'IXSCAN');
        expect(scans).not.toHaveLength(0);
        expect(scans.every(({ indexName }) => indexName === 'by_account')).toBe(true);
        // Each stretch may look at one key more than it gives.
        const { totalKeysExamined, nReturned } = executionStats as Record<string, number>;
        expect(nReturned).toBe(
          (await models.range(collection, { ...query, index: 'by_account', order, limit: 20 })).length,
        );
        if (isMongoDb) expect(totalKeysExamined).toBeLessThanOrEqual((nReturned ?? 0) + 2 * scans.length);
      }
    },
  );
});

test('bounds that a server ignores give what lies outside of them', async () => {
  const server = await startStandIn();
  const client = await new MongoClient(server.url).connect();
  try {
    const collection = client.db('test').collection<{ _id: string; a: number }>('rows');
    await collection.createIndex({ a: 1, _id: 1 });
    await collection.insertMany([1, 2, 3].map((a) => ({ _id: `k${a}`, a })));
    const [min, max] = [new MinKey(), new MaxKey()].map((_id) => ({ a: 2, _id }));
    const bounded = { hint: { a: 1, _id: 1 }, ...(min && { min }), ...(max && { max }) } as const;
    const found = await collection.find({}, bounded).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(['k1', 'k2', 'k3']);
    const filtered = await collection.find({ a: 2 }, { hint: bounded.hint }).toArray();
    expect(filtered.map(({ _id }) => _id)).toEqual(['k2']);
  } finally {
    await client.close();
    await server.stop();
  }
});
