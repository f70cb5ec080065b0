/** Reads rows of a job with what each cost. An operator's read writes an audit record. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import type { PricedCharges } from '../../investigate/disputes/priced-charges.js';
import { billedRows, pricedChargesOf } from '../../investigate/row-bill.js';
import type { AmountsOwed } from '../../investigate/explain/explained-bill.js';
import { readErrorsPage } from '../../jobs/pages/errors-page.js';
import { chunkOfRow, chunkAt } from '../../jobs/pages/row-places.js';
import { ExpiryGuard } from '../../jobs/retention/expiry-guard.js';
import { retainedJobsOf } from '../../jobs/retention/retained-jobs.js';
import type { ShownJob } from '../../jobs/status/job-reader.js';
import { LaneProgress } from '../../jobs/status/lane-progress.js';
import { rowsGoneFor, type RowsGone } from '../../jobs/status/job-view.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { recordAudit } from '../support/audit-records.js';
import { findJobDocument, unknownJobError } from './list-jobs.js';
import type { FoundRows, RowFilter, ServedRow, RowLabels } from './find-rows.js';
import { NO_LABELS, findRows, readScatteredRows, CHUNKS_AT_ONCE, namesIn } from './find-rows.js';
import {
  resultChunkKey,
  resultPackKeys,
  RESULT_CHUNKS,
} from '../../../projections/results/results.document.js';
import { ROW_NAMES } from '../../../projections/row-names/row-names.document.js';
import type { BlockOutcome } from '../../../packages/contract/src/row.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import { inParallel } from '../../../packages/platform/src/tasks/in-parallel.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { RowFacts } from '../../investigate/row-facts.js';
import { readSubmittedRows, type PageSources } from '../../jobs/pages/unrecorded-rows.js';

export interface RowsRequest {
  readonly job: JobId;
  readonly filter: RowFilter;
  /** The page from 1, of `size` rows. */
  readonly page: number;
  readonly size: number;
  /** Shows the page with this row, or with the next row that passes the filter; null: shows `page`. */
  readonly jumpToRow: number | null;
  readonly now: Date;
}

/** A row with its bill. `served` is null where the rows can't be read any more. */
export interface JobRow extends AmountsOwed {
  readonly row: number;
  readonly served: ServedRow | null;
}

export interface JobRowsPage {
  readonly job: Pick<JobStatusDocument, 'job_id' | 'account_id' | 'rows'>;
  /** The reason why the rows can't be read; null where they can. Each row keeps its bill. */
  readonly goneReason: RowsGone['outcome'] | null;
  readonly rows: readonly JobRow[];
  /** The number of rows that pass the filter. */
  readonly total: number;
  readonly page: number;
}

/** Makes the guard that keeps rows from expiring by a wrong clock. @param clock this machine's clock */
export const expiryGuardOf = ({ stores, models }: OperatorServices, clock = systemClock): ExpiryGuard =>
  new ExpiryGuard({ coordination: stores.coordination, clock, jobs: retainedJobsOf(models) });

/** Shows an operator a page of rows. An audit record is written first. @throws WrongRequest */
export async function showJobRows(
  operator: OperatorServices,
  { reason, ...request }: RowsRequest & { readonly reason: string | null },
): Promise<JobRowsPage> {
  const jobRows = await JobRows.open(operator, request);
  const page = await jobRows.page(request);
  await auditRows(operator, jobRows, { from: page.rows[0]?.row, reason });
  return page;
}

const auditRows = (
  operator: OperatorServices,
  { job }: JobRows,
  { from = 0, reason }: { readonly from: number | undefined; readonly reason: string | null },
): Promise<void> =>
  recordAudit(operator, { owner: job, about: { kind: 'rows', job_id: job.job_id, from }, reason });

/** A page of rows of the customer's own job, without an audit record. @throws WrongRequest */
export async function customerJobRows(
  operator: OperatorServices,
  account: AccountId,
  request: RowsRequest,
): Promise<JobRowsPage> {
  return (await JobRows.open(operator, request, account)).page(request);
}

/** The number of rows in one read for a file. */
const ROWS_AT_ONCE = 500;

type FileRequest = Pick<RowsRequest, 'job' | 'filter' | 'now'>;

/** Returns every row that passes the filter. An audit record is written first. @throws WrongRequest */
export async function everyJobRow(
  operator: OperatorServices,
  { reason, ...request }: FileRequest & { readonly reason: string | null },
): Promise<AsyncIterable<JobRow>> {
  const jobRows = await JobRows.open(operator, request);
  await auditRows(operator, jobRows, { from: jobRows.rowNumbers[0], reason });
  return jobRows.everyRow();
}

