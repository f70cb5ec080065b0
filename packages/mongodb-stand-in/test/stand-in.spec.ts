/** What only a stand-in can be told to do, and what it keeps when it is killed. */
import { MongoClient, MongoServerError, type ClientSession, type Collection } from 'mongodb';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../stand-in-process/test/eventually.js';
import { refusal, rows, TRANSACTION, type Row } from './conformance/plain-client.js';
import { MongoDbProcess } from '../src/mongodb-process.js';
import { TLS_CERTIFICATE } from '../../stand-in-process/src/tls.js';
import { MongoDbStandIn, type StandInOptions } from '../src/stand-in.js';

let standIn: MongoDbStandIn;
let client: MongoClient;
let collection: Collection<Row>;
const clients: MongoClient[] = [];

/** Long enough for a busy machine; where no server is to be found, a test need not wait for so long. */
const PATIENT_MS = 5_000;
const HURRIED_MS = 300;

async function connected(url: string, selectionMs = PATIENT_MS): Promise<MongoClient> {
  const made = new MongoClient(url, {
    serverSelectionTimeoutMS: selectionMs,
    heartbeatFrequencyMS: 500,
  });
  clients.push(made);
  return made.connect();
}

async function start(options: StandInOptions = {}): Promise<void> {
  standIn = await MongoDbStandIn.start(options);
  client = await connected(standIn.url);
  collection = client.db('test').collection('rows');
}

afterEach(async () => {
  for (const made of clients.splice(0)) await made.close(true);
  await standIn.stop();
});

const inTransaction = (run: (session: ClientSession) => Promise<unknown>): Promise<unknown> =>
  client.withSession(run);

