import type { Collection } from 'mongodb';
import {
  inTransactions,
  madeCollection,
  refusal,
  rows,
  TRANSACTION,
  type GetServer,
  type Row,
} from './plain-client.js';

export function conflictingConforms(server: GetServer): void {
  let collection: Collection<Row>;

  beforeEach(async () => {
    collection = await madeCollection(server());
    await collection.insertMany(rows('a', 'b', 'c'));
  });

  const expectConflict = async (call: Promise<unknown>): Promise<void> => {
    const error = await refusal(call);
    expect(error).toMatchObject({ code: 112, codeName: 'WriteConflict' });
    expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
  };

  test('the second to write a document loses at once, and its transaction is over', async () => {
    await inTransactions(server(), 2, async (first, second) => {
      await collection.updateOne({ _id: 'a' }, { $set: { by: 1 } }, { session: first });
      await collection.insertOne({ _id: 'mine' }, { session: second });
      await expectConflict(collection.updateOne({ _id: 'a' }, { $set: { by: 2 } }, { session: second }));
      const next = await refusal(collection.findOne({ _id: 'b' }, { session: second }));
      expect(next).toMatchObject({ code: 251 });
      await first?.commitTransaction();
    });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', by: 1 });
    expect(await collection.findOne({ _id: 'mine' })).toBeNull();
  });

  test('deleting and changing conflict, and both of them with deleting', async () => {
    await inTransactions(server(), 3, async (first, second, third) => {
      await collection.deleteOne({ _id: 'a' }, { session: first });
      await expectConflict(collection.updateOne({ _id: 'a' }, { $set: { n: 1 } }, { session: second }));
      await expectConflict(collection.deleteOne({ _id: 'a' }, { session: third }));
    });
  });

  test('two that insert the same _id conflict', async () => {
    await inTransactions(server(), 2, async (first, second) => {
      await collection.insertOne({ _id: 'new' }, { session: first });
      await expectConflict(collection.insertOne({ _id: 'new' }, { session: second }));
    });
  });

  test('two that upsert the same _id conflict', async () => {
    await inTransactions(server(), 2, async (first, second) => {
      const upsert = [{ _id: 'new' }, { $set: { n: 1 } }] as const;
      await collection.updateOne(...upsert, { session: first, upsert: true });
      await expectConflict(collection.updateOne(...upsert, { session: second, upsert: true }));
    });
  });

  test('two that take the same unique value conflict', async () => {
    await collection.createIndex({ name: 1 }, { unique: true, sparse: true });
    await inTransactions(server(), 2, async (first, second) => {
      await collection.updateOne({ _id: 'a' }, { $set: { name: 'x' } }, { session: first });
      await expectConflict(collection.updateOne({ _id: 'b' }, { $set: { name: 'x' } }, { session: second }));
    });
  });

  test('what was committed since it began is not written over', async () => {
    await inTransactions(server(), 1, async (session) => {
      await collection.findOne({ _id: 'b' }, { session });
      await collection.updateOne({ _id: 'a' }, { $set: { by: 'another' } });
      expect(await collection.findOne({ _id: 'a' }, { session })).toEqual({ _id: 'a' });
      await expectConflict(collection.updateOne({ _id: 'a' }, { $set: { by: 'me' } }, { session }));
    });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', by: 'another' });
  });

  test('an _id that was taken since it began is a conflict, not a duplicate', async () => {
    await inTransactions(server(), 1, async (session) => {
      await collection.findOne({ _id: 'b' }, { session });
      await collection.insertOne({ _id: 'new' });
      await expectConflict(collection.insertOne({ _id: 'new' }, { session }));
    });
  });

  test('documents that are only read can be written by others', async () => {
    await inTransactions(server(), 1, async (session) => {
      await collection.findOne({ _id: 'a' }, { session });
      await collection.updateOne({ _id: 'a' }, { $set: { n: 1 } });
      await collection.updateOne({ _id: 'b' }, { $set: { n: 1 } }, { session });
      await session?.commitTransaction();
    });
    expect(await collection.countDocuments({ n: 1 })).toBe(2);
  });

  test('different documents of a collection do not conflict', async () => {
    await inTransactions(server(), 2, async (first, second) => {
      await collection.updateOne({ _id: 'a' }, { $set: { n: 1 } }, { session: first });
      await collection.updateOne({ _id: 'b' }, { $set: { n: 1 } }, { session: second });
      await collection.insertOne({ _id: 'd' }, { session: first });
      await collection.insertOne({ _id: 'e' }, { session: second });
      await first?.commitTransaction();
      await second?.commitTransaction();
    });
    expect(await collection.countDocuments({})).toBe(5);
    expect(await collection.countDocuments({ n: 1 })).toBe(2);
  });

  test('a writer outside waits until the transaction is over, and then writes', async () => {
    let outside: Promise<unknown> | undefined;
    await inTransactions(server(), 1, async (session) => {
      await collection.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
      outside = collection.updateOne({ _id: 'a' }, { $inc: { n: 10 } });
      await collection.updateOne({ _id: 'b' }, { $inc: { n: 1 } }, { session });
      expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a' });
      await session?.commitTransaction();
    });
    await outside;
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 11 });
  });

  test('a writer outside that may not wait that long gives up', async () => {
    await inTransactions(server(), 1, async (session) => {
      await collection.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
      const call = server()
        .client.db(server().database)
        .command({
          update: collection.collectionName,
          updates: [{ q: { _id: 'a' }, u: { $inc: { n: 10 } } }],
          maxTimeMS: 50,
        });
      expect(await refusal(call)).toMatchObject({ code: 50 });
      await session.commitTransaction();
    });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
  });

  test('and after an abort it finds things as they were', async () => {
    let outside: Promise<unknown> | undefined;
    await inTransactions(server(), 1, async (session) => {
      await collection.insertOne({ _id: 'new', by: 'the transaction' }, { session });
      outside = collection.insertOne({ _id: 'new', by: 'another' });
      await session?.abortTransaction();
    });
    await outside;
    expect(await collection.findOne({ _id: 'new' })).toEqual({ _id: 'new', by: 'another' });
  });

  test('withTransaction begins again until it goes through: nothing is lost, nothing doubled', async () => {
    const add = (): Promise<unknown> =>
      server().client.withSession((session) =>
        session.withTransaction(async () => {
          const found = await collection.findOne({ _id: 'a' }, { session });
          const n = typeof found?.n === 'number' ? found.n : 0;
          await collection.updateOne({ _id: 'a' }, { $set: { n: n + 1 } }, { session });
        }, TRANSACTION),
      );
    await Promise.all(Array.from({ length: 8 }, add));
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 8 });
  });

  test('ending the session ends its transaction, and lets go what it held', async () => {
    const session = server().client.startSession();
    session.startTransaction(TRANSACTION);
    await collection.updateOne({ _id: 'a' }, { $set: { n: 1 } }, { session });
    await session.endSession();
    await collection.updateOne({ _id: 'a' }, { $set: { n: 2 } });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 2 });
  });

  test('a new transaction on the session ends the one that was open', async () => {
    const { client } = server();
    await client.withSession(async (session) => {
      session.startTransaction(TRANSACTION);
      await collection.updateOne({ _id: 'a' }, { $set: { n: 1 } }, { session });
      await session.abortTransaction();
      session.startTransaction(TRANSACTION);
      await collection.updateOne({ _id: 'a' }, { $set: { n: 2 } }, { session });
      await session.commitTransaction();
    });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 2 });
  });
}
