/**
 * `npm run bench:accounts`: reads filed accounts, beside a bare pass of the XML parser over the same bytes. Argument:
 * `--documents N` (default 1,000), taken round robin from the sample documents: all of them, which are larger than what
 * is filed most, and the small ones alone. The bound of an import is 500 documents/s, or half of the bare pass where
 * that is less.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { filedAs } from '../src/filed-accounts/filed-as.js';
import { AccountsReaders } from '../src/filed-accounts/pool/accounts-readers.js';
import { readAccounts } from '../src/filed-accounts/read-accounts.js';
import { machine, table, whole } from './support/figures.js';

const FOLDER = join(process.cwd(), 'test/fixtures/accounts');
const SMALL_BYTES = 100_000;
const WARMING = 500;

interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
}

const SAMPLES: readonly Sample[] = readdirSync(FOLDER)
  .filter((file) => file.startsWith('Prod') && file.endsWith('.gz'))
  .map((file) => ({ name: file.slice(0, -3), bytes: gunzipSync(readFileSync(join(FOLDER, file))) }));

const roundRobin = (samples: readonly Sample[], count: number): Sample[] =>
  Array.from({ length: count }, (_, at) => samples[at % samples.length]).filter((one) => one !== undefined);

function barePass({ bytes }: Sample): void {
  const parser = new SaxesParser({ xmlns: false });
  parser.write(bytes.toString('utf8')).close();
}

/** Seconds of processor time, of all threads of the process, and of the clock. */
async function timed(work: () => unknown): Promise<{ readonly cpu: number; readonly wall: number }> {
  const [cpu, from] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1e6, wall: (performance.now() - from) / 1000 };
}

/** As an import does it: a few documents under way, entered in order. */
async function inThreads(readers: AccountsReaders, documents: readonly Sample[]): Promise<void> {
  const underway: Promise<unknown>[] = [];
  for (const { name, bytes } of documents) {
    underway.push(readers.read(new Uint8Array(bytes), filedAs(name)));
    if (underway.length > 2 * readers.size) await underway.shift();
  }
  await Promise.all(underway);
}

async function measure(
  readers: AccountsReaders,
  what: string,
  documents: readonly Sample[],
): Promise<string[][]> {
  const megabytes = documents.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  // An archive of a day holds some ten thousand: what a thread takes to warm up is none of the pace.
  await inThreads(readers, documents.slice(0, WARMING));
  for (const document of documents.slice(0, WARMING)) {
    barePass(document);
    readAccounts(document.bytes, filedAs(document.name));
  }
  const bare = await timed(() => documents.forEach(barePass));
  const read = await timed(() => documents.forEach(({ name, bytes }) => readAccounts(bytes, filedAs(name))));
  const pool = await timed(() => inThreads(readers, documents));
  const bound = Math.min(500, documents.length / bare.wall / 2);
  const verdict = documents.length / pool.wall >= bound ? 'met' : 'not met';
  const row = (way: string, { cpu, wall }: typeof bare, met = ''): string[] => [
    `${what}, ${way}`,
    whole(documents.length / wall),
    (megabytes / wall).toFixed(1),
    (megabytes / cpu).toFixed(1),
    (bare.cpu / cpu).toFixed(2),
    met,
  ];
  return [
    row('bare XML', bare),
    row('read', read),
    row('read in processes', pool, `${whole(bound)}: ${verdict}`),
  ];
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { documents: { type: 'string', default: '1000' } } });
  const count = Number(values.documents);
  const small = SAMPLES.filter(({ bytes }) => bytes.length < SMALL_BYTES);
  const readers = new AccountsReaders();
  const rows = [
    ...(await measure(readers, 'all sizes', roundRobin(SAMPLES, count))),
    ...(await measure(readers, 'small', roundRobin(small, count))),
  ];
  await readers.close();
  const head = [
    'documents',
    'documents/s',
    'MB/s',
    'MB/s of processor',
    'of the bare pass',
    'bound, documents/s',
  ];
  process.stdout.write(`${machine()}\n\n${table(head, rows)}\n`);
  process.stdout.write(`peak memory ${whole(process.resourceUsage().maxRSS / 1024)} MB\n`);
}

void run();
