/** How many rows were recorded lately, of all jobs, and why those failed that did. */
import { addCounts } from '../../../projections/add-counts.js';
import { ROW_PACE, minuteOf, type RowPaceDocument } from '../../../projections/row-pace/row-pace.document.js';
import { ReadModelNotReadyError } from '../../platform/projector/generation-reader.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import type { ReasonCode } from '../../shared/reason-code.js';

export interface RowPace {
  /** Over the last whole minutes. */
  readonly rows_per_second: number;
  /** The last hour, the oldest minute first; the last of them is still under way. */
  readonly minutes: readonly { readonly minute: string; readonly rows: number }[];
  /** In the last day. */
  readonly rows: number;
  /** Rows that failed as a whole in the last day, the most frequent reason first. */
  readonly failed: readonly { readonly reason: ReasonCode; readonly rows: number }[];
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const HOUR_MINUTES = 60;
/** Over fewer a large chunk more or less would show. */
const PACE_MINUTES = 5;

/** Null where the read model isn't there yet. */
export async function rowPace(models: Pick<LiveReadModels, 'range'>, now: Date): Promise<RowPace | null> {
  const documents: RowPaceDocument[] = [];
  try {
    for await (const document of everyDocument(models, ROW_PACE.name))
      documents.push(ROW_PACE.fields(document));
  } catch (error) {
    if (error instanceof ReadModelNotReadyError) return null;
    throw error;
  }
  return paceOf(documents, now);
}

export function paceOf(documents: readonly RowPaceDocument[], now: Date): RowPace {
  const minuteAgo = (minutes: number): string =>
    minuteOf(new Date(now.getTime() - minutes * MINUTE_MS).toISOString());
  const ofDay = documents.filter(({ minute }) => minute > minuteAgo(DAY_MINUTES));
  const rowsIn = new Map(ofDay.map(({ minute, rows }) => [minute, rows]));
  const minutes = Array.from({ length: HOUR_MINUTES }, (_, at) => minuteAgo(HOUR_MINUTES - 1 - at)).map(
    (minute) => ({ minute, rows: rowsIn.get(minute) ?? 0 }),
  );
  const whole = minutes.slice(-1 - PACE_MINUTES, -1);
  return {
    rows_per_second: sum(whole) / (PACE_MINUTES * (MINUTE_MS / 1_000)),
    minutes,
    rows: sum(ofDay),
    failed: failuresOf(ofDay),
  };
}

const sum = (of: readonly { readonly rows: number }[]): number => of.reduce((all, { rows }) => all + rows, 0);

function failuresOf(documents: readonly RowPaceDocument[]): RowPace['failed'] {
  const failed = documents.reduce<RowPaceDocument['failed']>((all, one) => addCounts(all, one.failed), {});
  return (Object.entries(failed) as [ReasonCode, number][])
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((a, b) => b.rows - a.rows);
}
