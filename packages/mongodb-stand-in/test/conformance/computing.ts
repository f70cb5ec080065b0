/** Updates by pipeline: what is written follows from the document and from the server's clock. */
import type { Document } from 'mongodb';
import { newCollection, type GetServer } from './plain-client.js';

interface Entry {
  readonly _id: string;
  readonly n?: number;
  readonly at?: Date;
  readonly also?: Date;
}

/** Counts on from what is there; far above the range of 32 bits. */
const NEXT: Document = {
  $max: [{ $add: [{ $ifNull: ['$n', 0] }, 1] }, { $multiply: [{ $toLong: new Date(1) }, 1_024] }],
};

export function computingConforms(server: GetServer): void {
  test('each field is computed from the document as it was before the stage', async () => {
    const collection = newCollection<Entry>(server());
    await collection.insertOne({ _id: 'a', n: 2_000 });
    await collection.updateOne({ _id: 'a' }, [{ $set: { n: NEXT, before: '$n', text: { $literal: '$n' } } }]);
    expect(await collection.findOne()).toEqual({ _id: 'a', n: 2_001, before: 2_000, text: '$n' });
  });

  test('the time of the server is the same in all of an update, and times can be added to', async () => {
    const collection = newCollection<Entry>(server());
    await collection.updateOne({ _id: 'a' }, [{ $set: { at: '$$NOW', also: { $add: ['$$NOW', 60_000] } } }], {
      upsert: true,
    });
    const { at, also } = (await collection.findOne()) ?? {};
    expect(Number(also) - Number(at)).toBe(60_000);
    expect(Math.abs(Number(at) - Date.now())).toBeLessThan(60_000);
  });

  test('an upsert computes from nothing but its key', async () => {
    const collection = newCollection<Entry>(server());
    const after = await collection.findOneAndUpdate(
      { _id: 'a' },
      [{ $set: { n: NEXT, isAlive: { $gt: ['$at', '$$NOW'] } } }],
      { upsert: true, returnDocument: 'after' },
    );
    expect(after).toEqual({ _id: 'a', n: 1_024, isAlive: false });
  });

  test('one whose condition is not met changes nothing', async () => {
    const collection = newCollection<Entry>(server());
    await collection.insertOne({ _id: 'a', n: 1 });
    const only = (n: number) => [{ $set: { n: { $cond: [{ $and: [{ $eq: ['$n', n] }] }, 7, '$n'] } } }];
    expect(await collection.updateOne({ _id: 'a' }, only(2))).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect(await collection.updateOne({ _id: 'a' }, only(1))).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    const not = [{ $set: { n: { $cond: [{ $not: [{ $gt: ['$n', 5] }] }, 0, '$n'] } } }];
    expect(await collection.updateOne({ _id: 'a' }, not)).toMatchObject({ modifiedCount: 0 });
  });

  test('a filter may compare fields with the time of the server', async () => {
    const collection = newCollection<Entry>(server());
    await collection.insertMany([
      { _id: 'over', at: new Date(0) },
      { _id: 'lives', at: new Date('2200-01-01') },
      { _id: 'timeless' },
    ]);
    const living = { $expr: { $gt: ['$at', '$$NOW'] } };
    expect(await collection.find(living).toArray()).toMatchObject([{ _id: 'lives' }]);
    expect(await collection.updateOne({ _id: 'over', ...living }, [{ $set: { n: 1 } }])).toMatchObject({
      matchedCount: 0,
    });
  });

  test('in bulk each is computed by itself', async () => {
    const collection = newCollection<Entry>(server());
    const update = (_id: string) => ({
      updateOne: { filter: { _id }, update: [{ $set: { n: NEXT } }], upsert: true },
    });
    await collection.bulkWrite([update('a'), update('a'), update('b')], { ordered: true });
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', n: 1_025 },
      { _id: 'b', n: 1_024 },
    ]);
  });
}
