/** The story in docs/disputes.md happens as it is told: every command is run, and prints what stands there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WorkerRole } from '../../src/jobs/worker/worker-role.js';
import {
  StoreUnavailableError,
  type EventStore,
  type StreamName,
} from '../../src/platform/event-store/event-store.js';
import { storedEvents } from '../../src/platform/event-store/stored-events.js';
import { ApiWorld, type IssuedKey } from '../support/worlds/api-world.js';

jest.setTimeout(600_000);

const ROOT = join(__dirname, '..', '..');
const PAGE = join(ROOT, 'docs', 'disputes.md');
const SAMPLE = join(ROOT, 'samples', 'BasicCompanyData-2020-05-01-sample.csv');
const BLOCK = /```sh\n([\s\S]*?)```\n(?:\n```text\n[\s\S]*?```\n)?/g;
/** By which `company-data` is a command. */
const README_LINE = /^alias company-data=.*$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[0] ?? '';
const ROWS = 600;
const BETWEEN = '--- the next block ---';

let world: ApiWorld;
let worker: WorkerRole;
let key: IssuedKey;
let folder: string;
beforeAll(async () => {
  world = await ApiWorld.start({ companies: SAMPLE });
  key = await world.customer();
  const { eventStore, coordination, readings } = world.stores;
  const stores = { eventStore: waitingForCancel(eventStore), coordination, readings };
  const log = { warn: () => undefined, error: () => undefined };
  worker = new WorkerRole(world.settings, stores, { log, models: world.live });
  await worker.start();
  folder = mkdtempSync(join(tmpdir(), 'dispute-'));
  symlinkSync(join(ROOT, 'samples'), join(folder, 'samples'));
});
afterAll(async () => {
  await worker.stop();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The worker takes on no more than the first chunk before the customer has cancelled, however busy the machine is. */
function waitingForCancel(store: EventStore): EventStore {
  const append: EventStore['append'] = async (stream, expected, events) => {
    const later = events.some(
      ({ type, data }) => type === 'ChunkStarted' && !Buffer.from(data).toString().includes('"chunk":0,'),
    );
    if (later && !(await isCancelled(store, stream)))
      throw new StoreUnavailableError('not before the cancel');
    return store.append(stream, expected, events);
  };
  return Object.create(store, { append: { value: append } }) as EventStore;
}

async function isCancelled(store: EventStore, stream: StreamName): Promise<boolean> {
  for await (const { type } of storedEvents(store, stream)) if (type === 'JobCancelRequested') return true;
  return false;
}

/** What each block of shell prints. One shell runs them all, so that one block goes on from the other. */
async function outputs(blocks: readonly string[]): Promise<string[]> {
  const script = [
    'shopt -s expand_aliases',
    README_LINE.replace('$PWD', ROOT),
    'api() { curl -sS -H "Authorization: Bearer $KEY" "$@"; }',
    ...blocks.flatMap((text) => [text, `echo '${BETWEEN}'`]),
  ].join('\n');
  const env = {
    PATH: process.env['PATH'],
    BASE: world.api.url,
    KEY: key.key,
    DATA_DIR: world.settings.dataDir,
    OPERATOR: 'alice',
  };
  const options = { env, cwd: folder, maxBuffer: 10_000_000, timeout: 500_000 };
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], options);
  return alike(stdout).split(`${BETWEEN}\n`).slice(0, -1);
}

/** The same text for the same course of events: what differs each time is replaced by as many characters. */
function alike(text: string): string {
  return text
    .replaceAll('\r', '')
    .replaceAll(world.settings.dataDir, 'data')
    .replace(/\b20(?!20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-22T12:00:00.000Z')
    .replace(/\b20(?!20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '2026-11-22 12:00:00 UTC')
    .replace(/\b20(?!20)\d\d-\d\d-\d\d\b(?!T| \d\d:)/g, '2026-11-22')
    .replace(/\b20(?!20)\d\d-\d\d\b(?!-)/g, '2026-11')
    .replace(/\b(job|req|adj)_[0-9A-Z]{26}\b/g, (_, kind: string) => `${kind}_01JDXB8Z5N0000000000000001`)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '5f0c6f4e-0000-8000-8000-000000000000')
    .replace(/\b[0-9a-f]{64}\b/g, numbered())
    .replace(/\bkey [0-9a-f]{16}\b/g, 'key 00000000000000aa')
    .replaceAll(key.keyId, 'abcdefghijkl');
}

/** Equal hashes stay equal, and others different: each is its place among those that were printed. */
function numbered(): (hash: string) => string {
  const known = new Map<string, number>();
  return (hash) => {
    known.set(hash, known.get(hash) ?? known.size + 1);
    return `${known.get(hash) ?? 0}`.padStart(hash.length, '0');
  };
}

it('docs/disputes.md tells what happens (`npm run docs` writes it)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const blocks = [...page.matchAll(BLOCK)].map(([, text = '']) => text);
  const printed = await outputs(blocks);
  const told = page.replace(BLOCK, (_, text: string) => {
    const output = printed.shift() ?? '';
    return `\`\`\`sh\n${text}\`\`\`\n${output === '' ? '' : `\n\`\`\`text\n${output}\`\`\`\n`}`;
  });
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(PAGE, told);
  expect(told).toBe(readFileSync(PAGE, 'utf8'));
});

it('ends waiting where all rows are done before the first look', async () => {
  const loop = /^until .*processed.*$/m.exec(readFileSync(PAGE, 'utf8'))?.[0] ?? '';
  const done = JSON.stringify({ status: 'completed', counts: { total: ROWS, processed: ROWS } });
  const script = `api() { echo '${done}'; }\nBASE= JOB=\n${loop}\necho over`;
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder, timeout: 10_000 });
  expect(stdout).toBe('over\n');
});
