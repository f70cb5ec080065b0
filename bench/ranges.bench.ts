/**
 * `npm run bench:ranges`: pages of a hundred documents by an index, each after the one before, on the stand-in for MongoDB as a
 * process of its own, or on the server that MONGODB_URL names. Medians of all rounds: pages a second, and processor time of a page.
 * Arguments: `--documents N` (default 50,000), `--rounds N` (default 5).
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openMongoDb } from '../src/platform/mongodb/open-mongodb.js';
import type { Position } from '../src/platform/event-store/event-store.js';
import type {
  KeyedDocument,
  RangeQuery,
  ReadModels,
  Write,
} from '../src/platform/read-models/read-models.js';
import { machine, markdown, quantile, whole } from './support/figures.js';
import { PAIRS, startPair, type StorePair } from './support/store-pairs.js';

const COLLECTION = `bench_${randomUUID().slice(0, 8)}`;
const LIMIT = 100;
const ACCOUNTS = 5;

const CASES: readonly (readonly [string, RangeQuery])[] = [
  ['by one value of the index', { index: 'by_account', equals: ['account-3'] }],
  ['the same backwards', { index: 'by_account', equals: ['account-3'], order: 'descending' }],
  ['the whole index', { index: 'by_account' }],
  ['by key', {}],
];

async function fill(models: ReadModels, documents: number): Promise<void> {
  await models.declare([{ name: COLLECTION, indexes: [{ name: 'by_account', fields: ['account', 'day'] }] }]);
  const body = new Uint8Array(200);
  let expected: Position | null = null;
  for (let from = 0; from < documents; from += 1_000) {
    const writes = Array.from({ length: Math.min(1_000, documents - from) }, (_, at): Write => {
      const number = from + at;
      const fields = { account: `account-${number % ACCOUNTS}`, day: `2026-${number % 365}` };
      const key = String(number).padStart(9, '0');
      return { op: 'put', collection: COLLECTION, key, document: { fields, body } };
    });
    const next = String(from).padStart(16, '0') as Position;
    await models.commit(writes, { name: COLLECTION, expected, next });
    expected = next;
  }
}

interface Figure {
  readonly perSecond: number;
  /** Of this process and of the stand-in, milliseconds a page. */
  readonly client: number;
  readonly server: number | undefined;
}

async function readPages(models: ReadModels, pair: StorePair, query: RangeQuery): Promise<Figure> {
  const [start, own, server] = [performance.now(), process.cpuUsage(), pair.cpu()?.documents];
  let pages = 0;
  let after: KeyedDocument | undefined;
  do {
    const page = await models.range(COLLECTION, { ...query, limit: LIMIT, ...(after && { after }) });
    after = page.at(-1);
    pages++;
  } while (after !== undefined);
  const { user, system } = process.cpuUsage(own);
  const later = pair.cpu()?.documents;
  return {
    perSecond: (pages * 1_000) / (performance.now() - start),
    client: (user + system) / 1_000 / pages,
    server: later === undefined || server === undefined ? undefined : ((later - server) * 1_000) / pages,
  };
}

const median = (values: readonly number[]): number => quantile(values, 0.5);
const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { documents: { type: 'string', default: '50000' }, rounds: { type: 'string', default: '5' } },
  });
  const [, standIns, servers] = PAIRS;
  const pair = await startPair(process.env['MONGODB_URL'] === undefined ? standIns : servers);
  const stores = await openMongoDb({ url: process.env['MONGODB_URL'] ?? '' });
  const models = stores.readModels;
  await fill(models, Number(values.documents));
  const figures = new Map(CASES.map(([title]) => [title, [] as Figure[]]));
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [title, query] of CASES) figures.get(title)?.push(await readPages(models, pair, query));
  const rows = [...figures].map(([title, all]) => [
    title,
    whole(median(all.map(({ perSecond }) => perSecond))),
    milliseconds(median(all.map(({ client }) => client))),
    milliseconds(median(all.map(({ server = NaN }) => server))),
  ]);
  await models.drop([COLLECTION], [COLLECTION]);
  await Promise.all([models.close(), stores.coordination.close(), stores.readings.close()]);
  await pair.stop();
  console.log(machine());
  console.log(markdown([`pages of ${LIMIT}`, 'pages/s', 'reader, a page', 'server, a page'], rows));
}

void main();
