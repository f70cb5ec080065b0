import type { ClientSession, Collection } from 'mongodb';
import {
  commandsSent,
  idsOf,
  inTransactions,
  madeCollection,
  newCollection,
  refusal,
  rows,
  TRANSACTION,
  type GetServer,
  type Row,
} from './plain-client.js';

export function transactingConforms(server: GetServer): void {
  let collection: Collection<Row>;

  beforeEach(async () => {
    collection = await madeCollection(server());
    await collection.insertMany(rows('a', 'b', 'c'));
  });

  const begin = (run: (session: ClientSession) => Promise<void>): Promise<void> =>
    inTransactions(server(), 1, run);

  test('what it writes it sees, and others see at the commit', async () => {
    await begin(async (session) => {
      await collection.insertOne({ _id: 'd' }, { session });
      await collection.updateOne({ _id: 'a' }, { $set: { n: 1 } }, { session });
      await collection.deleteOne({ _id: 'b' }, { session });
      expect(idsOf(await collection.find({}, { session }).sort({ _id: 1 }).toArray())).toEqual([
        'a',
        'c',
        'd',
      ]);
      expect(idsOf(await collection.find().sort({ _id: 1 }).toArray())).toEqual(['a', 'b', 'c']);
      expect(await collection.countDocuments({ n: 1 }, { session })).toBe(1);
      await session.commitTransaction();
    });
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', n: 1 },
      { _id: 'c' },
      { _id: 'd' },
    ]);
  });

  test('what was aborted never was', async () => {
    await begin(async (session) => {
      await collection.insertOne({ _id: 'd' }, { session });
      await collection.updateMany({}, { $set: { n: 1 } }, { session });
      await session.abortTransaction();
    });
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(rows('a', 'b', 'c'));
  });

  test('it sees the data as they were when it began, over all collections', async () => {
    const other = await madeCollection(server());
    await begin(async (session) => {
      expect(await collection.countDocuments({}, { session })).toBe(3);
      await collection.insertOne({ _id: 'later' });
      await other.insertOne({ _id: 'later' });
      await collection.updateOne({ _id: 'a' }, { $set: { n: 9 } });
      expect(await collection.countDocuments({}, { session })).toBe(3);
      expect(await other.countDocuments({}, { session })).toBe(0);
      expect(await collection.findOne({ _id: 'a' }, { session })).toEqual({ _id: 'a' });
    });
  });

  test('it begins with its first command, not before', async () => {
    await begin(async (session) => {
      await collection.insertOne({ _id: 'before' });
      expect(await collection.findOne({ _id: 'before' }, { session })).toEqual({ _id: 'before' });
    });
  });

  test('its cursors show what it sees, batch for batch', async () => {
    const many = await madeCollection<Row>(server());
    await many.insertMany(Array.from({ length: 30 }, (_, _id) => ({ _id })));
    await begin(async (session) => {
      const cursor = many.find({}, { session, batchSize: 10, sort: { _id: 1 } });
      expect(await cursor.next()).toEqual({ _id: 0 });
      await many.deleteMany({ _id: { $gte: 20 } });
      expect(await cursor.toArray()).toHaveLength(29);
    });
  });

  test('unique values that it gives up it can take again', async () => {
    await collection.createIndex({ name: 1 }, { unique: true, sparse: true });
    await collection.updateOne({ _id: 'a' }, { $set: { name: 'x' } });
    await begin(async (session) => {
      await collection.updateOne({ _id: 'a' }, { $set: { name: 'y' } }, { session });
      await collection.updateOne({ _id: 'b' }, { $set: { name: 'x' } }, { session });
      await collection.deleteOne({ _id: 'c' }, { session });
      await collection.insertOne({ _id: 'c', name: 'z' }, { session });
      await session.commitTransaction();
    });
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', name: 'y' },
      { _id: 'b', name: 'x' },
      { _id: 'c', name: 'z' },
    ]);
  });

  test('a duplicate key ends it, without a label that says to try again', async () => {
    await begin(async (session) => {
      await collection.insertOne({ _id: 'd' }, { session });
      const duplicate = await refusal(collection.insertOne({ _id: 'a' }, { session }));
      expect(duplicate).toMatchObject({ code: 11000 });
      expect(duplicate.hasErrorLabel('TransientTransactionError')).toBe(false);
      const next = await refusal(collection.insertOne({ _id: 'e' }, { session }));
      expect(next).toMatchObject({ code: 251 });
      expect(next.hasErrorLabel('TransientTransactionError')).toBe(true);
      const commit = await refusal(session.commitTransaction());
      expect(commit).toMatchObject({ code: 251 });
    });
    expect(await collection.countDocuments({})).toBe(3);
  });

  test('a commit that is sent again goes through again, once', async () => {
    await begin(async (session) => {
      await collection.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
      await session.commitTransaction();
      await session.commitTransaction();
    });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
  });

  test('its first command says that it starts, all say that they are part of it, the end goes to admin', async () => {
    const inserts = await commandsSent(server(), 'insert', async () => {
      const commits = await commandsSent(server(), 'commitTransaction', () =>
        begin(async (session) => {
          await collection.insertOne({ _id: 'd' }, { session });
          await collection.insertOne({ _id: 'e' }, { session });
          await session.commitTransaction();
        }),
      );
      expect(commits).toMatchObject([{ $db: 'admin', autocommit: false, writeConcern: { w: 'majority' } }]);
    });
    expect(inserts).toMatchObject([{ startTransaction: true, autocommit: false }, { autocommit: false }]);
    expect(inserts[1]).not.toHaveProperty('startTransaction');
  });

  test('a collection that is not there yet is made by an insert, at the commit', async () => {
    const fresh = newCollection<Row>(server());
    await begin(async (session) => {
      await fresh.insertOne({ _id: 1 }, { session });
      expect(await fresh.countDocuments({})).toBe(0);
      await session.commitTransaction();
    });
    expect(await fresh.countDocuments({})).toBe(1);
  });

  test('an index of a collection that has documents cannot be made in it', async () => {
    await begin(async (session) => {
      const error = await refusal(collection.createIndex({ n: 1 }, { session }));
      expect(error).toMatchObject({ code: 263 });
      expect(error.hasErrorLabel('TransientTransactionError')).toBe(false);
    });
  });

  test.each([
    ['count', () => ({ count: collection.collectionName })],
    ['listIndexes', () => ({ listIndexes: collection.collectionName })],
    ['drop', () => ({ drop: collection.collectionName })],
  ])('%s cannot be part of it', async (_title, command) => {
    await begin(async (session) => {
      const call = server().client.db(server().database).command(command(), { session });
      expect(await refusal(call)).toMatchObject({ code: 263 });
    });
  });

  test('it may use several collections and databases', async () => {
    const { client, database } = server();
    const elsewhere = client.db(`${database}_other`).collection<Row>('there');
    await elsewhere.insertOne({ _id: 0 });
    await begin(async (session) => {
      await collection.insertOne({ _id: 'd' }, { session });
      await elsewhere.insertOne({ _id: 1 }, { session });
      await session.commitTransaction();
    });
    expect(await elsewhere.countDocuments({})).toBe(2);
    await client.db(`${database}_other`).dropDatabase();
  });

  test('withTransaction answers what its callback does', async () => {
    const answer = await server().client.withSession((session) =>
      session.withTransaction(async () => {
        await collection.insertOne({ _id: 'd' }, { session });
        return 'done';
      }, TRANSACTION),
    );
    expect(answer).toBe('done');
    expect(await collection.countDocuments({})).toBe(4);
  });

  test('a thousand documents and their checkpoint, all or nothing', async () => {
    const documents = Array.from({ length: 1_000 }, (_, n) => ({ _id: `row ${n}` }));
    const project = (from: string): Promise<boolean> =>
      server().client.withSession((session) =>
        session.withTransaction(async () => {
          await collection.bulkWrite(
            documents.map((document) => ({ insertOne: { document } })),
            { session },
          );
          const moved = await collection.updateOne(
            { _id: 'a', at: from },
            { $set: { at: '2' } },
            { session },
          );
          if (moved.matchedCount === 0) await session.abortTransaction();
          return moved.matchedCount === 1;
        }, TRANSACTION),
      );
    await collection.updateOne({ _id: 'a' }, { $set: { at: '1' } });
    expect(await project('0')).toBe(false);
    expect(await collection.countDocuments({})).toBe(3);
    expect(await project('1')).toBe(true);
    expect(await collection.countDocuments({})).toBe(1_003);
  });
}
