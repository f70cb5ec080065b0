/** Finds rows of a job by state, reason and words. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { keysOfJob } from '../../../projections/key-parts.js';
import { RESULT_CHUNKS, type ResultChunkDocument } from '../../../projections/results/results.document.js';
import { ROW_NAMES } from '../../../projections/row-names/row-names.document.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { keptAs, plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import { everyDocument, everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { KeyedDocument } from '../../../packages/platform/src/read-models/read-models.js';
import { inParallel } from '../../../packages/platform/src/tasks/in-parallel.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import { readRecordedEntries } from '../../jobs/pages/errors-page.js';
import { readResultsPage } from '../../jobs/pages/results-page.js';
import { chunkAt, chunkOfRow } from '../../jobs/pages/row-places.js';
import { parseSubmitted, readSubmittedChunk, type PageSources } from '../../jobs/pages/unrecorded-rows.js';
import type { ShownJob } from '../../jobs/status/job-reader.js';

export const ROW_STATES = ['done', 'failed', 'skipped', 'pending'] as const;
type RowState = (typeof ROW_STATES)[number];

/**
 * Selects rows. Null means any. All of the `words` must be in the row's `ref` or name. The name is that of
 * the matched company or, without a match, the requested one.
 */
export interface RowFilter {
  readonly state: RowState | null;
  readonly reason: ReasonCode | null;
  readonly words: string | null;
}

/** A row as the API serves it, with the fields that are used here. */
export interface ServedRow {
  readonly row: number;
  readonly ref: string;
  readonly status: string;
  readonly reason?: ReasonCode;
  readonly matched?: { readonly company_number: string; readonly company_name?: string };
  readonly blocks: Readonly<Record<string, { readonly status: string }>>;
}

type RecordByChunk = ReadonlyMap<number, ResultChunkDocument>;

export const stateOfRow = ({ status, reason }: Pick<ServedRow, 'status' | 'reason'>): RowState =>
  reason === 'not_completed'
    ? 'skipped'
    : reason !== undefined
      ? 'failed'
      : status === 'done'
        ? 'done'
        : 'pending';

export interface FoundRows {
  /** The numbers of the rows that pass the filter, ascending. */
  readonly rows: readonly number[];
  /** The rows that failed as a whole. Empty where the filter names no state and no reason. */
  readonly failureByRow: ReadonlyMap<number, ServedRow>;
  readonly labels: RowLabels;
}

/** Names and refs that a search has read, so that a list of the found rows need not read them again. */
export interface RowLabels {
  /** The names of matched companies by row. */
  readonly names: readonly string[];
  readonly refByRow: ReadonlyMap<number, string>;
}

export const NO_LABELS: RowLabels = { names: [], refByRow: new Map() };

/** Searches the rows of a job. Reads delivered rows only where smaller documents don't tell enough. */
export async function findRows(
  sources: PageSources,
  shownJob: ShownJob,
  { state, reason, words }: RowFilter,
): Promise<FoundRows> {
  const { job, isEnded } = shownJob;
  const recordByChunk = new Map<number, ResultChunkDocument>();
  for await (const record of everyFields(sources.reader, RESULT_CHUNKS, keysOfJob(job.job_id)))
    recordByChunk.set(record.chunk, record);
  const recordedFlags = new Uint8Array(job.rows);
  for (const { from, count } of recordByChunk.values()) recordedFlags.fill(1, from, from + count);
  const hasStateOrReason = state !== null || reason !== null;
  const failureByRow = hasStateOrReason ? await failedRows(sources, recordByChunk) : new Map<number, never>();
  // The record of a row that was pending doesn't tell its present state, so these rows are read.
  const openRows = new Set(isEnded ? [] : [...recordByChunk.values()].flatMap(({ pending }) => pending));
  const unrecordedReason = isEnded ? ({ reason: 'not_completed' } as const) : {};
  const passes = (row: Pick<ServedRow, 'status' | 'reason'>): boolean =>
    (reason === null || row.reason === reason) && (state === null || stateOfRow(row) === state);
  const mayPass = (row: number): boolean => {
    if (recordedFlags[row] === 0) return passes({ status: 'pending', ...unrecordedReason });
    if (openRows.has(row) && passes({ status: 'pending' })) return true;
    return passes(failureByRow.get(row) ?? { status: 'done' });
  };
  let rows = Array.from(recordedFlags.keys()).filter(mayPass);
  let labels = NO_LABELS;
  if (words !== null) {
    const isRecorded = (row: number): boolean => recordedFlags[row] === 1;
    const names = await companyNames(sources, shownJob, recordByChunk, rows.filter(isRecorded));
    const refByRow = await rowsWithWords(sources, job, { names, words, rows });
    rows = [...refByRow.keys()].sort((a, b) => a - b);
    labels = { names, refByRow };
  }
  if (state === null) return { rows, failureByRow, labels };
  const openMatches = rows.filter((row) => openRows.has(row));
  const passByRow = await readScatteredRows(sources, shownJob, openMatches, passes);
  rows = rows.filter((row) => passByRow.get(row) ?? !openRows.has(row));
  return { rows, failureByRow, labels };
}

/** The maximum number of chunks that are read, and held, at once. */
export const CHUNKS_AT_ONCE = 8;

