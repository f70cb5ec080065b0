import type { Document } from 'mongodb';
import {
  idsOf,
  madeCollection,
  newCollection,
  refusal,
  rows,
  type GetServer,
  type Row,
} from './plain-client.js';

export function indexingConforms(server: GetServer): void {
  test('a unique index lets one of each in, and says which is there', async () => {
    const collection = newCollection<Row>(server());
    await collection.createIndex({ name: 1 }, { unique: true });
    await collection.insertOne({ _id: 1, name: 'x' });
    const error = await refusal(collection.insertOne({ _id: 2, name: 'x' }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { name: 1 }, keyValue: { name: 'x' } });
    await collection.insertOne({ _id: 2, name: 'y' });
    expect(await refusal(collection.updateOne({ _id: 2 }, { $set: { name: 'x' } }))).toMatchObject({
      code: 11000,
    });
    expect(await refusal(collection.findOneAndUpdate({ _id: 2 }, { $set: { name: 'x' } }))).toMatchObject({
      code: 11000,
      keyValue: { name: 'x' },
    });
    await collection.deleteOne({ _id: 1 });
    await collection.updateOne({ _id: 2 }, { $set: { name: 'x' } });
  });

  test('a field that is missing counts as null, and there is one of it', async () => {
    const collection = newCollection<Row>(server());
    await collection.createIndex({ name: 1 }, { unique: true });
    await collection.insertOne({ _id: 1 });
    expect(await refusal(collection.insertOne({ _id: 2, name: null }))).toMatchObject({ code: 11000 });
  });

  test('of several fields it is the whole that is unique', async () => {
    const collection = newCollection<Row>(server());
    await collection.createIndex({ a: 1, b: -1 }, { unique: true });
    await collection.insertMany([
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 1, b: 2 },
    ]);
    expect(await refusal(collection.insertOne({ _id: 3, b: 1, a: 1 }))).toMatchObject({
      code: 11000,
      keyPattern: { a: 1, b: -1 },
      keyValue: { a: 1, b: 1 },
    });
  });

  test('a partial index binds those that its condition names', async () => {
    const collection = newCollection<Row>(server());
    await collection.createIndex(
      { name: 1 },
      { unique: true, partialFilterExpression: { state: { $eq: 'open' } } },
    );
    await collection.insertMany([
      { _id: 1, name: 'x', state: 'open' },
      { _id: 2, name: 'x', state: 'closed' },
      { _id: 3, name: 'x', state: 'closed' },
    ]);
    expect(await refusal(collection.updateOne({ _id: 2 }, { $set: { state: 'open' } }))).toMatchObject({
      code: 11000,
    });
    expect(idsOf(await collection.find({ name: 'x' }).sort({ _id: 1 }).toArray())).toEqual([1, 2, 3]);
    expect(idsOf(await collection.find({ name: 'x', state: 'open' }).toArray())).toEqual([1]);
  });

  test('a sparse index leaves out documents without the field', async () => {
    const collection = newCollection<Row>(server());
    await collection.createIndex({ name: 1 }, { unique: true, sparse: true });
    await collection.insertMany(rows(1, 2));
    await collection.insertOne({ _id: 3, name: 'x' });
    expect(await collection.countDocuments({})).toBe(3);
    expect(await refusal(collection.insertOne({ _id: 4, name: 'x' }))).toMatchObject({ code: 11000 });
  });

  test('of a list each element is an entry', async () => {
    const collection = newCollection<Row>(server());
    await collection.createIndex({ tags: 1 });
    await collection.insertMany([
      { _id: 1, tags: ['a', 'b'] },
      { _id: 2, tags: ['b', 'c'] },
      { _id: 3, tags: [] },
    ]);
    expect(idsOf(await collection.find({ tags: 'b' }).sort({ _id: 1 }).toArray())).toEqual([1, 2]);
    expect(
      idsOf(
        await collection
          .find({ tags: { $gte: 'a' } })
          .sort({ _id: 1 })
          .toArray(),
      ),
    ).toEqual([1, 2]);
    expect(idsOf(await collection.find({ tags: { $gt: 'b', $lt: 'b' } }).toArray())).toEqual([]);
    expect(idsOf(await collection.find({ tags: { $lt: 'b', $gt: 'a' } }).toArray())).toEqual([1]);
    expect(idsOf(await collection.find({ tags: { $gt: 'a', $lte: 'a' } }).toArray())).toEqual([1]);
  });

  test.each([
    ['forwards', { job: 1, row: 1 } as const],
    ['backwards', { job: -1, row: -1 } as const],
    ['mixed', { job: 1, row: -1 } as const],
  ])('an index of two fields, %s, changes no answer', async (_title, index) => {
    const [plain, indexed] = [newCollection<Row>(server()), newCollection<Row>(server())];
    await indexed.createIndex(index);
    const documents = Array.from({ length: 60 }, (_, n) => ({ _id: n, job: `j${n % 4}`, row: (n * 7) % 20 }));
    for (const collection of [plain, indexed])
      await collection.insertMany(documents.map((one) => ({ ...one })));
    const filters: Document[] = [
      { job: 'j1' },
      { job: 'j1', row: { $gte: 5 } },
      { job: { $in: ['j1', 'j3'] }, row: { $lt: 9, $gt: 2 } },
      { job: { $gt: 'j1' } },
      { row: 3 },
      { job: 'j2', row: { $in: [1, 2, 3, 14] } },
    ];
    for (const filter of filters) {
      for (const sort of [
        { job: 1, row: 1, _id: 1 },
        { job: -1, row: -1, _id: 1 },
        { row: -1, _id: 1 },
      ] as const) {
        const [expected, found] = [plain, indexed].map((all) => all.find(filter).sort(sort).toArray());
        expect(idsOf((await found) ?? [])).toEqual(idsOf((await expected) ?? []));
      }
    }
  });

  test('the same index again is no change, another of its name or fields is refused', async () => {
    const collection = newCollection<Row>(server());
    expect(await collection.createIndex({ a: 1 }, { name: 'by_a' })).toBe('by_a');
    expect(await collection.createIndex({ a: 1 }, { name: 'by_a' })).toBe('by_a');
    expect(await refusal(collection.createIndex({ b: 1 }, { name: 'by_a' }))).toMatchObject({ code: 86 });
    expect(await refusal(collection.createIndex({ a: 1 }, { name: 'by_a', unique: true }))).toMatchObject({
      codeName: expect.stringMatching(/^Index(KeySpecs|Options)Conflict$/) as unknown,
    });
    expect(await refusal(collection.createIndex({ a: 1 }, { name: 'other' }))).toMatchObject({ code: 85 });
  });

  test('a unique index on what is not unique is refused, and not there', async () => {
    const collection = newCollection<Row>(server());
    await collection.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ]);
    expect(await refusal(collection.createIndex({ n: 1 }, { unique: true }))).toMatchObject({ code: 11000 });
    expect((await collection.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  });

  test('indexes can be listed and dropped', async () => {
    const collection = newCollection<Row>(server());
    await collection.createIndexes([
      { key: { a: 1 }, name: 'by_a' },
      { key: { at: 1 }, name: 'ttl', expireAfterSeconds: 60 },
    ]);
    expect(await collection.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1 }, name: 'by_a' },
      { v: 2, key: { at: 1 }, name: 'ttl', expireAfterSeconds: 60 },
    ]);
    await collection.dropIndex('by_a');
    expect(await refusal(collection.dropIndex('by_a'))).toMatchObject({ code: 27 });
    expect(await refusal(collection.dropIndex('_id_'))).toMatchObject({ code: 72 });
    await collection.dropIndexes();
    expect((await collection.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  });

  test('a hint that names no index is refused', async () => {
    const collection = await madeCollection<Row>(server());
    await collection.insertOne({ _id: 1 });
    expect(await refusal(collection.find({}).hint({ nothing: 1 }).toArray())).toMatchObject({ code: 2 });
    expect(idsOf(await collection.find({}).hint({ _id: 1 }).toArray())).toEqual([1]);
  });

  test('collections can be made, listed and dropped', async () => {
    const collection = await madeCollection<Row>(server());
    const name = collection.collectionName;
    const database = server().client.db(server().database);
    expect(await database.listCollections({ name }, { nameOnly: true }).toArray()).toMatchObject([
      { name, type: 'collection' },
    ]);
    await collection.drop();
    expect(await database.listCollections({ name }).toArray()).toEqual([]);
    expect(await refusal(collection.indexes())).toMatchObject({ code: 26 });
  });
}
