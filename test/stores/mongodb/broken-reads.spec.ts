/** Reads that are broken off: all that there is, or none of it. */
import { MongoClient } from 'mongodb';
import { allOf } from '../../../packages/platform/src/mongodb/all-of.js';
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { testPatienceMs } from '../patience.js';
import { startStandIn } from './mongo-under-test.js';

jest.setTimeout(testPatienceMs);

const server = forAllTests(async () => {
  const { url, stop } = await startStandIn();
  return { url, remove: stop };
});

test('a read in several answers is whole, or is refused where its cursor was closed between two', async () => {
  const client = await new MongoClient(server.url).connect();
  const numbers = client.db('test').collection<{ _id: number }>('numbers');
  await numbers.insertMany(Array.from({ length: 9 }, (_, _id) => ({ _id })));
  const inTwos = () => numbers.find({}, { batchSize: 2 });
  expect(await allOf(inTwos())).toHaveLength(9);
  expect(await allOf(numbers.find({}, { batchSize: 4, limit: 4 }), 4)).toHaveLength(4);
  expect(await allOf(numbers.find({ _id: -1 }))).toEqual([]);
  const closed = inTwos();
  await closed.next();
  await closed.close();
  await expect(allOf(closed)).rejects.toThrow(StoreUnavailableError);
  await client.close();
});
