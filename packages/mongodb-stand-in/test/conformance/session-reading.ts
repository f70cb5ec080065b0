import { Timestamp, type ClientSession, type Document } from 'mongodb';
import { commandsSent, madeCollection, refusal, rows, type GetServer, type Row } from './plain-client.js';

export function sessionReadingConforms(server: GetServer): void {
  async function inSnapshot(run: (session: ClientSession) => Promise<void>): Promise<void> {
    await server().client.withSession({ snapshot: true }, run);
  }

  test('a snapshot session reads as of its first read, over collections and batches', async () => {
    const [one, other] = [await madeCollection<Row>(server()), await madeCollection<Row>(server())];
    await one.insertMany(Array.from({ length: 20 }, (_, _id) => ({ _id, n: 1 })));
    await other.insertOne({ _id: 'a' });
    await inSnapshot(async (session) => {
      const cursor = one.find({}, { session, batchSize: 5, sort: { _id: 1 } });
      expect(await cursor.next()).toEqual({ _id: 0, n: 1 });
      await one.updateMany({}, { $set: { n: 2 } });
      await one.deleteMany({ _id: { $gte: 10 } });
      await other.insertOne({ _id: 'b' });
      expect(await cursor.toArray()).toHaveLength(19);
      expect(await one.countDocuments({ n: 1 }, { session })).toBe(20);
      expect(await one.distinct('n', {}, { session })).toEqual([1]);
      expect(await other.find({}, { session }).toArray()).toEqual(rows('a'));
    });
    expect(await one.countDocuments({ n: 2 })).toBe(10);
  });

  test('the server tells the moment with the first read, and the client names it with the next', async () => {
    const collection = await madeCollection<Row>(server());
    await collection.insertOne({ _id: 'a' });
    const finds = await commandsSent(server(), 'find', () =>
      inSnapshot(async (session) => {
        await collection.findOne({ _id: 'a' }, { session });
        await collection.findOne({ _id: 'b' }, { session });
      }),
    );
    const concerns = finds.map(({ readConcern }) => readConcern as Document);
    expect(concerns[0]).toEqual({ level: 'snapshot' });
    expect(concerns[1]?.atClusterTime).toBeInstanceOf(Timestamp);
  });

  test('nothing is written in a snapshot', async () => {
    const collection = await madeCollection<Row>(server());
    await inSnapshot(async (session) => {
      await refusal(collection.insertOne({ _id: 'a' }, { session }));
    });
    expect(await collection.countDocuments({})).toBe(0);
  });

  test('every answer tells the time of the cluster, and it never goes back', async () => {
    const collection = await madeCollection<Row>(server());
    const times: Timestamp[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { operationTime } = await server()
        .client.db(server().database)
        .command({ insert: collection.collectionName, documents: [{ _id: n }] });
      times.push(operationTime as Timestamp);
    }
    for (const [at, time] of times.entries()) {
      expect(time).toBeInstanceOf(Timestamp);
      expect(time.greaterThan(times[at - 1] ?? new Timestamp({ t: 0, i: 0 }))).toBe(true);
    }
  });

  test('a session sees its own writes', async () => {
    const collection = await madeCollection<Row>(server());
    await server().client.withSession({ causalConsistency: true }, async (session) => {
      for (let n = 0; n < 10; n += 1) {
        await collection.insertOne({ _id: n }, { session });
        expect(await collection.findOne({ _id: n }, { session })).toEqual({ _id: n });
      }
    });
  });

  test('a write concern that no member can keep is told, though it is written', async () => {
    const collection = await madeCollection<Row>(server());
    const write = { insert: collection.collectionName, documents: [{ _id: 1 }] };
    const answer = await server()
      .client.db(server().database)
      .command({ ...write, writeConcern: { w: 'no such tag' } })
      .catch((error: unknown) => (error as { result: Document }).result);
    expect(answer).toMatchObject({ n: 1, writeConcernError: { code: 79 } });
    expect(await collection.countDocuments({})).toBe(1);
  });

  test.each<[string, Document]>([
    ['a level that there is not', { level: 'certain' }],
    ['a snapshot of a count', { level: 'snapshot' }],
  ])('a read concern that is %s is refused', async (_title, readConcern) => {
    const collection = await madeCollection<Row>(server());
    const call = server()
      .client.db(server().database)
      .command({ count: collection.collectionName, readConcern });
    await refusal(call);
  });

  test('a write concern has no place within a transaction', async () => {
    const collection = await madeCollection<Row>(server());
    await server().client.withSession(async (session) => {
      session.startTransaction();
      await collection.insertOne({ _id: 1 }, { session });
      const call = server()
        .client.db(server().database)
        .command(
          { insert: collection.collectionName, documents: [{ _id: 2 }], writeConcern: { w: 1 } },
          { session },
        );
      expect(await refusal(call)).toMatchObject({ code: 72 });
      await session.abortTransaction();
    });
    expect(await collection.countDocuments({})).toBe(0);
  });
}
