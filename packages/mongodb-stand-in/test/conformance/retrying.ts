import { Long, MongoClient, type Collection, type Document } from 'mongodb';
import { newCollection, refusal, type GetServer, type Row } from './plain-client.js';

type Send = (command: Document, number: number) => Promise<Document>;

export function retryingConforms(server: GetServer): void {
  let client: MongoClient;
  let collection: Collection<Row>;
  let send: Send;

  // Of its own, since a session whose numbers a case has chosen is of no use to anybody else.
  beforeAll(async () => {
    client = await new MongoClient(server().url).connect();
  });
  afterAll(() => client.close());
  beforeEach(() => {
    collection = newCollection(server());
    send = sender();
  });

  /** Commands as they go over the wire, with a number by which they can be told again. */
  function sender(): Send {
    const session = client.startSession();
    const fields = { writeConcern: { w: 'majority' } };
    return (command, number) =>
      client
        .db(server().database)
        .command({ ...command, ...fields, txnNumber: Long.fromNumber(number) }, { session });
  }

  const insert = (...ids: number[]): Document => ({
    insert: collection.collectionName,
    documents: ids.map((_id) => ({ _id })),
  });
  const add = (): Document => ({
    update: collection.collectionName,
    updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
  });

  test('an insert that is sent again is answered as before, and is there once', async () => {
    expect(await send(insert(1, 2), 1)).toMatchObject({ ok: 1, n: 2 });
    const again = await send(insert(1, 2), 1);
    expect(again).toMatchObject({ ok: 1, n: 2 });
    expect(again).not.toHaveProperty('writeErrors');
    expect(await collection.countDocuments({})).toBe(2);
  });

  test('an addition that is sent again is added once', async () => {
    expect(await send(add(), 1)).toMatchObject({ n: 1, upserted: [{ index: 0, _id: 1 }] });
    expect(await send(add(), 1)).toMatchObject({ n: 1, upserted: [{ index: 0, _id: 1 }] });
    expect(await send(add(), 2)).toMatchObject({ n: 1, nModified: 1 });
    expect(await send(add(), 2)).toMatchObject({ n: 1, nModified: 1 });
    expect(await collection.findOne({ _id: 1 })).toEqual({ _id: 1, n: 2 });
  });

  test('a deletion that is sent again deletes nothing else', async () => {
    await collection.insertMany([{ _id: 1 }, { _id: 2 }]);
    const remove = { delete: collection.collectionName, deletes: [{ q: {}, limit: 1 }] };
    expect(await send(remove, 1)).toMatchObject({ n: 1 });
    expect(await send(remove, 1)).toMatchObject({ n: 1 });
    expect(await collection.countDocuments({})).toBe(1);
  });

  test('find-and-change answers the first document again, though it has changed since', async () => {
    await collection.insertOne({ _id: 1, n: 1 });
    const command = {
      findAndModify: collection.collectionName,
      query: { _id: 1 },
      update: { $inc: { n: 1 } },
      new: true,
    };
    expect(await send(command, 1)).toMatchObject({ value: { n: 2 } });
    expect(await send(command, 1)).toMatchObject({ value: { n: 2 } });
    expect(await collection.findOne({ _id: 1 })).toEqual({ _id: 1, n: 2 });
  });

  test('of a list that failed midway, what was done is not done again, and the rest is tried again', async () => {
    await collection.insertOne({ _id: 2 });
    expect(await send(insert(1, 2, 3), 1)).toMatchObject({ n: 1, writeErrors: [{ index: 1, code: 11000 }] });
    await collection.deleteOne({ _id: 2 });
    expect(await send(insert(1, 2, 3), 1)).toMatchObject({ n: 3 });
    expect(await collection.countDocuments({})).toBe(3);
  });

  test('a number that the session has passed is too old', async () => {
    await send(insert(1), 5);
    expect(await refusal(send(insert(2), 4))).toMatchObject({ code: 225 });
  });

  test('another session with the same number is another write', async () => {
    const other = sender();
    await send(add(), 1);
    await other(add(), 1);
    expect(await collection.findOne({ _id: 1 })).toEqual({ _id: 1, n: 2 });
  });

  test('a write of many documents at once cannot be told again', async () => {
    const command = {
      update: collection.collectionName,
      updates: [{ q: {}, u: { $inc: { n: 1 } }, multi: true }],
    };
    expect(await refusal(send(command, 1))).toMatchObject({ code: 72 });
  });
}
