/**
 * Which stores the tests of the whole service run on: chosen here by TEST_STORES, and nowhere else. No test of the
 * service knows which it runs on.
 *
 * - `embedded` (default): files in the test's own folder.
 * - `stand-ins`: stand-ins for both servers, fresh ones for every world.
 * - `servers`: what EVENT_STORE_URL and MONGODB_URL name, shared by everybody who uses them. Each world has a
 *   prefix of its own in the one log, and a database of its own. So it works on no job that another one left
 *   open.
 */
import { randomUUID } from 'node:crypto';
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { newPrivateKey } from '../../../packages/statement-check/src/format/signature.js';
import { mongoUnderTest } from '../../stores/mongodb/mongo-under-test.js';
import { TemporaryFolder } from '../system/temporary-folder.js';

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

/** For the names of streams, in a log that others use too. */
export const newPrefix = (): string => `t${randomUUID().replaceAll('-', '')}.`;

/** Every process on one log needs the same: none makes its own where the log is on a server. */
const SECRETS = {
  KEY_HASH_SECRET: 'the secret of a test: key hashes',
  CURSOR_SECRET: 'the secret of a test: cursors',
};

/** Files with the keys that sign what the service issues. */
const signingKeys = (folder: TemporaryFolder): Record<string, string> =>
  Object.fromEntries(
    ['STATEMENT_KEY', 'CHECKPOINT_KEY', 'RECEIPT_KEY'].map((name) => [
      `${name}_FILE`,
      folder.write(`${name}.pem`, newPrivateKey()),
    ]),
  );

const OPENERS: Readonly<Record<StoreChoice, () => Promise<StoresUnderTest>>> = {
  embedded: async () => ({ settings: {}, stop: async () => undefined }),
  'stand-ins': onStandIns,
  servers: onServers,
};

export async function startStores(): Promise<StoresUnderTest> {
  const choice = storeChoice();
  const stores = await OPENERS[choice]();
  if (choice === 'embedded') return stores;
  const folder = new TemporaryFolder();
  return {
    settings: { ...SECRETS, ...signingKeys(folder), ...stores.settings },
    stop: async () => {
      await stores.stop();
      folder.remove();
    },
  };
}

async function onStandIns(): Promise<StoresUnderTest> {
  const [events, documents] = await Promise.all([EventStoreDbProcess.start(), MongoDbProcess.start()]);
  return {
    settings: { EVENT_STORE_URL: events.url, MONGODB_URL: documents.url },
    stop: async () => void (await Promise.all([events.stop(), documents.stop()])),
  };
}

async function onServers(): Promise<StoresUnderTest> {
  const events = process.env['EVENT_STORE_URL'];
  if (events === undefined || events === '') throw new Error('EVENT_STORE_URL is not set');
  const { url, stop } = await mongoUnderTest().start();
  return { settings: { EVENT_STORE_URL: events, EVENT_STREAM_PREFIX: newPrefix(), MONGODB_URL: url }, stop };
}
