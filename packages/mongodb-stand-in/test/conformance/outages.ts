/** What a driver meets when a command fails on its way: by the server's own fail point. */
import type { Collection, Document } from 'mongodb';
import {
  commandsSent,
  failNext,
  failNoMore,
  inTransactions,
  madeCollection,
  refusal,
  rows,
  TRANSACTION,
  type GetServer,
  type Row,
} from './plain-client.js';

/** Of the retryable writes specification: not primary any more, shutting down, lost its way. */
const RETRYABLE = [10107, 189, 91, 11600, 11602, 13435, 13436] as const;

export function outagesConform(server: GetServer): void {
  let collection: Collection<Row>;

  beforeEach(async () => {
    collection = await madeCollection(server());
    await collection.insertMany(rows('a', 'b', 'c'));
  });
  afterEach(() => failNoMore(server()));

  const add = (): Promise<unknown> => collection.updateOne({ _id: 'a' }, { $inc: { n: 1 } });

  test.each(RETRYABLE)(
    'a write that fails with %i is sent again with the same number, and done once',
    async (errorCode) => {
      await failNext(server(), ['update'], { errorCode });
      const sent = await commandsSent(server(), 'update', add);
      expect(sent.map(({ txnNumber }): unknown => txnNumber)).toEqual([
        sent[0]?.txnNumber,
        sent[0]?.txnNumber,
      ]);
      expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
    },
  );

  test('a write whose connection broke is sent again, and done once', async () => {
    await failNext(server(), ['update'], { closeConnection: true });
    expect(await commandsSent(server(), 'update', add)).toHaveLength(2);
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
  });

  test('a second time is once too often, and the label says that another try may help', async () => {
    await failNext(server(), ['update'], { errorCode: 91 }, 2);
    const error = await refusal(add());
    expect(error).toMatchObject({ code: 91 });
    expect(error.hasErrorLabel('RetryableWriteError')).toBe(true);
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a' });
  });

  test('an error that trying again does not help is told at once', async () => {
    await failNext(server(), ['update'], { errorCode: 13 });
    const sent = await commandsSent(server(), 'update', async () => {
      expect((await refusal(add())).errorLabels).toEqual([]);
    });
    expect(sent).toHaveLength(1);
  });

  test('a read that fails is sent again', async () => {
    await failNext(server(), ['find'], { errorCode: 11600 });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a' });
    await failNext(server(), ['find'], { closeConnection: true });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a' });
  });

  test('a write that is done, but not known to be replicated, is sent again and done once', async () => {
    const writeConcernError: Document = { code: 91, errmsg: 'Replication is being shut down' };
    await failNext(server(), ['insert'], { writeConcernError });
    const sent = await commandsSent(server(), 'insert', () => collection.insertOne({ _id: 'd' }));
    expect(sent).toHaveLength(2);
    expect(await collection.countDocuments({})).toBe(4);
  });

  test.each<[string, Document]>([
    ['a connection that breaks', { closeConnection: true }],
    ['a server that is not primary any more', { errorCode: 10107 }],
    ['a write conflict', { errorCode: 112 }],
  ])('%s in a transaction is not tried again by itself, but may be as a whole', async (_title, data) => {
    await inTransactions(server(), 1, async (session) => {
      await collection.insertOne({ _id: 'd' }, { session });
      await failNext(server(), ['insert'], data);
      const sent = await commandsSent(server(), 'insert', async () => {
        const error = await refusal(collection.insertOne({ _id: 'e' }, { session }));
        expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
      });
      expect(sent).toHaveLength(1);
    });
    expect(await collection.countDocuments({})).toBe(3);
  });

  test.each<[string, Document]>([
    ['whose connection broke', { closeConnection: true }],
    ['that met a server not primary any more', { errorCode: 10107 }],
  ])('a commit %s is sent again, and is done', async (_title, data) => {
    await inTransactions(server(), 1, async (session) => {
      await collection.insertOne({ _id: 'd' }, { session });
      await failNext(server(), ['commitTransaction'], data);
      const sent = await commandsSent(server(), 'commitTransaction', async () =>
        session?.commitTransaction(),
      );
      expect(sent).toHaveLength(2);
    });
    expect(await collection.findOne({ _id: 'd' })).toEqual({ _id: 'd' });
  });

  test('a commit that fails twice has an unknown result, which asking again makes known', async () => {
    await inTransactions(server(), 1, async (session) => {
      await collection.insertOne({ _id: 'd' }, { session });
      await failNext(server(), ['commitTransaction'], { closeConnection: true }, 2);
      const error = await refusal(session?.commitTransaction() ?? Promise.resolve());
      expect(error.hasErrorLabel('UnknownTransactionCommitResult')).toBe(true);
      await session?.commitTransaction();
    });
    expect(await collection.findOne({ _id: 'd' })).toEqual({ _id: 'd' });
  });

  test('withTransaction gets through all of it, and its work is there once', async () => {
    await failNext(server(), ['update'], { errorCode: 112 });
    await server().client.withSession((session) =>
      session.withTransaction(async () => {
        await collection.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
        await failNext(server(), ['commitTransaction'], { errorCode: 91 });
      }, TRANSACTION),
    );
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
  });
}
