/**
 * The stand-in killed again and again under writers that never stop: what it keeps is what it acknowledged.
 */
import { MongoClient, MongoNetworkError, type Collection } from 'mongodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../stand-in-process/test/eventually.js';
import { TRANSACTION, type Row } from './conformance/plain-client.js';
import { MongoDbProcess } from '../src/mongodb-process.js';

const WRITERS = 4;
const KILLS = process.env.TEST_LONG === undefined ? 3 : 30;

let folder: string;
let running: MongoDbProcess;
let client: MongoClient;
let collection: Collection<Row>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mongodb-stand-in-'));
  running = await MongoDbProcess.start({ file: join(folder, 'data.log') });
  client = await new MongoClient(running.url, {
    serverSelectionTimeoutMS: 30_000,
    heartbeatFrequencyMS: 500,
  }).connect();
  collection = client.db('test').collection('rows');
});
afterEach(async () => {
  await client.close(true);
  await running.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function killAndStart(): Promise<void> {
  const { port } = running;
  await running.kill();
  running = await MongoDbProcess.start({ file: join(folder, 'data.log'), port });
}

/** What a writer knows of its writes. */
interface Tally {
  acknowledged: number;
  /**
   * The driver gives up where the pool was cleared before the answer failed: such a write may be there or
   * not.
   */
  unknown: number;
}

async function writeUntil(isOver: () => boolean, write: () => Promise<unknown>, tally: Tally): Promise<void> {
  while (!isOver()) {
    try {
      await write();
      tally.acknowledged += 1;
    } catch (error) {
      if (!(error instanceof MongoNetworkError)) throw error;
      tally.unknown += 1;
    }
  }
}

async function underKills(write: (writer: number) => Promise<unknown>): Promise<readonly Tally[]> {
  let isOver = false;
  const tallies = Array.from({ length: WRITERS }, (): Tally => ({ acknowledged: 0, unknown: 0 }));
  const writers = Promise.all(
    tallies.map((tally, writer) =>
      writeUntil(
        () => isOver,
        () => write(writer),
        tally,
      ),
    ),
  );
  const done = (): number => tallies.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  for (let kill = 0; kill <= KILLS; kill += 1) {
    if (kill > 0) await killAndStart();
    const before = done();
    await Promise.race([eventually('they write', () => done() > before + 20), writers]);
  }
  isOver = true;
  await writers;
  return tallies;
}

test('retryable additions count once each', async () => {
  const tallies = await underKills((writer) =>
    collection.updateOne({ _id: `writer ${writer}` }, { $inc: { n: 1 } }, { upsert: true }),
  );
  for (const [writer, { acknowledged, unknown }] of tallies.entries()) {
    const n = Number((await collection.findOne({ _id: `writer ${writer}` }))?.n);
    expect(n).toBeGreaterThanOrEqual(acknowledged);
    expect(n).toBeLessThanOrEqual(acknowledged + unknown);
  }
});

test('a transaction is there as a whole, once, with its checkpoint', async () => {
  const tallies = await underKills((writer) =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        const checkpoint = await collection.findOne({ _id: `checkpoint ${writer}` }, { session });
        const at = Number(checkpoint?.at ?? 0);
        await collection.insertOne({ _id: `${writer}/${at}` }, { session });
        const moved = { $set: { at: at + 1 } };
        await collection.updateOne({ _id: `checkpoint ${writer}` }, moved, { session, upsert: true });
      }, TRANSACTION),
    ),
  );
  for (const [writer, { acknowledged, unknown }] of tallies.entries()) {
    const at = Number((await collection.findOne({ _id: `checkpoint ${writer}` }))?.at);
    expect(at).toBeGreaterThanOrEqual(acknowledged);
    expect(at).toBeLessThanOrEqual(acknowledged + unknown);
    expect(await collection.countDocuments({ _id: { $regex: `^${writer}/` } })).toBe(at);
  }
});
