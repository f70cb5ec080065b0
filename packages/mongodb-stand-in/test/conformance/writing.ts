import { Binary, Decimal128, Double, Long, ObjectId } from 'mongodb';
import { idsOf, newCollection, refusal, rows, type GetServer, type Row } from './plain-client.js';

export function writingConforms(server: GetServer): void {
  test('documents come back as they were written, field by field, in the order of their fields', async () => {
    const collection = newCollection(server());
    const document = {
      _id: 'all',
      text: 'Zürich 🦊',
      whole: 7,
      part: 0.1,
      large: Long.fromString('9007199254740993'),
      exact: Decimal128.fromString('1.10'),
      yes: true,
      none: null,
      at: new Date('2026-01-02T03:04:05.678Z'),
      bytes: new Binary(Buffer.from([0, 255, 128])),
      list: [1, 'two', null, { three: 3 }],
      inner: { b: 1, a: { c: [] } },
      id: new ObjectId('0123456789abcdef01234567'),
    };
    await collection.insertOne(document);
    const found = await collection.findOne({ _id: 'all' });
    expect(found).toEqual(document);
    expect(Object.keys(found ?? {})).toEqual(Object.keys(document));
  });

  test('numbers keep their types, through an update of another field too', async () => {
    const collection = newCollection(server());
    await collection.insertOne({ _id: 1, long: Long.fromNumber(5), double: new Double(5), other: 1 });
    await collection.updateOne({ _id: 1 }, { $set: { other: 2 } });
    const [found] = await collection.find({}, { promoteValues: false }).toArray();
    expect(found).toMatchObject({ long: Long.fromNumber(5), double: new Double(5) });
  });

  test('an _id is made where there is none', async () => {
    const collection = newCollection<{ n: number }>(server());
    const { insertedId } = await collection.insertOne({ n: 1 });
    expect(await collection.findOne({ _id: insertedId })).toEqual({ _id: insertedId, n: 1 });
  });

  test('a second document with the same _id is a duplicate key, and says which', async () => {
    const collection = newCollection(server());
    await collection.insertOne({ _id: 'a', n: 1 });
    const error = await refusal(collection.insertOne({ _id: 'a', n: 2 }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 'a' } });
    expect(error.errorLabels).toEqual([]);
    expect(await collection.find().toArray()).toEqual([{ _id: 'a', n: 1 }]);
  });

  test('of a list in order, what comes before a duplicate is written, what comes after is not', async () => {
    const collection = newCollection(server());
    const error = await refusal(collection.insertMany(rows('a', 'b', 'a', 'c')));
    expect(error).toMatchObject({ code: 11000, result: { insertedCount: 2 } });
    expect(idsOf(await collection.find().toArray())).toEqual(['a', 'b']);
  });

  test('of a list in any order, all but the duplicates are written', async () => {
    const collection = newCollection(server());
    const error = await refusal(collection.insertMany(rows('a', 'a', 'b', 'b', 'c'), { ordered: false }));
    expect(error).toMatchObject({ code: 11000, writeErrors: [{ index: 1 }, { index: 3 }] });
    expect(idsOf(await collection.find().toArray())).toEqual(['a', 'b', 'c']);
  });

  test.each<[string, object, object, object]>([
    ['$set', { a: 1 }, { $set: { a: 2, 'b.c': 3 } }, { a: 2, b: { c: 3 } }],
    ['$set in a list', { a: [1, 2] }, { $set: { 'a.1': 3, 'a.3': 4 } }, { a: [1, 3, null, 4] }],
    ['$unset', { a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '' } }, { b: { d: 2 } }],
    ['$inc', { a: 1 }, { $inc: { a: 2, b: -1 } }, { a: 3, b: -1 }],
    ['$mul', { a: 3 }, { $mul: { a: 2, b: 5 } }, { a: 6, b: 0 }],
    ['$min', { a: 3, b: 3 }, { $min: { a: 2, b: 4 } }, { a: 2, b: 3 }],
    ['$max', { a: 3, b: 3 }, { $max: { a: 2, b: 4 } }, { a: 3, b: 4 }],
    ['$rename', { a: 1 }, { $rename: { a: 'b' } }, { b: 1 }],
    ['$push', { a: [1] }, { $push: { a: 2 } }, { a: [1, 2] }],
    ['$push of several', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
    ['$addToSet', { a: [1] }, { $addToSet: { a: 1 } }, { a: [1] }],
    ['$pull', { a: [1, 2, 3] }, { $pull: { a: { $gte: 2 } } }, { a: [1] }],
    ['$pop', { a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
    ['$setOnInsert of what is there', { a: 1 }, { $setOnInsert: { a: 2 } }, { a: 1 }],
  ])('%s', async (_title, before, update, after) => {
    const collection = newCollection(server());
    await collection.insertOne({ _id: 1, ...before });
    await collection.updateOne({ _id: 1 }, update);
    expect(await collection.findOne({ _id: 1 })).toEqual({ _id: 1, ...after });
  });

  test('an update tells how many matched and how many changed', async () => {
    const collection = newCollection(server());
    await collection.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
      { _id: 3, n: 2 },
    ]);
    const result = await collection.updateMany({ n: { $gt: 0 } }, { $set: { n: 2 } });
    expect(result).toMatchObject({ matchedCount: 3, modifiedCount: 1, upsertedCount: 0 });
    expect(await collection.updateOne({ _id: 9 }, { $set: { n: 1 } })).toMatchObject({ matchedCount: 0 });
  });

  test('an upsert takes what the filter equals, and tells the new _id', async () => {
    const collection = newCollection<{ _id: string; n?: number }>(server());
    const update = { $set: { n: 1 }, $setOnInsert: { made: true } };
    const result = await collection.updateOne(
      { _id: 'new', kind: 'k', 'in.side': { $eq: 2 }, n: { $lt: 5 } },
      update,
      { upsert: true },
    );
    expect(result).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId: 'new' });
    expect(await collection.findOne({ _id: 'new' })).toEqual({
      _id: 'new',
      kind: 'k',
      in: { side: 2 },
      n: 1,
      made: true,
    });
  });

  test('an upsert whose filter misses by another field than the _id is a duplicate key', async () => {
    const collection = newCollection(server());
    await collection.insertOne({ _id: 'one', version: 2 });
    const call = collection.updateOne({ _id: 'one', version: 1 }, { $set: { version: 3 } }, { upsert: true });
    expect(await refusal(call)).toMatchObject({ code: 11000 });
  });

  test('a replacement keeps the _id and nothing else', async () => {
    const collection = newCollection(server());
    await collection.insertOne({ _id: 'a', old: 1 });
    expect(await collection.replaceOne({ _id: 'a' }, { fresh: 2 })).toMatchObject({ modifiedCount: 1 });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', fresh: 2 });
    await collection.replaceOne({ _id: 'b' }, { fresh: 3 }, { upsert: true });
    expect(await collection.findOne({ _id: 'b' })).toEqual({ _id: 'b', fresh: 3 });
  });

  test.each<[string, object, number]>([
    ['another _id', { $set: { _id: 2 } }, 66],
    ['the same field twice', { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ['a field and one inside of it', { $set: { a: 1, 'a.b': 1 } }, 40],
    ['a number added to a text', { $inc: { text: 1 } }, 14],
    ['a field inside of a number', { $set: { 'n.inside': 1 } }, 28],
    ['an operator that there is not', { $increase: { n: 1 } }, 9],
    ['an element pushed to a number', { $push: { n: 1 } }, 2],
  ])('%s is refused, and nothing changes', async (_title, update, code) => {
    const collection = newCollection(server());
    await collection.insertOne({ _id: 1, n: 1, text: 'x' });
    expect(await refusal(collection.updateOne({ _id: 1 }, update))).toMatchObject({ code });
    expect(await collection.find().toArray()).toEqual([{ _id: 1, n: 1, text: 'x' }]);
  });

  test('of many that delete, one or all', async () => {
    const collection = newCollection(server());
    await collection.insertMany(rows(1, 2, 3, 4));
    expect(await collection.deleteOne({ _id: { $gt: 1 } })).toMatchObject({ deletedCount: 1 });
    expect(await collection.deleteMany({ _id: { $gt: 2 } })).toMatchObject({ deletedCount: 2 });
    expect(await collection.deleteMany({ _id: { $gt: 2 } })).toMatchObject({ deletedCount: 0 });
    expect(idsOf(await collection.find().toArray())).toEqual([1]);
  });

  test('find-and-change answers the document itself, before or after', async () => {
    const collection = newCollection<Row & { n: number }>(server());
    await collection.insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
    ]);
    const last = { sort: { n: -1 } } as const;
    expect(await collection.findOneAndUpdate({}, { $inc: { n: 5 } }, last)).toEqual({ _id: 'b', n: 2 });
    const after = { ...last, returnDocument: 'after' } as const;
    expect(await collection.findOneAndUpdate({}, { $inc: { n: 5 } }, after)).toEqual({ _id: 'b', n: 12 });
    expect(await collection.findOneAndReplace({ _id: 'a' }, { n: 9 }, after)).toEqual({ _id: 'a', n: 9 });
    expect(await collection.findOneAndDelete({}, last)).toEqual({ _id: 'b', n: 12 });
    expect(await collection.findOneAndDelete({ _id: 'b' })).toBeNull();
    const upsert = { upsert: true, returnDocument: 'after', projection: { _id: 0 } } as const;
    expect(await collection.findOneAndUpdate({ _id: 'c' }, { $set: { n: 0 } }, upsert)).toEqual({ n: 0 });
  });

  test('compare-and-set: of many who change what they have read, one does', async () => {
    const collection = newCollection(server());
    await collection.insertOne({ _id: 'checkpoint', at: '1' });
    const results = await Promise.all(
      ['2', '3', '4', '5'].map((at) =>
        collection.updateOne({ _id: 'checkpoint', at: '1' }, { $set: { at } }),
      ),
    );
    expect(results.map(({ matchedCount }) => matchedCount).sort()).toEqual([0, 0, 0, 1]);
  });

  test('of many who insert the same at once one does', async () => {
    const collection = newCollection(server());
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => collection.insertOne({ _id: 'one', n })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await collection.countDocuments({})).toBe(1);
  });

  test('of many who add to one number, each counts', async () => {
    const collection = newCollection<Row & { n: number }>(server());
    await Promise.all(
      Array.from({ length: 20 }, () =>
        collection
          .updateOne({ _id: 'sum' }, { $inc: { n: 1 } }, { upsert: true })
          .catch(() => collection.updateOne({ _id: 'sum' }, { $inc: { n: 1 } })),
      ),
    );
    expect(await collection.findOne({ _id: 'sum' })).toEqual({ _id: 'sum', n: 20 });
  });
}
