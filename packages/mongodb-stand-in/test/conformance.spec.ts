/**
 * What MongoDB does, as it is documented, seen through the plain driver. Runs on the stand-in, which it keeps
 * honest, and unchanged on the server that MONGODB_URL names.
 */
import { MongoClient } from 'mongodb';
import { bulkWritingConforms } from './conformance/bulk-writing.js';
import { computingConforms } from './conformance/computing.js';
import { conflictingConforms } from './conformance/conflicting.js';
import { explainingConforms } from './conformance/explaining.js';
import { findingConforms } from './conformance/finding.js';
import { indexingConforms } from './conformance/indexing.js';
import { limitsConform } from './conformance/limits.js';
import { modelConforms } from './conformance/model.js';
import { outagesConform } from './conformance/outages.js';
import { newDatabase, type Server } from './conformance/plain-client.js';

import { readingBetweenConforms } from './conformance/reading-between.js';
import { retryingConforms } from './conformance/retrying.js';
import { sessionReadingConforms } from './conformance/session-reading.js';
import { transactingConforms } from './conformance/transacting.js';
import { writingConforms } from './conformance/writing.js';
import { serverUnderTest, type RunningServer } from './servers-under-test.js';

const { title, hasFailPoints, start } = serverUnderTest();

describe(title, () => {
  let running: RunningServer;
  let server: Server;

  beforeAll(async () => {
    running = await start();
    const options = { monitorCommands: true, serverSelectionTimeoutMS: 10_000 };
    const client = await new MongoClient(running.url, options).connect();
    server = { client, url: running.url, database: newDatabase() };
  });
  afterAll(async () => {
    await server.client.db(server.database).dropDatabase();
    await server.client.close();
    await running.stop();
  });

  describe('writes', () => writingConforms(() => server));
  describe('finds', () => findingConforms(() => server));
  describe('finds between two places', () => readingBetweenConforms(() => server));
  describe('explains', () => explainingConforms(() => server));
  describe('computes', () => computingConforms(() => server));
  describe('indexes', () => indexingConforms(() => server));
  describe('writes in bulk', () => bulkWritingConforms(() => server));
  describe('is told again', () => retryingConforms(() => server));
  describe('in a transaction', () => transactingConforms(() => server));
  describe('in several transactions', () => conflictingConforms(() => server));
  describe('in a session', () => sessionReadingConforms(() => server));
  describe('has limits', () => limitsConform(() => server));
  describe('under random writes', () => modelConforms(() => server));
  (hasFailPoints ? describe : describe.skip)('in an outage', () => outagesConform(() => server));
});
