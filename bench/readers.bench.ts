/**
 * `npm run bench:readers -- pages|accounts|pdf [--times N] [--file PDF]`: what readings cost in the place where strangers' bytes
 * are read, its start included: an ordinary page of 280 KB, the sample documents under 100 kB in turn, or a PDF. Processor
 * time of all processes, the first answer, later ones, and the memory of this process and of what reads.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { AccountsReaders } from '../src/filed-accounts/pool/accounts-readers.js';
import { PdfReaders } from '../src/filed-accounts/pool/pdf-readers.js';
import { filedAs } from '../src/filed-accounts/filed-as.js';
import { PageReaders } from '../src/sites/crawler/page-readers.js';
import { machine, markdown, ms, quantile, whole } from './support/figures.js';
import { ordinaryPage } from './support/hostile-pages.js';
import { childBytes, childCpuSeconds } from './support/process-family.js';

const FOLDER = join(process.cwd(), 'test/fixtures/accounts');
const SMALL_BYTES = 100_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '300' }, file: { type: 'string', default: '' } },
});

interface Reading {
  readonly read: (at: number) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

function ofPages(): Reading {
  const readers = new PageReaders();
  const body = new TextEncoder().encode(ordinaryPage());
  const page = {
    url: 'https://example.co.uk/',
    http_status: 200,
    content_type: 'text/html',
    link_text: null,
  };
  return { read: () => readers.read({ ...page, body }), close: () => readers.close() };
}

function ofAccounts(): Reading {
  const readers = new AccountsReaders(1);
  const documents = readdirSync(FOLDER)
    .filter((file) => file.startsWith('Prod') && file.endsWith('.gz'))
    .map((file) => ({
      filed: filedAs(file.slice(0, -3)),
      bytes: gunzipSync(readFileSync(join(FOLDER, file))),
    }))
    .filter(({ bytes }) => bytes.length < SMALL_BYTES);
  const read = async (at: number): Promise<unknown> => {
    const document = documents[at % documents.length];
    return document && readers.read(new Uint8Array(document.bytes), document.filed);
  };
  return { read, close: () => readers.close() };
}

function ofPdfs(): Reading {
  const readers = new PdfReaders();
  const bytes = readFileSync(values.file);
  return {
    read: () => readers.read({ bytes, id: 'document', made_up_to: '2024-12-31' }),
    close: () => readers.close(),
  };
}

const KINDS: Readonly<Record<string, () => Reading>> = { pages: ofPages, accounts: ofAccounts, pdf: ofPdfs };

const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function run(): Promise<void> {
  const [kind = 'pages'] = positionals;
  const reading = KINDS[kind]?.();
  if (reading === undefined) throw new Error(`pages, accounts or pdf, not ${kind}`);
  const [from, took]: [number, number[]] = [ownCpu(), []];
  for (let at = 0; at < Number(values.times); at += 1) {
    const began = performance.now();
    await reading.read(at);
    took.push(performance.now() - began);
  }
  const [first = 0, ...later] = took;
  const figures = [
    kind,
    ms(first),
    ms(quantile(later, 0.5)),
    ms(quantile(later, 0.99)),
    `${(ownCpu() - from + childCpuSeconds()).toFixed(2)} s`,
    `${whole(process.memoryUsage.rss() / 1e6)} MB`,
    `${whole(childBytes() / 1e6)} MB`,
  ];
  await reading.close();
  const head = ['read', 'first', 'later, p50', 'p99', 'processor time', 'this process', 'its readers'];
  process.stdout.write(`${machine()}\n\n${markdown(head, [figures])}\n`);
}

void run();