/** Every row of the customer's own job that passes the filter. @throws WrongRequest */
export async function everyCustomerRow(
  operator: OperatorServices,
  account: AccountId,
  request: FileRequest,
): Promise<AsyncIterable<JobRow>> {
  return (await JobRows.open(operator, request, account)).everyRow();
}

/** A page of the rows that failed or were skipped, as the API serves them. @throws WrongRequest */
export async function customerErrors(
  operator: OperatorServices,
  request: Pick<RowsRequest, 'job' | 'now'> & Readonly<{ account: AccountId; from: number; limit: number }>,
) {
  const { job, isEnded, goneReason } = await openJob(operator, request, request.account);
  if (goneReason !== null) return { goneReason, rows: [], next: null };
  const sources = { reader: operator.models, store: operator.stores.eventStore };
  const { from, limit } = request;
  const { entries, nextRow } = await readErrorsPage(sources, { job, isEnded, firstRow: from, limit });
  // This program wrote the JSON.
  const rows = entries.map((entry) => JSON.parse(Buffer.from(entry).toString('utf8')) as JsonObject);
  return { goneReason, rows, next: nextRow };
}

/** @param account the owner that the job must have; null: any */
async function openJob(
  operator: OperatorServices,
  request: Pick<RowsRequest, 'job' | 'now'>,
  account: AccountId | null,
): Promise<ShownJob & { readonly goneReason: RowsGone['outcome'] | null }> {
  await driveLanesToHead(operator, 'work', 'pages');
  const job = await findJobDocument(operator, request.job);
  if (account !== null && job.account_id !== account) throw unknownJobError(request.job);
  const rowsGone = await rowsGoneFor(job, request.now, () => expiryGuardOf(operator).isExpiryPaused());
  const isEnded = await new LaneProgress(operator.models).isShownEnded(job);
  return { job, isEnded, goneReason: rowsGone?.outcome ?? null };
}

/** The rows of a job that pass a filter. */
class JobRows {
  private constructor(
    private readonly operator: OperatorServices,
    private readonly openedJob: Awaited<ReturnType<typeof openJob>>,
    private readonly matches: FoundRows,
    private readonly pricedCharges: PricedCharges,
  ) {}

  static async open(
    operator: OperatorServices,
    request: FileRequest,
    account: AccountId | null = null,
  ): Promise<JobRows> {
    const openedJob = await openJob(operator, request, account);
    const { job, goneReason } = openedJob;
    const takesAllRows = goneReason !== null || Object.values(request.filter).every((part) => part === null);
    const sources = { reader: operator.models, store: operator.stores.eventStore };
    const matches = takesAllRows
      ? {
          rows: Array.from({ length: job.rows }, (_, row) => row),
          failureByRow: new Map<number, never>(),
          labels: NO_LABELS,
        }
      : await findRows(sources, openedJob, request.filter);
    const ownedJob = { account: job.account_id, job: job.job_id };
    const pricedCharges = await pricedChargesOf(operator.stores.eventStore, ownedJob);
    return new JobRows(operator, openedJob, matches, pricedCharges);
  }

  /** The numbers of the rows that pass the filter, ascending. */
  get rowNumbers(): readonly number[] {
    return this.matches.rows;
  }

  get job(): JobStatusDocument {
    return this.openedJob.job;
  }

  async page({ page, size, jumpToRow }: RowsRequest): Promise<JobRowsPage> {
    const { job, goneReason } = this.openedJob;
    const { length: total } = this.rowNumbers;
    const matchIndex = jumpToRow === null ? -1 : this.rowNumbers.findIndex((row) => row >= jumpToRow);
    const shownPage = matchIndex < 0 ? page : Math.floor(matchIndex / size) + 1;
    const rows = await this.read(this.rowNumbers.slice((shownPage - 1) * size, shownPage * size));
    return { job, goneReason, rows, total, page: shownPage };
  }

  async *everyRow(): AsyncGenerator<JobRow> {
    for (let first = 0; first < this.rowNumbers.length; first += ROWS_AT_ONCE)
      yield* await this.read(this.rowNumbers.slice(first, first + ROWS_AT_ONCE));
  }

