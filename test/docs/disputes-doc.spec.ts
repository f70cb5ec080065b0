/** The story in docs/disputes.md happens as it is told: every command is run, and prints what stands there. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WorkerRole } from '../../src/jobs/worker/worker-role.js';
import {
  StoreUnavailableError,
  type EventStore,
  type StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import { ApiWorld, type IssuedKey } from '../support/worlds/api-world.js';
import { inWorld, ShellPage } from './pages/shell-page.js';

jest.setTimeout(600_000);

const ROOT = join(__dirname, '..', '..');
const SAMPLE = join(ROOT, 'samples', 'BasicCompanyData-2020-05-01-sample.csv');
const ROWS = 600;

let world: ApiWorld;
let worker: WorkerRole;
let key: IssuedKey;
const page = new ShellPage('docs/disputes.md');
beforeAll(async () => {
  world = await ApiWorld.start({ companies: SAMPLE });
  key = await world.customer();
  const { eventStore, coordination, readings } = world.stores;
  const stores = { eventStore: waitingForCancel(eventStore), coordination, readings };
  const log = { warn: () => undefined, error: () => undefined };
  worker = new WorkerRole(world.settings, stores, { log, models: world.live });
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
  await world.stop();
  page.remove();
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

it('docs/disputes.md tells what happens (`npm run docs` writes it)', async () => {
  const told = await page.told(inWorld(world, key));
  expect(told).toBe(page.text);
});

it('ends waiting where all rows are done before the first look', async () => {
  const loop = /^until .*processed.*$/m.exec(page.text)?.[0] ?? '';
  const done = JSON.stringify({ status: 'completed', counts: { total: ROWS, processed: ROWS } });
  const script = `api() { echo '${done}'; }\nBASE= JOB=\n${loop}\necho over`;
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: page.folder,
    timeout: 10_000,
  });
  expect(stdout).toBe('over\n');
});
