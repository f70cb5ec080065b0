/**
 * Which stores the tests of the whole service run on: chosen here by TEST_STORES, and nowhere else. No test of the
 * service knows which it runs on.
 *
 * - `embedded` (default): files in the test's own folder.
 * - `stand-ins`: stand-ins for both servers, fresh ones for every world.
 * - `servers`: what EVENT_STORE_URL and MONGODB_URL name, shared by everybody who uses them: each world has accounts of
 *   its own and a database of its own, and sees in the one log what others left there.
 */
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { mongoUnderTest } from '../../stores/mongodb/mongo-under-test.js';

export const CHOICES = ['embedded', 'stand-ins', 'servers'] as const;
export type StoreChoice = (typeof CHOICES)[number];

export function storeChoice(): StoreChoice {
  const asked = process.env['TEST_STORES'] ?? 'embedded';
  const choice = CHOICES.find((known) => known === asked);
  if (choice === undefined) throw new Error(`TEST_STORES is one of ${CHOICES.join(', ')}, not '${asked}'`);
  return choice;
}

export interface StoresUnderTest {
  /** For every process that is to work on them. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Every process needs the same where it doesn't keep them in a file. */
const SECRETS = {
  KEY_HASH_SECRET: 'the secret of a test: key hashes',
  CURSOR_SECRET: 'the secret of a test: cursors',
};

const OPENERS: Readonly<Record<StoreChoice, () => Promise<StoresUnderTest>>> = {
  embedded: async () => ({ settings: {}, stop: async () => undefined }),
  'stand-ins': onStandIns,
  servers: onServers,
};

export const startStores = (): Promise<StoresUnderTest> => OPENERS[storeChoice()]();

async function onStandIns(): Promise<StoresUnderTest> {
  const [events, documents] = await Promise.all([EventStoreDbProcess.start(), MongoDbProcess.start()]);
  return {
    settings: { ...SECRETS, EVENT_STORE_URL: events.url, MONGODB_URL: documents.url },
    stop: async () => void (await Promise.all([events.stop(), documents.stop()])),
  };
}

async function onServers(): Promise<StoresUnderTest> {
  const events = process.env['EVENT_STORE_URL'];
  if (events === undefined || events === '') throw new Error('EVENT_STORE_URL is not set');
  const { url, stop } = await mongoUnderTest().start();
  return { settings: { ...SECRETS, EVENT_STORE_URL: events, MONGODB_URL: url }, stop };
}