/** Reads the rows that failed as a whole from their entries on the errors page. */
async function failedRows(
  { reader }: PageSources,
  recordByChunk: RecordByChunk,
): Promise<Map<number, ServedRow>> {
  const failureByRow = new Map<number, ServedRow>();
  const recordsWithFailures = [...recordByChunk.values()].filter((record) => record.failed > 0);
  await inParallel(recordsWithFailures, CHUNKS_AT_ONCE, async (record) => {
    for (const { row, json } of await readRecordedEntries(reader, record)) {
      // This program wrote the JSON.
      const { ref, reason } = JSON.parse(Buffer.from(json).toString('utf8')) as Required<ServedRow>;
      failureByRow.set(row, { row, ref, reason, status: 'done', blocks: {} });
    }
  });
  return failureByRow;
}

/** Finds the rows that have all the words in their `ref` or name. Returns their refs by row. */
async function rowsWithWords(
  sources: PageSources,
  job: JobStatusDocument,
  { names, words, rows }: { names: readonly string[]; words: string; rows: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  const wantedWords = wordsOf(plainText(words));
  const mayHave = (text: string): boolean => wantedWords.every((word) => text.includes(word));
  const refByRow = new Map<number, string>();
  const rowsByChunk = groupBy(rows, (row) => String(chunkOfRow(job, row)));
  await inParallel(rowsByChunk, CHUNKS_AT_ONCE, async ([chunk, rowsOfChunk]) => {
    const { first, end } = chunkAt(job, Number(chunk));
    const { json } = await readSubmittedChunk(sources, job.job_id, Number(chunk));
    // JSON escapes no letters or digits, so each word of a row also stands in its chunk's JSON text.
    if (!mayHave(plainText([json, ...names.slice(first, end)].join('\n')))) return;
    const submittedRows = parseSubmitted(json);
    for (const row of rowsOfChunk) {
      const { ref = '', company_name = '' } = submittedRows[row - first] ?? {};
      const text = plainText(`${ref} ${names[row] || company_name}`);
      if (!mayHave(text)) continue;
      const rowWords = new Set(wordsOf(text));
      if (wantedWords.every((word) => rowWords.has(word))) refByRow.set(row, ref);
    }
  });
  return refByRow;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** The text in lower case and normal form (NFKC), so that equal letters compare equal. */
const plainText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The words of a text in plain form, without punctuation. A search finds whole words only. */
const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/** The names of companies by row; empty where there is none. Rows that the index lacks are read whole. */
async function companyNames(
  sources: PageSources,
  shownJob: ShownJob,
  recordByChunk: RecordByChunk,
  rows: readonly number[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const document of await nameDocuments(sources, shownJob.job)) {
    const fields = ROW_NAMES.fields(document);
    if (recordByChunk.get(fields.chunk)?.attempt !== fields.attempt) continue;
    namesIn(document).forEach((name, index) => (names[fields.from + index] = name));
  }
  const unnamed = rows.filter((row) => names[row] === undefined);
  const nameOf = ({ matched }: ServedRow): string => matched?.company_name ?? '';
  for (const [row, name] of await readScatteredRows(sources, shownJob, unnamed, nameOf)) names[row] = name;
  return names;
}

/** The names in a document of the index of names: one for each row of its pack. */
export function namesIn(document: KeyedDocument): readonly string[] {
  const plain = plainOf(keptAs(document.body ?? new Uint8Array(), ROW_NAMES.fields(document)));
  // The worker wrote this JSON.
  return JSON.parse(Buffer.from(plain).toString('utf8')) as readonly string[];
}

/** The documents of the index of names; none while the index is first made from the log. */
const nameDocuments = (
  { reader }: PageSources,
  { job_id }: JobStatusDocument,
): Promise<readonly KeyedDocument[]> =>
  whenReady(async () => {
    const documents: KeyedDocument[] = [];
    for await (const document of everyDocument(reader, ROW_NAMES.name, keysOfJob(job_id)))
      documents.push(document);
    return documents;
  }, []);

/** Rows that lie closer together are read in one range, since they are probably in one pack. */
const MAX_DISTANCE_IN_RANGE = 50;
/** A limit, since all rows of a range are in memory at once. */
const MAX_ROWS_OF_RANGE = 500;

/** The ranges that hold these rows. @param rows ascending */
function rangesOf(rows: readonly number[]): { readonly first: number; readonly end: number }[] {
  const ranges: { first: number; end: number }[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && row - last.end < MAX_DISTANCE_IN_RANGE && row - last.first < MAX_ROWS_OF_RANGE)
      last.end = row + 1;
    else ranges.push({ first: row, end: row + 1 });
  }
  return ranges;
}

/** Reads rows as the API serves them. @param rows ascending @param pick returns the part of a row to keep */
export async function readScatteredRows<T>(
  sources: PageSources,
  shownJob: ShownJob,
  rows: readonly number[],
  pick: (row: ServedRow) => T,
): Promise<ReadonlyMap<number, T>> {
  const wantedRows = new Set(rows);
  const picked = new Map<number, T>();
  for (const range of rangesOf(rows))
    for (const row of await readServedRows(sources, shownJob, range))
      if (wantedRows.has(row.row)) picked.set(row.row, pick(row));
  return picked;
}

/** Rows from `first` (inclusive) to `end` (exclusive), as the API serves them. */
async function readServedRows(
  sources: PageSources,
  { job, isEnded }: ShownJob,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<readonly ServedRow[]> {
  const page = await readResultsPage(sources, { job, isEnded, firstRow: first, limit: end - first });
  const rows: Omit<ServedRow, 'row'>[] = [];
  // This program wrote the JSON.
  for await (const bytes of page.rowsJson())
    rows.push(
      ...(JSON.parse(`[${Buffer.from(plainOf(bytes)).toString('utf8')}]`) as Omit<ServedRow, 'row'>[]),
    );
  return rows.map((row, index) => ({ row: first + index, ...row }));
}
