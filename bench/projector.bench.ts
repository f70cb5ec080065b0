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
import { jsonEvent, metadataOf } from '../src/streams/envelope.js';
import type { Submission } from '../src/streams/job/job.events.js';
import { jobStream } from '../src/streams/job/job.events.js';
import { rowDataStream, rowsDeliveredEvent } from '../src/streams/rowdata/rowdata.events.js';
import type { RowRecord } from '../src/streams/rows/rows.events.js';
import { ROWS_PER_PACK, rowsStream } from '../src/streams/rows/rows.events.js';
import { packRows } from '../src/streams/rows/pack-rows.js';
import type { NewEvent, StreamName } from '../src/platform/event-store/event-store.js';
import type { Stores } from '../src/platform/stores/stores.js';
import { openStores } from '../src/platform/stores/stores.js';
import { openLiveReadModels } from '../projections/read-side.js';
import { createProjectorRole } from '../src/processes/projector-role.js';
import type { BlockKey } from '../src/shared/block-key.js';
import type { AccountId, JobId, KeyId } from '../src/shared/ids.js';
import { grantOptions } from '../src/shared/options.js';
import { machine, table, whole } from './support/figures.js';

const ROWS = Number(process.env['ROWS'] ?? 250_000);
const RESOLVES = Number(process.env['RESOLVES'] ?? 10_000);
const EVENTS_OF_RESOLVE = 7;
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

/** Single resolves as their handlers write them: seven events in five appends. */
async function writeResolves({ eventStore }: Stores): Promise<number> {
  const json = Buffer.from(JSON.stringify({ ref: 'r', status: 'done', blocks: 'x'.repeat(ROW_BYTES) }));
  const write = async (index: number): Promise<void> => {
    const job = `job_01JDXB8Z5Q${String(index).padStart(16, '0')}` as JobId;
    const chunk = { job_id: job, chunk: 0, attempt: 'a' };
    const asked = { job_id: job, chunk: 0, from: 0, salt: 's', rows: [{ company_number: '00445790' }] };
    await eventStore.append(rowDataStream(job, 0), 'any', [fact('RowsSubmitted', asked)]);
    await eventStore.append(jobStream(job), 'any', [
      fact('JobSubmitted', { ...submission, job_id: job, operation: 'resolve', rows: 1, chunks: [0] }),
      fact('ChunkStarted', { chunk: 0, attempt: 'a', editions: { companies: 'e' } }),
    ]);
    const envelope = { id: randomUUID(), metadata: METADATA };
    const rows = { rows: [json], errors: [] };
    await eventStore.append(rowDataStream(job, 0), 'any', [
      rowsDeliveredEvent({ ...chunk, salt: 's', from: 0 }, rows, envelope),
    ]);
    const record = { ...chunk, from: 0, count: 1, editions: { companies: 'e' }, unkept_digest: null };
    const delivered = [{ event_id: envelope.id, digest: 'd'.repeat(64) }];
    await eventStore.append(rowsStream(job, 0), 'any', [
      fact('RowsRecorded', packRows({ ...record, delivered }, [recordOf(index)])),
    ]);
    const counts = { succeeded: 1, not_found: 0, failed: 0, site_unreachable: 0 };
    await eventStore.append(jobStream(job), 'any', [
      fact('ChunkCompleted', { chunk: 0, attempt: 'a', counts }),
      fact('JobCompleted', { counts, expires_at: '2026-12-21T12:00:00.000Z' }),
    ]);
  };
  const AT_ONCE = 50;
  for (let start = 0; start < RESOLVES; start += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, RESOLVES - start) }, (_, i) => write(start + i)),
    );
  }
  return RESOLVES * EVENTS_OF_RESOLVE;
}

const seconds = (since: number): number => (performance.now() - since) / 1_000;
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Time of each lane to pass the head, and the row of the table for it. */
async function measure(
  title: string,
  count: number,
  write: (stores: Stores) => Promise<number>,
): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  const stores = await openStores({ dataDir });
  try {
    const events = await write(stores);
    const head = await stores.eventStore.head();
    const projector = createProjectorRole(stores, {
      info: () => undefined,
      warn: console.warn,
      error: console.error,
    });
    const live = await openLiveReadModels(stores);
    const [started, cpu] = [performance.now(), cpuSeconds()];
    await projector.start();
    const lanes = await Promise.all(
      PROJECTIONS.lanes.map(async ({ name }) => {
        await live.waitFor(name, head, 600_000);
        return `${name} ${seconds(started).toFixed(1)}`;
      }),
    );
    const [took, used] = [seconds(started), cpuSeconds() - cpu];
    await projector.stop();
    const rebuilt = await rebuildUsage(stores);
    if (rebuilt.verdict !== 'equal') throw new Error('the rebuilt usage differs');
    return [
      title,
      whole(events),
      `${whole(count / took)} /s`,
      `${whole(count / used)} /s`,
      lanes.join(', '),
      `${whole(rebuilt.events_per_second)} /s`,
    ];
  } finally {
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  console.log(machine());
  const job = await measure(`one job of ${whole(ROWS)} rows`, ROWS, writeJob);
  const resolves = await measure(`${whole(RESOLVES)} resolves`, RESOLVES, writeResolves);
  const head = [
    'log',
    'stored events',
    'all lanes, rows',
    'the same by CPU second',
    'lane, seconds to the head',
    'usage rebuild, charges',
  ];
  console.log(table(head, [job, resolves]));
  console.log(`peak memory ${whole(process.resourceUsage().maxRSS / 1024)} MB`);
}

void main();
