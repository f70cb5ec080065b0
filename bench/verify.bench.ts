/**
 * `npm run bench:verify`: the eight invariants over the log of one large job, and over many single resolves, with and
 * without the comparison of read models. ROWS (default 250,000) and RESOLVES (default 10,000) choose other sizes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLog } from '../src/investigate/verify/verify-log.js';
import type { Stores } from '../src/platform/stores/stores.js';
import { openStores } from '../src/platform/stores/stores.js';
import { driveLanes, openLiveReadModels } from '../src/projector/read-side.js';
import type { JobId } from '../src/shared/ids.js';
import { machine, table, whole } from './support/figures.js';
import { writeAccount, writeJob } from './support/valid-log.js';

const ROWS = Number(process.env['ROWS'] ?? 250_000);
const RESOLVES = Number(process.env['RESOLVES'] ?? 10_000);

const jobNumber = (index: number): JobId => `job_01JDXB8Z5N${String(index).padStart(16, '0')}` as JobId;

const seconds = (since: number): number => (performance.now() - since) / 1_000;
const megabytes = (bytes: number): string => `${whole(bytes / 2 ** 20)} MB`;

async function measured(title: string, stores: Stores, compared: boolean): Promise<string[]> {
  const live = await openLiveReadModels(stores);
  const started = performance.now();
  const report = await verifyLog({ eventStore: stores.eventStore, readModels: compared ? live : null });
  const took = seconds(started);
  if (!report.ok) throw new Error(`${title}: ${JSON.stringify(report.invariants.filter(({ ok }) => !ok))}`);
  return [
    title,
    compared ? 'with read models' : 'the log alone',
    whole(report.events),
    `${took.toFixed(1)} s`,
    `${whole(report.events / took)} /s`,
    `${whole(report.rows / took)} /s`,
    megabytes(process.memoryUsage().rss),
  ];
}

async function bench(title: string, write: (stores: Stores) => Promise<void>): Promise<string[][]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  const stores = await openStores({ dataDir });
  try {
    await writeAccount(stores.eventStore);
    await write(stores);
    const alone = await measured(title, stores, false);
    await driveLanes(stores, ['pages', 'billing'], await stores.eventStore.head());
    return [alone, await measured(title, stores, true)];
  } finally {
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  console.log(machine());
  const job = await bench(`a job of ${whole(ROWS)} rows`, ({ eventStore }) =>
    writeJob(eventStore, jobNumber(1), ROWS),
  );
  const resolves = await bench(`${whole(RESOLVES)} resolves`, async ({ eventStore }) => {
    for (let i = 0; i < RESOLVES; i += 50)
      await Promise.all(Array.from({ length: 50 }, (_, j) => writeJob(eventStore, jobNumber(i + j), 1)));
  });
  const head = ['log', 'checked', 'stored events', 'took', 'events', 'rows', 'memory'];
  console.log(table(head, [...job, ...resolves]));
}

void main();
