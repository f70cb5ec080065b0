/**
 * `npm run bench:accounts`: reads filed accounts, beside a bare pass of the XML parser over the same bytes. Argument:
 * `--documents N` (default 1,000), taken round robin from the sample documents: all of them, which are larger than what
 * is filed most, and the small ones alone.
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

async function inThreads(documents: readonly Sample[]): Promise<void> {
  const readers = new AccountsReaders();
  const reading = documents.map(({ name, bytes }) => readers.read(new Uint8Array(bytes), filedAs(name)));
  await Promise.all(reading);
  await readers.close();
}

async function measure(what: string, documents: readonly Sample[]): Promise<string[][]> {
  const megabytes = documents.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  for (const document of documents.slice(0, 50)) {
    barePass(document);
    readAccounts(document.bytes, filedAs(document.name));
  }
  const bare = await timed(() => documents.forEach(barePass));
  const read = await timed(() => documents.forEach(({ name, bytes }) => readAccounts(bytes, filedAs(name))));
  const pool = await timed(() => inThreads(documents));
  const row = (way: string, { cpu, wall }: typeof bare): string[] => [
    `${what}, ${way}`,
    whole(documents.length / wall),
    (megabytes / wall).toFixed(1),
    (megabytes / cpu).toFixed(1),
    (bare.cpu / cpu).toFixed(2),
  ];
  return [row('bare XML', bare), row('read', read), row('read in threads', pool)];
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { documents: { type: 'string', default: '1000' } } });
  const count = Number(values.documents);
  const small = SAMPLES.filter(({ bytes }) => bytes.length < SMALL_BYTES);
  const rows = [
    ...(await measure('all sizes', roundRobin(SAMPLES, count))),
    ...(await measure('small', roundRobin(small, count))),
  ];
  const head = ['documents', 'documents/s', 'MB/s', 'MB/s of processor', 'of the bare pass'];
  process.stdout.write(`${machine()}\n\n${table(head, rows)}\n`);
  process.stdout.write(`peak memory ${whole(process.resourceUsage().maxRSS / 1024)} MB\n`);
}

void run();
