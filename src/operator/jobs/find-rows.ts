/** Finds rows of a job by state, reason and words, from an index where there is one. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { keysOfJob } from '../../../projections/key-parts.js';
import { RESULT_CHUNKS, type ResultChunkDocument } from '../../../projections/results/results.document.js';
import {
  ROW_WORDS,
  FAILED,
  printOfReason,
  printOfWord,
  printsIn,
  printsOfRow,
  wordsOf,
} from '../../../projections/row-words/row-words.document.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import { everyDocument, everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { KeyedDocument } from '../../../packages/platform/src/read-models/read-models.js';
import { plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import { readResultsPage } from '../../jobs/pages/results-page.js';
import { splitByChunk } from '../../jobs/pages/row-places.js';
import { readSubmittedRows, type PageSources } from '../../jobs/pages/unrecorded-rows.js';

export const ROW_STATES = ['done', 'failed', 'skipped', 'pending'] as const;
type RowState = (typeof ROW_STATES)[number];

/** Null: any. A row has all the words in its `ref`, or the name that was found or else asked for. */
export interface RowFilter {
  readonly state: RowState | null;
  readonly reason: ReasonCode | null;
  readonly words: string | null;
}

/** A row as the API serves it, as far as it is read here. */
export interface ServedRow {
  readonly row: number;
  readonly ref: string;
  readonly status: string;
  readonly reason?: ReasonCode;
  readonly matched?: { readonly company_number: string; readonly company_name?: string };
  readonly blocks: Readonly<Record<string, { readonly status: string }>>;
}

/** A job and whether it is shown as ended: then a row without a record was skipped. */
export interface ShownJob {
  readonly job: JobStatusDocument;
  readonly isEnded: boolean;
}

export const stateOfRow = ({ status, reason }: Pick<ServedRow, 'status' | 'reason'>): RowState =>
  reason === 'not_completed'
    ? 'skipped'
    : reason !== undefined
      ? 'failed'
      : status === 'done'
        ? 'done'
        : 'pending';

/** The numbers of the rows that pass the filter, ascending. */
export async function findRows(
  sources: PageSources,
  shown: ShownJob,
  filter: RowFilter,
): Promise<readonly number[]> {
  const { job, isEnded } = shown;
  const search = new RowSearch(filter);
  const records = new Map<number, ResultChunkDocument>();
  for await (const record of everyFields(sources.reader, RESULT_CHUNKS, keysOfJob(job.job_id)))
    records.set(record.chunk, record);
  // Rows that were pending when they were recorded are done by now, or will be. Only the rows tell.
  const open = new Set(isEnded ? [] : [...records.values()].flatMap(({ pending }) => pending));
  const known = new Uint8Array(job.rows);
  const found: number[] = [];
  for (const document of await indexOf(sources, job)) {
    const { chunk, attempt, from } = ROW_WORDS.fields(document);
    const record = records.get(chunk);
    if (record?.attempt !== attempt) continue;
    let row = from - 1;
    for (const prints of printsIn(document.body ?? new Uint8Array())) {
      if (++row >= record.from + record.count || (search.needsState && open.has(row))) continue;
      known[row] = 1;
      if (search.passes(prints, 'done')) found.push(row);
    }
  }
  for (const { first, end } of runsOf(known))
    for (const part of splitByChunk(job, first, end)) {
      const asked = await readSubmittedRows(sources, job.job_id, part);
      const rows = records.has(part.chunk)
        ? await readServedRows(sources, shown, part)
        : asked.map((row) => unrecorded(row, isEnded));
      rows.forEach((row, index) => {
        const name = row.matched === undefined ? asked[index]?.company_name : row.matched.company_name;
        const prints = printsOfRow({ texts: [row.ref, name], reason: row.reason });
        if (search.passes(prints, stateOfRow(row))) found.push(part.first + index);
      });
    }
  return found.sort((a, b) => a - b);
}

/** The documents of the index; none while it is first made from the log. */
const indexOf = ({ reader }: PageSources, { job_id }: JobStatusDocument): Promise<readonly KeyedDocument[]> =>
  whenReady(async () => {
    const documents: KeyedDocument[] = [];
    for await (const document of everyDocument(reader, ROW_WORDS.name, keysOfJob(job_id)))
      documents.push(document);
    return documents;
  }, []);

const unrecorded = ({ ref = '' }: SubmittedRow, isEnded: boolean): Omit<ServedRow, 'row'> => ({
  ...{ ref, status: 'pending', blocks: {} },
  ...(isEnded ? { reason: 'not_completed' } : {}),
});

/** The runs of rows that the index doesn't know. */
function* runsOf(known: Uint8Array): Generator<{ readonly first: number; readonly end: number }> {
  for (let first = known.indexOf(0); first >= 0;) {
    const next = known.indexOf(1, first);
    const end = next < 0 ? known.length : next;
    yield { first, end };
    first = next < 0 ? -1 : known.indexOf(0, next);
  }
}

/** Rows from `first` (inclusive) to `end` (exclusive), as the API serves them. */
export async function readServedRows(
  sources: PageSources,
  { job, isEnded }: ShownJob,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<readonly ServedRow[]> {
  const page = await readResultsPage(sources, { job, isEnded, from: first, limit: end - first });
  const rows: Omit<ServedRow, 'row'>[] = [];
  // This program wrote the JSON.
  for await (const bytes of page.rowsJson())
    rows.push(
      ...(JSON.parse(`[${Buffer.from(plainOf(bytes)).toString('utf8')}]`) as Omit<ServedRow, 'row'>[]),
    );
  return rows.map((row, index) => ({ row: first + index, ...row }));
}

const SKIPPED = printOfReason('not_completed');

/** A filter in the terms of the index. */
class RowSearch {
  private readonly prints: readonly number[];
  readonly needsState: boolean;

  constructor(private readonly filter: RowFilter) {
    const { words, reason, state } = filter;
    const reasons = reason === null ? [] : [printOfReason(reason)];
    this.prints = [...wordsOf(words ?? '').map(printOfWord), ...reasons];
    this.needsState = state !== null;
  }

  /** @param otherwise the state of a row without a reason */
  passes(prints: ReadonlySet<number>, otherwise: RowState): boolean {
    const { state } = this.filter;
    if (!this.prints.every((print) => prints.has(print))) return false;
    if (state === null) return true;
    return state === (prints.has(SKIPPED) ? 'skipped' : prints.has(FAILED) ? 'failed' : otherwise);
  }
}
