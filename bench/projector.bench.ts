/**
 * What the projector does in a second: all lanes over the log of one large job, and the rebuild of usage from its
 * charges. Rows come with four blocks each, about a kilobyte of JSON as served.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECTIONS } from '../projections/index.js';
import { rebuildUsage } from '../src/billing/usage/rebuild/usage-rebuild.js';
import { jsonEvent, metadataOf } from '../src/events/envelope.js';
import type { Submission } from '../src/events/job.events.js';
import { jobStream } from '../src/events/job.events.js';
import { rowDataStream, rowsDeliveredEvent } from '../src/events/rowdata.events.js';
import type { RowRecord } from '../src/events/rows.events.js';
import { ROWS_PER_PACK, packRows, rowsStream } from '../src/events/rows.events.js';
import type { NewEvent, StreamName } from '../src/platform/event-store/event-store.js';
import type { Stores } from '../src/platform/stores.js';
import { openStores } from '../src/platform/stores.js';
import { openLiveReadModels } from '../src/projector/read-side.js';
import { createProjectorRole } from '../src/projector/projector-role.js';
import type { BlockKey } from '../src/shared/block-key.js';
import type { AccountId, JobId, KeyId } from '../src/shared/ids.js';
import { grantOptions } from '../src/shared/options.js';

const ROWS = Number(process.env['ROWS'] ?? 250_000);
const ROWS_PER_CHUNK = 500;
const BLOCKS: readonly BlockKey[] = ['registered_address', 'company_identity', 'filing_status', 'industry'];
const JOB = 'job_01JDXB8Z5N0000000000000001' as JobId;
const ROW_BYTES = 1_000;
const CONTEXT = { requestId: 'req_bench', actor: 'worker', account: 1001 as AccountId };
const METADATA = metadataOf(CONTEXT, '2026-11-21T12:00:00.000Z');

const submission: Submission = {
  job_id: JOB,
  account_id: 1001 as AccountId,
  key_id: 'abcdefghijkl' as KeyId,
  environment: 'live',
  operation: 'enrich_job',
  blocks: BLOCKS,
  not_enabled: [],
  options: grantOptions({}, 'enrich_job'),
  rows: ROWS,
  chunks: Array.from({ length: Math.ceil(ROWS / ROWS_PER_CHUNK) }, (_, chunk) => chunk * ROWS_PER_CHUNK),
  retention_days: 30,
  stored: true,
  collection: 'pages',
  idempotent: false,
  inline_until: null,
  digest: '00',
};

const fact = (type: string, data: object): NewEvent => jsonEvent({ type, data }, randomUUID(), METADATA);

function recordOf(row: number): RowRecord {
  const available = { status: 'available' } as const;
  const industry = row % 7 === 0 ? ({ status: 'not_found', reason: 'no_sic_on_file' } as const) : available;
  return {
    company_number: String(10_000_000 + row).slice(0, 8),
    matched_on: 'company_number',
    match_confidence: 1,
    blocks: {
      registered_address: available,
      company_identity: available,
      filing_status: available,
      industry,
    },
    charge: {
      units: {
        registered_address: 1,
        company_identity: 1,
        filing_status: 1,
        ...(row % 7 === 0 ? {} : { industry: 1 }),
      },
      not_billed: row % 7 === 0 ? { industry: 'not_found' } : {},
    },
  };
}

async function writeJob({ eventStore }: Stores): Promise<number> {
  let stored = 0;
  const append = async (stream: StreamName, events: readonly NewEvent[]): Promise<void> => {
    stored += events.length;
    await eventStore.append(stream, 'any', events);
  };
  const json = Buffer.from(JSON.stringify({ ref: 'r', status: 'done', blocks: 'x'.repeat(ROW_BYTES) }));
  for (const [chunk, from] of submission.chunks.entries()) {
    const rows = Array.from({ length: Math.min(ROWS_PER_CHUNK, ROWS - from) }, (_, index) => from + index);
    const asked = rows.map((row) => ({ ref: `row-${row}`, company_number: String(10_000_000 + row) }));
    await append(rowDataStream(JOB, chunk), [
      fact('RowsSubmitted', { job_id: JOB, chunk, from, salt: 's', rows: asked }),
    ]);
  }
  await append(jobStream(JOB), [fact('JobSubmitted', submission)]);
  for (const [chunk, from] of submission.chunks.entries()) {
    const rows = Array.from({ length: Math.min(ROWS_PER_CHUNK, ROWS - from) }, (_, index) => from + index);
    const packs = Array.from({ length: Math.ceil(rows.length / ROWS_PER_PACK) }, (_, index) =>
      rows.slice(index * ROWS_PER_PACK, (index + 1) * ROWS_PER_PACK),
    );
    const head = { job_id: JOB, chunk, attempt: 'a', salt: 's' };
    await append(jobStream(JOB), [
      fact('ChunkStarted', { chunk, attempt: 'a', editions: { companies: 'e' } }),
    ]);
    await append(
      rowDataStream(JOB, chunk),
      packs.map((pack) =>
        rowsDeliveredEvent(
          { ...head, from: pack[0] ?? 0 },
          { rows: pack.map(() => json), errors: [] },
          { id: randomUUID(), metadata: METADATA },
        ),
      ),
    );
    const record = { job_id: JOB, chunk, attempt: 'a', editions: { companies: 'e' }, unkept_digest: null };
    await append(
      rowsStream(JOB, chunk),
      packs.map((pack) =>
        fact(
          'RowsRecorded',
          packRows(
            {
              ...record,
              from: pack[0] ?? 0,
              count: pack.length,
              delivered: [{ event_id: randomUUID(), digest: 'd'.repeat(64) }],
            },
            pack.map(recordOf),
          ),
        ),
      ),
    );
    const counts = { succeeded: rows.length, not_found: 0, failed: 0, site_unreachable: 0 };
    await append(jobStream(JOB), [fact('ChunkCompleted', { chunk, attempt: 'a', counts })]);
  }
  return stored;
}

const seconds = (since: number): number => (performance.now() - since) / 1_000;
const perSecond = (count: number, took: number): string =>
  `${Math.round(count / took).toLocaleString('en')} /s`;

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  const stores = await openStores({ dataDir });
  const cpu = (): number => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
  try {
    const events = await writeJob(stores);
    const head = await stores.eventStore.head();
    console.log(`${ROWS} rows in ${events} stored events`);
    const quiet = { info: () => undefined, warn: console.warn, error: console.error };
    const projector = createProjectorRole(stores, quiet);
    const live = await openLiveReadModels(stores);
    const started = performance.now();
    const before = cpu();
    await projector.start();
    await Promise.all(
      PROJECTIONS.lanes.map(async ({ name }) => {
        await live.waitFor(name, head, 600_000);
        console.log(`lane ${name} after ${seconds(started).toFixed(2)} s`);
      }),
    );
    const took = seconds(started);
    console.log(
      `all lanes: ${perSecond(ROWS, took)} rows, ${took.toFixed(2)} s, ${(cpu() - before).toFixed(2)} s CPU`,
    );
    await projector.stop();
    const rebuilt = await rebuildUsage(stores);
    console.log(
      `usage rebuild: ${rebuilt.verdict}, ${rebuilt.events} charge entries, ${rebuilt.events_per_second.toLocaleString('en')} /s`,
    );
    console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  } finally {
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

void main();
