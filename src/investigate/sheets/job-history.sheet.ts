/** The sheet of `investigate job`: the work on a job, its result and its cost. */
import {
  cell,
  joinedCells,
  sheetTable,
  type Cell,
  type SheetColumns,
  type SheetFacts,
  type Part,
  type Sheet,
} from '../../../packages/words/src/sheet/sheet.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { countText, thousands } from '../../../packages/words/src/text/formats.js';
import type { JobHistory, JobInvestigation } from '../investigate-job.js';
import type { BlockUsage } from '../job-tally.js';
import { reasonInWords } from '../row-sentences.js';
import type { AmountsOwed } from '../explain/explained-bill.js';
import { figureAdjustmentsPart, owedFacts, type AdjustmentWithAmount, eventsPart } from './shared-parts.js';

/** @param job its bill is null while the billing lane is stopped */
export const jobHistorySheet = (
  job: JobHistory & {
    readonly bill: (AmountsOwed & { readonly adjustments: readonly AdjustmentWithAmount[] }) | null;
  },
): Sheet => ({
  title: ['Job ', cell.job(job.job_id), `, ${job.status}`],
  facts: lifeFacts(job),
  parts: [
    { title: 'Rows', facts: rowCountFacts(job) },
    // The keys of the record are reason codes; `Object.entries` loses their type.
    { title: 'Why rows failed', table: sheetTable(Object.entries(job.failures), FAILURE_COLUMNS) },
    {
      title: `Billed: ${countText(job.billed.units, 'unit')} in ${countText(job.billed.rows, 'row')}`,
      facts: job.bill === null ? {} : owedFacts(job.bill),
      table: sheetTable(Object.entries(job.billed.blocks), BLOCK_COLUMNS),
    },
    figureAdjustmentsPart(job.bill?.adjustments ?? []),
    chunksPart(job),
    eventsPart(job.events),
  ],
});

/** The sheet for a submission that was given up, or for a job that does not exist. */
export const noJobSheet = (investigation: Exclude<JobInvestigation, { outcome: 'found' }>): Sheet =>
  investigation.outcome === 'job_not_found'
    ? { title: 'There is no such job in the log.', parts: [] }
    : {
        title: 'The submission of this job was begun and given up: nothing ran, nothing was billed.',
        parts: [eventsPart(investigation.events)],
      };

function lifeFacts(job: JobHistory): SheetFacts {
  const { asked } = job;
  const kind = job.operation === 'resolve' ? 'a single resolve' : `a job of ${countText(asked.rows, 'row')}`;
  return {
    account: cell.account(job.account_id),
    key: [cell.key(job.key_id), ` (${job.environment})`],
    request: cell.request(job.request_id),
    'asked for': `${kind}: ${asked.blocks.join(', ')}`,
    'not enabled': asked.not_enabled.join(', ') || null,
    'idempotency key': job.idempotency === null ? 'none' : ['claimed at ', cell.time(job.idempotency.time)],
    submitted: cell.time(job.submitted_at),
    'cancel asked': cell.time(job.cancel_requested_at),
    finished: cell.time(job.finished_at),
    'rows kept until': asked.stored ? cell.time(job.expires_at) : 'never kept (store=false)',
    'rows erased': cell.time(job.erased_at),
  };
}

function rowCountFacts({ counts, asked }: JobHistory): SheetFacts {
  const { succeeded, not_found, failed, skipped, site_unreachable } = counts;
  const unrecordedRows = asked.rows - succeeded - not_found - failed - skipped;
  return {
    succeeded,
    'not found': not_found,
    failed,
    skipped,
    'not recorded yet': unrecordedRows === 0 ? null : unrecordedRows,
    'in all': asked.rows,
    '(of these with a website that would not open)': site_unreachable === 0 ? null : site_unreachable,
  };
}

const FAILURE_COLUMNS: SheetColumns<[reason: string, rows: number]> = {
  rows: ([, rows]) => rows,
  why: ([reason]) => reasonInWords(reason as ReasonCode),
};

const BLOCK_COLUMNS: SheetColumns<[block: string, use: BlockUsage]> = {
  block: ([block]) => block,
  units: ([, { units }]) => units,
  free: ([, { not_billed }]) =>
    Object.entries(not_billed)
      .map(([why, rows]) => `${thousands(rows)} ${why}`)
      .join(', '),
};

const MAX_CHUNKS = 10;

/** Lists the chunks that are started and not completed, or were retried. A job of one chunk has no list. */
function chunksPart({ chunks }: JobHistory): Part {
  if (chunks.length === 1) return { title: 'Chunks' };
  const countByState = new Map<string, number>();
  for (const { state } of chunks) countByState.set(state, (countByState.get(state) ?? 0) + 1);
  const listedChunks = chunks.filter(({ state, attempts }) => state === 'started' || attempts.length > 1);
  return {
    title: 'Chunks',
    sentences: [[...countByState].map(([state, count]) => `${thousands(count)} ${state}`).join(', ')],
    table: sheetTable(listedChunks, CHUNK_COLUMNS, { maxLines: MAX_CHUNKS }),
  };
}

const CHUNK_COLUMNS: SheetColumns<JobHistory['chunks'][number]> = {
  chunk: ({ chunk }) => chunk,
  rows: ({ from, count }) => `${from} to ${from + count - 1}`,
  state: ({ state }) => state,
  attempts: ({ attempts }): Cell =>
    joinedCells(attempts.map(({ attempt, started_at }) => [`${attempt} at `, cell.time(started_at)])),
};
