/** What must be true of a log and of everything made from it, whatever happened while it was written. */
import { PROJECTIONS } from '../../../../projections/index.js';
import { JOB_STATUS } from '../../../../projections/job-status/job-status.document.js';
import { rebuildUsage } from '../../../../src/billing/usage/rebuild/usage-rebuild.js';
import { jobStream } from '../../../../src/streams/job/job.events.js';
import { rowDataStream } from '../../../../src/streams/rowdata/rowdata.events.js';
import type { VerifyReport } from '../../../../src/verify/verify-log.js';
import { verifyLog } from '../../../../src/verify/verify-log.js';
import { readResultsPage } from '../../../../src/jobs/pages/results-page.js';
import type { EventStore } from '../../../../packages/platform/src/event-store/event-store.js';
import { drive } from '../../../../packages/platform/src/projector/drive.js';
import { LiveReadModels } from '../../../../packages/platform/src/projector/live-read-models.js';
import type { ReadModels } from '../../../../packages/platform/src/read-models/read-models.js';
import { plainOf } from '../../../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../../../packages/contract/src/ids.js';
import { misshapenEvents } from '../../../support/event-shapes.js';
import { MemoryReadModels } from '../../../support/stores/memory-read-models.js';

export interface Judged {
  readonly log: EventStore;
  readonly models: ReadModels;
  readonly live: LiveReadModels;
}

const LANES = PROJECTIONS.lanes.map(({ name }) => name);

/** Two projectors at once make the read models of the log: each takes what the other leaves. */
export async function projectedTwice(
  log: EventStore,
  models: ReadModels = new MemoryReadModels(),
): Promise<Judged> {
  const stores = { events: log, models };
  const live = new LiveReadModels(stores, PROJECTIONS);
  await live.start();
  const head = await log.head();
  const projector = (): Promise<void> => drive({ stores, set: PROJECTIONS, lanes: LANES, patience: 0 }, head);
  await Promise.all([projector(), projector()]);
  return { log, models, live };
}

/** No invariant is broken, and everything that was accepted is finished. */
export async function expectVerified({ log, live }: Judged): Promise<VerifyReport> {
  const report = await verifyLog({ eventStore: log, readModels: live });
  const broken = report.invariants.filter(({ ok }) => !ok).map(({ id, offenders }) => ({ id, offenders }));
  expect(broken).toEqual([]);
  expect(report.unfinished_jobs).toBe(0);
  expect(await misshapenEvents(log)).toEqual([]);
  return report;
}

export async function expectUsageRebuilt({ log, models }: Judged): Promise<void> {
  const report = await rebuildUsage({ eventStore: log, readModels: models });
  expect({ verdict: report.verdict, differences: report.differences }).toEqual({
    verdict: 'equal',
    differences: [],
  });
}

interface ServedRow {
  readonly ref: string;
  readonly status: string;
}

/** Pages of the job joined, each as long as the next of `limits` says (over and over). */
async function pagesOf({ live, log }: Judged, id: JobId, limits: readonly number[]): Promise<ServedRow[]> {
  const job = await live.find(JOB_STATUS, id);
  if (job === undefined) throw new Error(`${id} is not shown`);
  const rows: ServedRow[] = [];
  for (let from: number | null = 0, turn = 0; from !== null; turn++) {
    const page = await readResultsPage(
      { reader: live, store: log },
      {
        job,
        isEnded: true,
        firstRow: from,
        limit: limits[turn % limits.length] ?? 100,
      },
    );
    for await (const json of page.rowsJson())
      rows.push(...(JSON.parse(`[${Buffer.from(plainOf(json)).toString()}]`) as ServedRow[]));
    from = page.nextRow;
  }
  return rows;
}

/** Every row once, in the order in which it was asked, and none of them still pending. */
export async function expectPages(
  judged: Judged,
  id: JobId,
  limits: readonly number[],
  refs: readonly string[],
): Promise<void> {
  const rows = await pagesOf(judged, id, limits);
  expect(rows.map(({ ref }) => ref)).toEqual(refs);
  expect(rows.filter(({ status }) => status !== 'done')).toEqual([]);
}

/** Nothing of the rows is left, in the log or in a read model. */
export async function expectErased({ log, live }: Judged, id: JobId, chunks: number): Promise<void> {
  for (let chunk = 0; chunk < chunks; chunk++)
    expect(await log.readStream(rowDataStream(id, chunk))).toEqual({ status: 'deleted' });
  for (const collection of ['result_packs', 'late_blocks', 'submitted_rows', 'error_packs'])
    expect(await live.range(collection, { from: `${id}.`, to: `${id}/` })).toEqual([]);
  expect((await log.readStream(jobStream(id))).status).toBe('found');
}