describe('a stand-in that is told to', () => {
  beforeEach(async () => {
    await start();
    await collection.insertMany(rows('a', 'b'));
  });

  test.each(['drop-before-write', 'drop-after-write'] as const)(
    '%s does so once: the driver sends it again, and it is done once',
    async (fault) => {
      standIn.misbehaviour.nextWrites(fault);
      await collection.updateOne({ _id: 'a' }, { $inc: { n: 1 } });
      expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
      expect(standIn.misbehaviour.isWellBehaved).toBe(true);
    },
  );

  test('drop connections before the write twice: the client is told, and nothing is written', async () => {
    standIn.misbehaviour.nextWrites('drop-before-write', 2);
    const error = await refusal(collection.insertOne({ _id: 'c' }));
    expect(error.hasErrorLabel('RetryableWriteError')).toBe(true);
    expect(await collection.countDocuments({})).toBe(2);
  });

  test('break off in the midst of a list: it is sent again, and each of it is done once', async () => {
    standIn.misbehaviour.breakStatements({ skip: 2, isDone: true });
    await collection.bulkWrite(
      Array.from({ length: 5 }, () => ({ updateOne: { filter: { _id: 'a' }, update: { $inc: { n: 1 } } } })),
    );
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 5 });
    expect(standIn.misbehaviour.isWellBehaved).toBe(true);
  });

  test.each(['stall-before-write', 'stall-after-write'] as const)(
    '%s answers nothing, until the client gives up',
    async (fault) => {
      standIn.misbehaviour.nextWrites(fault, 2);
      const impatient = await connected(`${standIn.url}&socketTimeoutMS=100`);
      await refusal(impatient.db('test').collection('rows').insertOne({ n: 1 }));
      expect(await collection.countDocuments({ n: 1 })).toBe(fault === 'stall-after-write' ? 1 : 0);
    },
  );

  test.each([
    ['drop-before-write', 0],
    ['drop-after-write', 1],
  ] as const)('%s at the commit, twice: its result is unknown to the client', async (fault, n) => {
    standIn.misbehaviour.nextCommits(fault, 2);
    await inTransaction(async (session) => {
      session.startTransaction(TRANSACTION);
      await collection.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
      const error = await refusal(session.commitTransaction());
      expect(error.hasErrorLabel('UnknownTransactionCommitResult')).toBe(true);
      expect(await collection.countDocuments({ n: 1 })).toBe(n);
      await session.commitTransaction();
    });
    expect(await collection.countDocuments({ n: 1 })).toBe(1);
  });

  test('step down refuses writes until it steps up, and its open transactions are gone', async () => {
    await inTransaction(async (session) => {
      session.startTransaction(TRANSACTION);
      await collection.insertOne({ _id: 'c' }, { session });
      standIn.stepDown();
      const hello = await client.db('admin').command({ hello: 1 }, { readPreference: 'secondary' });
      expect(hello).toMatchObject({ isWritablePrimary: false, secondary: true });
      setImmediate(() => standIn.stepUp());
      const error = await refusal(collection.insertOne({ _id: 'd' }, { session }));
      expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
      await session.abortTransaction();
    });
    await collection.insertOne({ _id: 'e' });
    expect(await collection.countDocuments({})).toBe(3);
  });

  test('a write that waits for a primary goes through when there is one again', async () => {
    standIn.stepDown();
    const write = collection.insertOne({ _id: 'c' });
    await eventually('the client knows', () => standIn.topology.role === 'secondary');
    standIn.stepUp();
    await write;
    expect(await collection.countDocuments({})).toBe(3);
  });

  test('refuse connections: the client finds no server, and goes on when it is back', async () => {
    const hurried = await connected(standIn.url, HURRIED_MS);
    await standIn.refuseConnections();
    const error = await refusal(hurried.db('test').collection<Row>('rows').insertOne({ _id: 'c' }));
    expect(error).not.toBeInstanceOf(MongoServerError);
    await standIn.listen();
    await collection.insertOne({ _id: 'd' });
    expect(await collection.countDocuments({})).toBe(3);
  });

  test('restart with its data: cursors and open transactions are gone, what was committed is there', async () => {
    await collection.insertMany(Array.from({ length: 200 }, (_, n) => ({ _id: n })));
    const cursor = collection.find().batchSize(10);
    await cursor.next();
    const session = client.startSession();
    session.startTransaction(TRANSACTION);
    await collection.insertOne({ _id: 'c' }, { session });
    await standIn.restart();
    const error = await refusal(session.commitTransaction());
    expect(error).toMatchObject({ code: 251 });
    await refusal(cursor.toArray());
    expect(await collection.countDocuments({})).toBe(202);
    await session.endSession();
  });

  test('restart forgets the moments that it had kept for snapshot reads', async () => {
    await client.withSession({ snapshot: true }, async (session) => {
      expect(await collection.countDocuments({}, { session })).toBe(2);
      await collection.insertOne({ _id: 'c' });
      expect(await collection.countDocuments({}, { session })).toBe(2);
      await standIn.restart();
      expect(await refusal(collection.countDocuments({}, { session }))).toMatchObject({ code: 239 });
    });
  });

  test('restart empty', async () => {
    await standIn.restart({ empty: true });
    expect(await collection.countDocuments({})).toBe(0);
  });

  test('expire what TTL indexes say, and nothing before', async () => {
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const now = new Date('2026-01-01T12:00:00Z');
    await collection.insertMany([
      { _id: 'old', at: new Date('2026-01-01T11:58:00Z') },
      { _id: 'young', at: new Date('2026-01-01T11:59:30Z') },
      { _id: 'no date', at: 'yesterday' },
    ]);
    expect(standIn.expire(now)).toBe(1);
    expect(await collection.find({ at: { $exists: true } }).toArray()).toMatchObject([
      { _id: 'young' },
      { _id: 'no date' },
    ]);
  });

  test('say nothing any more', async () => {
    standIn.misbehaviour.isSilent = true;
    const impatient = new MongoClient(`${standIn.url}&connectTimeoutMS=100&serverSelectionTimeoutMS=300`);
    clients.push(impatient);
    await refusal(impatient.connect());
    standIn.misbehaviour.clear();
  });

  test('do what it was not made for: it fails loudly, and remembers', async () => {
    expect(await refusal(client.db('test').command({ mapReduce: 'rows' }))).toMatchObject({ code: 59 });
    await refusal(collection.find({}, { collation: { locale: 'de' } }).toArray());
    await refusal(collection.aggregate([{ $facet: {} }]).toArray());
    expect(standIn.unknownCalls).toEqual(['mapReduce', 'find with collation', 'aggregate with $facet']);
  });
});

describe('a transaction that takes longer than it may', () => {
  test('is over, and lets go what it held', async () => {
    await start({ transactionLifetimeSeconds: 0.05 });
    await collection.insertOne({ _id: 'a' });
    await inTransaction(async (session) => {
      session.startTransaction(TRANSACTION);
      await collection.updateOne({ _id: 'a' }, { $set: { by: 'the transaction' } }, { session });
      await collection.updateOne({ _id: 'a' }, { $set: { by: 'another' } });
      expect(await refusal(session.commitTransaction())).toMatchObject({ code: 251 });
    });
    expect(await collection.findOne({ _id: 'a' })).toEqual({ _id: 'a', by: 'another' });
  });
});