  private async read(rows: readonly number[]): Promise<readonly JobRow[]> {
    const { models, stores } = this.operator;
    const { job, goneReason } = this.openedJob;
    const sources = { reader: models, store: stores.eventStore };
    const { failureByRow, labels } = this.matches;
    const rowsWithoutFailure = rows.filter((row) => !failureByRow.has(row));
    const jobChunks = { job: job.job_id, chunkOf: (row: number) => chunkOfRow(job, row) };
    const billedByRow = await billedRows(
      stores.eventStore,
      { ...jobChunks, pricedCharges: this.pricedCharges },
      rowsWithoutFailure,
    );
    const factsByRow = new Map([...billedByRow].map(([row, { facts }]) => [row, facts]));
    const settledByRow =
      goneReason === null ? await settledRows(sources, job, factsByRow, labels) : new Map<number, never>();
    const otherRows = goneReason === null ? rowsWithoutFailure.filter((row) => !settledByRow.has(row)) : [];
    const otherByRow = await readScatteredRows(sources, this.openedJob, otherRows, (row) => row);
    const servedRow = (row: number) =>
      failureByRow.get(row) ?? settledByRow.get(row) ?? otherByRow.get(row) ?? null;
    return rows.map((row) => ({ row, served: servedRow(row), ...(billedByRow.get(row)?.bill ?? NO_BILL) }));
  }
}

const NO_BILL: AmountsOwed = { units: 0, net_units: 0, amount: null, net_amount: null, currency: null };

/**
 * Returns the settled rows among these without reading the delivered rows: a delivered row lies in a pack of
 * many, so reading a few scattered rows would inflate many packs. The others have no record yet, wait for a
 * block, or have no name in the index, so the caller reads them as they are served.
 * @param labels names and refs that a search has read before
 */
async function settledRows(
  sources: PageSources,
  job: JobStatusDocument,
  factsByRow: ReadonlyMap<number, RowFacts>,
  labels: RowLabels,
): Promise<ReadonlyMap<number, ServedRow>> {
  const settledByRow = new Map<number, ServedRow>();
  const rowsByChunk = groupBy([...factsByRow.keys()], (row) => String(chunkOfRow(job, row)));
  await inParallel(rowsByChunk, CHUNKS_AT_ONCE, async ([chunk, rows]) => {
    const isNamed = (row: number): boolean => labels.names[row] !== undefined;
    const names = rows.every(isNamed) ? labels.names : await namesOfChunk(sources, job, Number(chunk));
    if (names.length === 0) return;
    const range = chunkAt(job, Number(chunk));
    const hasRef = (row: number): boolean => labels.refByRow.has(row);
    const submittedRows = rows.every(hasRef) ? [] : await readSubmittedRows(sources, job.job_id, range);
    for (const row of rows) {
      const facts = factsByRow.get(row);
      const ref = labels.refByRow.get(row) ?? submittedRows[row - range.first]?.ref ?? '';
      const servedRow = facts && settledRow({ row, ref, name: names[row] ?? '' }, facts);
      if (servedRow !== undefined) settledByRow.set(row, servedRow);
    }
  });
  return settledByRow;
}

function settledRow(
  { row, ref, name }: { readonly row: number; readonly ref: string; readonly name: string },
  { resolution, failure, fills }: RowFacts,
): ServedRow | undefined {
  const base = { row, ref, status: 'done' };
  if (failure !== null) return { ...base, reason: failure.event.data.reason, blocks: {} };
  const company_number = resolution?.event.data.company_number ?? null;
  if (resolution === null || company_number === null || name === '') return undefined;
  const blocks: Record<string, BlockOutcome> = { ...resolution.event.data.blocks };
  for (const { event } of fills) blocks[event.data.block] = event.data.outcome;
  if (Object.values(blocks).some(({ status }) => status === 'pending')) return undefined;
  return { ...base, matched: { company_number, company_name: name }, blocks };
}

/** Returns the names of a chunk's recorded attempt by row; none while the index is first made. */
const namesOfChunk = (
  { reader }: PageSources,
  { job_id }: JobStatusDocument,
  chunk: number,
): Promise<readonly string[]> =>
  whenReady(async () => {
    const names: string[] = [];
    const record = await reader.get(RESULT_CHUNKS.name, resultChunkKey(job_id, chunk));
    if (record === undefined) return names;
    const { attempt } = RESULT_CHUNKS.fields(record);
    // A document of names has the same key as its pack of results.
    const documents = await reader.range(ROW_NAMES.name, resultPackKeys(job_id, chunk, attempt));
    for (const document of documents)
      for (const [index, name] of namesIn(document).entries())
        names[ROW_NAMES.fields(document).from + index] = name;
    return names;
  }, []);
