/** Reads figures of the work on all jobs: unfinished rows, recorded rows, and why rows failed. */
import { addCounts } from '../../../projections/add-counts.js';
import { ROW_PACE, minuteOf, type RowPaceDocument } from '../../../projections/row-pace/row-pace.document.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { allFields, everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { JOB_STATUS, countsSoFar } from '../../../projections/job-status/job-status.document.js';
import { processedRows } from '../../streams/job/row-counts.js';

export interface RowPace {
  /** Average over the last five whole minutes. */
  readonly rows_per_second: number;
  /** The last hour, oldest minute first; the last minute is not over. */
  readonly minutes: readonly { readonly minute: string; readonly rows: number }[];
  readonly rows: number;
  /** Rows that failed as a whole in the last day, the most frequent reason first. */
  readonly failed: readonly { readonly reason: ReasonCode; readonly rows: number }[];
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const HOUR_MINUTES = 60;
/** The minutes of the average. In a shorter span one large chunk would dominate. */
const PACE_MINUTES = 5;

/** Returns null if the read model is not built yet. */
export async function readRowPace(models: Pick<LiveReadModels, 'range'>, now: Date): Promise<RowPace | null> {
  return whenReady(async () => computeRowPace(await allFields(models, ROW_PACE), now), null);
}

export function computeRowPace(documents: readonly RowPaceDocument[], now: Date): RowPace {
  const minutesAgo = (minutes: number): string =>
    minuteOf(new Date(now.getTime() - minutes * MINUTE_MS).toISOString());
  const dayDocuments = documents.filter(({ minute }) => minute > minutesAgo(DAY_MINUTES));
  const rowsByMinute = new Map(dayDocuments.map(({ minute, rows }) => [minute, rows]));
  const minutes = Array.from({ length: HOUR_MINUTES }, (_, index) =>
    minutesAgo(HOUR_MINUTES - 1 - index),
  ).map((minute) => ({ minute, rows: rowsByMinute.get(minute) ?? 0 }));
  const fullMinutes = minutes.slice(-1 - PACE_MINUTES, -1);
  return {
    rows_per_second: sumOfRows(fullMinutes) / (PACE_MINUTES * (MINUTE_MS / 1_000)),
    minutes,
    rows: sumOfRows(dayDocuments),
    failed: failuresOf(dayDocuments),
  };
}

const sumOfRows = (counts: readonly { readonly rows: number }[]): number =>
  counts.reduce((total, { rows }) => total + rows, 0);

function failuresOf(documents: readonly RowPaceDocument[]): RowPace['failed'] {
  const rowsByReason = documents.reduce<RowPaceDocument['failed']>(
    (total, document) => addCounts(total, document.failed),
    {},
  );
  return (Object.entries(rowsByReason) as [ReasonCode, number][])
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((left, right) => right.rows - left.rows);
}

/** Counts the jobs that have not ended, their unfinished chunks and rows; null: no read model is built. */
export async function readOpenWork(models: Pick<LiveReadModels, 'range'>) {
  return whenReady(async () => {
    let [jobs, chunks, rows] = [0, 0, 0];
    for await (const job of everyFields(models, JOB_STATUS, { index: 'by_phase', equals: ['open'] })) {
      jobs++;
      chunks += job.chunks.length - job.chunks_completed;
      rows += job.rows - processedRows(countsSoFar(job));
    }
    return { jobs, chunks, rows };
  }, null);
}
