import { madeCollection, refusal, type GetServer, type Row } from './plain-client.js';

const MEGABYTE = 1024 * 1024;
/** What `{ _id: 1, text: '' }` takes. */
const FRAME = 5 + 9 + 11;

export function limitsConform(server: GetServer): void {
  test('hello tells the limits, and that this is a set with transactions, or a way into a cluster', async () => {
    const hello = await server().client.db('admin').command({ hello: 1 });
    expect(hello).toMatchObject({
      isWritablePrimary: true,
      maxBsonObjectSize: 16 * MEGABYTE,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      logicalSessionTimeoutMinutes: expect.any(Number) as unknown,
    });
    expect(hello.setName ?? hello.msg).toEqual(expect.any(String));
  });

  test('a document of 16 MB is the largest', async () => {
    const collection = await madeCollection<Row>(server());
    await collection.insertOne({ _id: 1, text: 'x'.repeat(16 * MEGABYTE - FRAME) });
    const call = collection.insertOne({ _id: 2, text: 'x'.repeat(16 * MEGABYTE - FRAME + 1) });
    await refusal(call);
    expect(await collection.countDocuments({})).toBe(1);
  });

  test('an update cannot make one that is larger', async () => {
    const collection = await madeCollection<Row>(server());
    await collection.insertOne({ _id: 1, text: 'x'.repeat(9 * MEGABYTE) });
    const call = collection.updateOne({ _id: 1 }, { $set: { more: 'x'.repeat(9 * MEGABYTE) } });
    expect([17419, 10334]).toContain((await refusal(call)).code);
    expect(await collection.countDocuments({ more: { $exists: true } })).toBe(0);
  });

  test('of 100,001 operations the driver makes two commands', async () => {
    const collection = await madeCollection<Row>(server());
    const documents = Array.from({ length: 100_001 }, (_, _id) => ({ _id }));
    await collection.insertMany(documents, { ordered: false });
    expect(await collection.estimatedDocumentCount()).toBe(100_001);
  });

  test('more than 100,000 in one are refused', async () => {
    const collection = await madeCollection<Row>(server());
    const deletes = Array.from({ length: 100_001 }, (_, _id) => ({ q: { _id }, limit: 1 }));
    const call = server()
      .client.db(server().database)
      .command({ delete: collection.collectionName, deletes });
    expect(await refusal(call)).toMatchObject({ code: 16 });
  });

  test('a page in the middle of many documents is found by its key', async () => {
    const collection = await madeCollection<Row>(server());
    const key = (n: number): string => `job|${String(n).padStart(7, '0')}`;
    for (let from = 0; from < 20_000; from += 5_000) {
      await collection.insertMany(Array.from({ length: 5_000 }, (_, n) => ({ _id: key(from + n) })));
    }
    const page = await collection
      .find({ _id: { $gte: key(12_345), $lt: 'job~' } })
      .sort({ _id: 1 })
      .limit(3)
      .toArray();
    expect(page).toEqual([{ _id: key(12_345) }, { _id: key(12_346) }, { _id: key(12_347) }]);
  });
}
