/** Keeps what `verify` remembers of a job that has not ended, and of its chunks that are not complete. */
import type { RowCounts, Submission } from '../streams/job/job.events.js';
import { NO_ROWS } from '../streams/job/row-counts.js';
import type { RowsDelivered } from '../streams/rowdata/rowdata.events.js';
import type { RowResolved } from '../streams/rows/rows.events.js';
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import { rowsOfChunk, rowsOfChunks, type ChunkRows } from '../streams/job/chunk-bounds.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';
import type { Offender } from './offender.js';
import type { DataOfDelivery } from './served-rows.js';
import { RowSet } from '../streams/rows/row-set.js';

type Counting = { -readonly [Count in keyof RowCounts]: RowCounts[Count] };

/** The facts that are remembered of a data event, in case the chunk's record names it. */
export interface SeenData {
  readonly digest: string;
  readonly attempt: string;
  readonly rows: { readonly from: number; readonly count: number } | null;
  /** The delivered content, until the record that names it was seen. */
  content: DataOfDelivery | null;
}

/** The fill of a late block. Its charge, if there is one, must be the next event of the stream. */
export interface Fill {
  readonly row: number;
  readonly block: BlockKey;
  readonly revision: number;
  readonly available: boolean;
}

export class OpenChunk {
  /** The attempt that the record names. */
  attempt: string | null = null;
  readonly recorded: RowSet;
  readonly delivered: RowSet;
  readonly charged: RowSet;
  readonly siteUnreachable: RowSet;
  readonly counts: Counting = { ...NO_ROWS };
  /** Late blocks that are not filled yet, by row. A complete chunk has none. */
  readonly pending = new Map<number, Set<BlockKey>>();
  readonly seen = new Map<string, SeenData>();
  /** Rows whose data the record names and the log holds. */
  readonly backed: RowSet;
  /** The delivered row that was read last. Its charge must come next. */
  lastResolved: Pick<RowResolved['data'], 'row' | 'blocks' | 'company_number'> | null = null;
  /** The rows as delivered that the pack read last stands on. */
  served: readonly RowsDelivered['data'][] = [];
  lastFill: Fill | null = null;

  constructor(
    readonly index: number,
    /** The first row, and how many. */
    readonly from: number,
    readonly size: number,
  ) {
    this.recorded = new RowSet(size);
    this.delivered = new RowSet(size);
    this.charged = new RowSet(size);
    this.siteUnreachable = new RowSet(size);
    this.backed = new RowSet(size);
  }

  /** The chunk's counts by its record. */
  get counted(): RowCounts {
    return { ...this.counts, site_unreachable: this.siteUnreachable.count };
  }

  holds(row: number): boolean {
    return row >= this.from && row < this.from + this.size;
  }
}

/** Data of a job that the log names and lacks. */
export interface MissingData {
  readonly example: Offender;
  readonly total: number;
}

/** Rows as asked, by chunk, before the submission. A resolve's answers may come before it too. */
export type AskedChunks = Map<
  number,
  { readonly from: number; readonly count: number; readonly seen: Map<string, SeenData> }
>;

/** Returns true if the log has the rows as asked, in the chunks that the submission names. */
function stateOfAskedRows(
  submission: Submission,
  asked: AskedChunks | undefined,
): 'whole' | 'missing' | 'other' {
  if (submission.chunks.some((_from, chunk) => asked?.has(chunk) !== true)) return 'missing';
  const same = ({ from, count }: ChunkRows, chunk: number): boolean =>
    asked?.get(chunk)?.from === from && asked.get(chunk)?.count === count;
  return rowsOfChunks(submission).every(same) ? 'whole' : 'other';
}

export class OpenJob {
  readonly claim: StreamName | null;
  readonly askedRows: 'whole' | 'missing' | 'other';
  readonly account: AccountId;
  readonly started: RowSet;
  readonly completed: RowSet;
  /** The counts of the chunks completed so far. */
  counts: RowCounts = NO_ROWS;
  readonly chunks = new Map<number, OpenChunk>();
  readonly blocks: ReadonlySet<BlockKey>;
  cancelRequested = false;
  /** The reason of the last failed row. For the row of a resolve it may free the idempotency key. */
  lastFailure: ReasonCode | null = null;
  /** Reported unless the rows turn out to be erased. */
  missing: MissingData | null = null;

  constructor(
    readonly id: JobId,
    readonly submission: Submission,
    before: {
      /** The stream of the idempotency key that this job holds. */
      readonly claim: StreamName | null;
      readonly asked: AskedChunks | undefined;
    },
  ) {
    this.claim = before.claim;
    this.askedRows = stateOfAskedRows(submission, before.asked);
    this.account = submission.account_id;
    this.started = new RowSet(submission.chunks.length);
    this.completed = new RowSet(submission.chunks.length);
    const missing = new Set(submission.not_enabled);
    this.blocks = new Set(submission.blocks.filter((block) => !missing.has(block)));
    for (const [index, { seen }] of before.asked ?? [])
      for (const [event, data] of seen) this.chunk(index)?.seen.set(event, data);
  }

  /** The number of rows of a chunk, by the bounds in the submission. */
  sizeOf(chunk: number): number {
    return rowsOfChunk(this.submission, chunk).count;
  }

  /** The chunk; undefined once it is complete, or where the job has no such chunk. */
  chunk(index: number): OpenChunk | undefined {
    if (this.submission.chunks[index] === undefined || this.completed.has(index)) return undefined;
    const openChunk = this.chunks.get(index);
    if (openChunk !== undefined) return openChunk;
    const { from, count } = rowsOfChunk(this.submission, index);
    const chunk = new OpenChunk(index, from, count);
    this.chunks.set(index, chunk);
    return chunk;
  }

  miss(offender: Offender): void {
    this.missing = { example: this.missing?.example ?? offender, total: (this.missing?.total ?? 0) + 1 };
  }
}