describe('a server of another kind', () => {
  test('that stands alone has neither a set nor transactions', async () => {
    await start({ role: 'standalone' });
    await collection.insertOne({ _id: 'a' });
    expect(await client.db('admin').command({ hello: 1 })).not.toHaveProperty('setName');
    await inTransaction(async (session) => {
      session.startTransaction();
      const error = await refusal(collection.insertOne({ _id: 'b' }, { session }));
      expect(error.message).toContain('does not support retryable writes');
    });
  });

  test('the way into a cluster has transactions', async () => {
    await start({ role: 'mongos' });
    expect(await client.db('admin').command({ hello: 1 })).toMatchObject({ msg: 'isdbgrid' });
    await inTransaction((session) =>
      session.withTransaction(() => collection.insertOne({ _id: 'b' }, { session }), TRANSACTION),
    );
    expect(await collection.countDocuments({})).toBe(1);
  });
});

describe('a server with users', () => {
  beforeEach(async () => {
    standIn = await MongoDbStandIn.start({ users: { 'to=,ny': 'p@ss,wörd' } });
  });

  const as = (user: string, password: string): string =>
    standIn.url.replace('//', `//${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);

  test('lets in who knows the password', async () => {
    const own = await connected(as('to=,ny', 'p@ss,wörd'));
    await own.db('test').collection('rows').insertOne({ n: 1 });
    expect(await own.db('test').collection('rows').countDocuments({})).toBe(1);
  });

  test.each([
    ['a wrong password', 'to=,ny', 'password', 18],
    ['a user that there is not', 'mallory', 'p@ss,wörd', 18],
  ])('refuses %s', async (_title, user, password, code) => {
    expect(await refusal(connected(as(user, password)))).toMatchObject({ code });
  });

  test('refuses commands of nobody, but for those by which one finds it', async () => {
    const own = await connected(standIn.url);
    expect(await own.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(await refusal(own.db('test').collection('rows').insertOne({ n: 1 }))).toMatchObject({ code: 13 });
  });
});

test('a server with TLS is spoken to by who trusts its certificate', async () => {
  standIn = await MongoDbStandIn.start({ tls: true });
  await refusal(connected(standIn.url, HURRIED_MS));
  const own = await connected(`${standIn.url}&tlsCAFile=${encodeURIComponent(TLS_CERTIFICATE)}`);
  expect(await own.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
});

describe('a process of its own', () => {
  let folder: string;
  let running: MongoDbProcess;

  beforeEach(async () => {
    await start();
    folder = mkdtempSync(join(tmpdir(), 'mongodb-stand-in-'));
  });
  afterEach(async () => {
    await running.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (): string => join(folder, 'data.log');

  async function again(port: number): Promise<Collection<Row>> {
    running = await MongoDbProcess.start({ file: file(), port });
    return (await connected(running.url)).db('test').collection('rows');
  }

  test('has after kill -9 what it acknowledged: documents, indexes, deletions, and what it answered', async () => {
    running = await MongoDbProcess.start({ file: file() });
    const { port } = running;
    const own = await connected(running.url);
    const all = own.db('test').collection<Row>('rows');
    await all.createIndex({ name: 1 }, { unique: true, sparse: true });
    await all.insertMany([{ _id: 'a', name: 'x' }, { _id: 'b' }, { _id: 'c' }]);
    await all.deleteOne({ _id: 'b' });
    await own.withSession((session) =>
      session.withTransaction(async () => {
        await all.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
        await all.insertOne({ _id: 'd' }, { session });
      }, TRANSACTION),
    );
    await running.control.nextWrites('stall-after-write');
    const unanswered = all.updateOne({ _id: 'a' }, { $inc: { n: 10 } });
    await eventually('it is written', async () => (await all.findOne({ _id: 'a' }))?.n === 11);
    await running.kill();
    const revived = await again(port);
    await unanswered;
    expect(await revived.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', name: 'x', n: 11 },
      { _id: 'c' },
      { _id: 'd' },
    ]);
    expect(await refusal(revived.insertOne({ _id: 'e', name: 'x' }))).toMatchObject({ code: 11000 });
  });

  test('passes over an entry that was cut short, and goes on behind the last whole one', async () => {
    running = await MongoDbProcess.start({ file: file() });
    const { port } = running;
    const all = (await connected(running.url)).db('test').collection<Row>('rows');
    await all.insertOne({ _id: 'a' });
    await all.insertMany(rows('b', 'c'));
    await running.kill();
    truncateSync(file(), statSync(file()).size - 3);
    const revived = await again(port);
    expect(await revived.find().toArray()).toEqual(rows('a'));
    await revived.insertOne({ _id: 'd' });
    await running.kill();
    expect(await (await again(port)).find().toArray()).toEqual(rows('a', 'd'));
  });

  test('says why it does not start', async () => {
    running = await MongoDbProcess.start({});
    await expect(MongoDbProcess.start({ port: running.port })).rejects.toThrow('EADDRINUSE');
  });
});
