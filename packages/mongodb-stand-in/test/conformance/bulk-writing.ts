import type { AnyBulkWriteOperation } from 'mongodb';
import {
  commandsSent,
  idsOf,
  newCollection,
  refusal,
  rows,
  type GetServer,
  type Row,
} from './plain-client.js';

const insert = (_id: string | number): AnyBulkWriteOperation<Row> => ({ insertOne: { document: { _id } } });

export function bulkWritingConforms(server: GetServer): void {
  test('operations of every kind, in their order', async () => {
    const collection = newCollection<Row>(server());
    const result = await collection.bulkWrite([
      insert('a'),
      insert('b'),
      { updateOne: { filter: { _id: 'a' }, update: { $set: { n: 1 } } } },
      { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
      { replaceOne: { filter: { _id: 'c' }, replacement: { n: 9 }, upsert: true } },
      { updateOne: { filter: { _id: 'd' }, update: { $set: { n: 8 } }, upsert: true } },
      { deleteOne: { filter: { _id: 'b' } } },
      { deleteMany: { filter: { n: { $gte: 9 } } } },
    ]);
    expect(result).toMatchObject({
      insertedCount: 2,
      matchedCount: 3,
      modifiedCount: 3,
      upsertedCount: 2,
      deletedCount: 2,
      upsertedIds: { 4: 'c', 5: 'd' },
    });
    expect(await collection.find().toArray()).toEqual([
      { _id: 'a', n: 2 },
      { _id: 'd', n: 8 },
    ]);
  });

  test('in order, the first that fails is the last that is tried', async () => {
    const collection = newCollection<Row>(server());
    const error = await refusal(collection.bulkWrite([insert(1), insert(2), insert(1), insert(3)]));
    expect(error).toMatchObject({ code: 11000, writeErrors: [{ index: 2, code: 11000 }] });
    expect(idsOf(await collection.find().toArray())).toEqual([1, 2]);
  });

  test('in any order, each is tried', async () => {
    const collection = newCollection<Row>(server());
    await collection.insertOne({ _id: 1, text: 'x' });
    const operations = [
      insert(1),
      insert(2),
      { updateOne: { filter: { _id: 1 }, update: { $inc: { text: 1 } } } },
      insert(3),
    ];
    const error = await refusal(collection.bulkWrite(operations, { ordered: false }));
    expect(error).toMatchObject({ result: { insertedCount: 2 } });
    expect(idsOf(await collection.find().sort({ _id: 1 }).toArray())).toEqual([1, 2, 3]);
  });

  test('a thousand upserts are one command, and the same again change nothing', async () => {
    const collection = newCollection<Row>(server());
    const operations = Array.from({ length: 1_000 }, (_, n) => ({
      replaceOne: { filter: { _id: n }, replacement: { text: `row ${n}` }, upsert: true },
    }));
    const sent = await commandsSent(server(), 'update', async () => {
      expect(await collection.bulkWrite(operations)).toMatchObject({ upsertedCount: 1_000 });
      expect(await collection.bulkWrite(operations)).toMatchObject({ matchedCount: 1_000, modifiedCount: 0 });
    });
    expect(sent).toHaveLength(2);
    expect(await collection.countDocuments({})).toBe(1_000);
  });

  test('many bytes are several commands of less than 48 MB', async () => {
    const collection = newCollection<Row>(server());
    const text = 'x'.repeat(9_000_000);
    const sent = await commandsSent(server(), 'insert', () =>
      collection.insertMany(rows(1, 2, 3, 4, 5, 6).map((row) => ({ ...row, text }))),
    );
    expect(sent.length).toBeGreaterThan(1);
    expect(await collection.countDocuments({})).toBe(6);
  });
}
