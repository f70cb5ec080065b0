/** Folds a chunk's `rows-` stream into its record, and decides the events of late answers. */
import type { BlockOutcomes } from '../../../packages/contract/src/row.js';
import { unitsOfCharge, unitsOfFill } from '../../billing/charge-rules.js';
import type { RowCounts } from '../../streams/job/job.events.js';
import type { RowsEventAlike, RowsAlike } from '../../streams/rows/rows-alike.js';
import type { BlockCharged, BlockFilled, RowFailed } from '../../streams/rows/rows.events.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { rowFailure, saysSiteUnreachable } from '../../../packages/contract/src/reason-code.js';

/** A delivered row that waits for a live answer. */
export interface PendingRow {
  readonly company_number: string | null;
  readonly blocks: ReadonlySet<BlockKey>;
}

export interface ChunkRecord {
  /** The id of the attempt that wrote the record; null while nothing is recorded. */
  readonly attemptId: string | null;
  readonly editions: Readonly<Record<string, string>>;
  readonly succeeded: number;
  readonly not_found: number;
  readonly failed: number;
  /** Units charged so far, for all rows. */
  readonly units: number;
  /** Rows in which a website would not open. */
  readonly unreachableRows: ReadonlySet<number>;
  readonly pendingRows: ReadonlyMap<number, PendingRow>;
}

const NOTHING_RECORDED: ChunkRecord = {
  attemptId: null,
  editions: {},
  succeeded: 0,
  not_found: 0,
  failed: 0,
  units: 0,
  unreachableRows: new Set(),
  pendingRows: new Map(),
};

/** Returns the counts of a recorded chunk (Contract 1.2). */
export const countsOf = ({ succeeded, not_found, failed, unreachableRows }: ChunkRecord): RowCounts => ({
  succeeded,
  not_found,
  failed,
  site_unreachable: unreachableRows.size,
});

export const isPending = ({ pendingRows }: ChunkRecord): boolean => pendingRows.size > 0;

/** Returns the pending blocks of a row. `isUnreachable` is true if the row's website would not open. */
function pendingIn(blocks: BlockOutcomes): { pendingBlocks: ReadonlySet<BlockKey>; isUnreachable: boolean } {
  const pendingBlocks = new Set<BlockKey>();
  let isUnreachable = false;
  for (const [key, outcome] of Object.entries(blocks)) {
    // Only block keys are ever recorded as keys of `blocks`.
    if (outcome.status === 'pending') pendingBlocks.add(key as BlockKey);
    else if ('reason' in outcome && saysSiteUnreachable(outcome.reason)) isUnreachable = true;
  }
  return { pendingBlocks, isUnreachable };
}

/** Folds events in place, which is fast. Nobody sees the state before the fold is complete. */
class RecordFold {
  private attemptId: string | null;
  private editions: Readonly<Record<string, string>>;
  private readonly counts: { succeeded: number; not_found: number; failed: number };
  private units: number;
  private readonly unreachableRows: Set<number>;
  private readonly pendingRows: Map<number, PendingRow>;

  constructor({ attemptId, editions, succeeded, not_found, failed, units, ...rows }: ChunkRecord) {
    this.attemptId = attemptId;
    this.editions = editions;
    this.counts = { succeeded, not_found, failed };
    this.units = units;
    this.unreachableRows = new Set(rows.unreachableRows);
    this.pendingRows = new Map(rows.pendingRows);
  }

  add(event: RowsEventAlike): void {
    switch (event.type) {
      case 'RowsRecorded': {
        const { attempt, editions, alike, failures } = event.data;
        this.attemptId = attempt;
        this.editions = editions;
        for (const rows of alike) this.addRowsAlike(rows);
        for (const failure of failures) this.addFailure(failure);
        return;
      }
      case 'BlockFilled':
        return this.addFill(event.data);
      case 'BlockCharged':
        this.units += event.data.units;
        return;
    }
  }

  private addRowsAlike({ blocks, units, rows }: RowsAlike): void {
    this.counts.succeeded += rows.length;
    this.units += rows.length * unitsOfCharge({ units });
    const { pendingBlocks, isUnreachable } = pendingIn(blocks);
    if (isUnreachable) for (const { row } of rows) this.unreachableRows.add(row);
    if (pendingBlocks.size === 0) return;
    for (const { row, company_number } of rows)
      this.pendingRows.set(row, { company_number, blocks: pendingBlocks });
  }

  private addFailure({ row, reason }: Pick<RowFailed['data'], 'row' | 'reason'>): void {
    this.counts[rowFailure(reason).count]++;
    if (saysSiteUnreachable(reason)) this.unreachableRows.add(row);
  }

  private addFill({ row, block, outcome }: BlockFilled['data']): void {
    if ('reason' in outcome && saysSiteUnreachable(outcome.reason)) this.unreachableRows.add(row);
    const pendingRow = this.pendingRows.get(row);
    if (pendingRow === undefined) return;
    const blocks = new Set(pendingRow.blocks);
    blocks.delete(block);
    if (blocks.size === 0) this.pendingRows.delete(row);
    else this.pendingRows.set(row, { ...pendingRow, blocks });
  }

  toRecord(): ChunkRecord {
    const { attemptId, editions, units, unreachableRows, pendingRows } = this;
    return { attemptId, editions, ...this.counts, units, unreachableRows, pendingRows };
  }
}

export function foldRecord(
  events: Iterable<RowsEventAlike>,
  record: ChunkRecord = NOTHING_RECORDED,
): ChunkRecord {
  const fold = new RecordFold(record);
  for (const event of events) fold.add(event);
  return fold.toRecord();
}

/** Decides the events for late answers and their charges. A block that is not pending gets no event. */
export function fillBlocks(
  record: ChunkRecord,
  fills: readonly BlockFilled['data'][],
): readonly (BlockFilled | BlockCharged)[] {
  const events: (BlockFilled | BlockCharged)[] = [];
  let newRecord = record;
  for (const fill of fills) {
    const fillEvents = decideFill(newRecord, fill);
    events.push(...fillEvents);
    newRecord = foldRecord(fillEvents, newRecord);
  }
  return events;
}

function decideFill(
  { pendingRows }: ChunkRecord,
  fill: BlockFilled['data'],
): readonly (BlockFilled | BlockCharged)[] {
  const { job_id, row, block, outcome } = fill;
  if (pendingRows.get(row)?.blocks.has(block) !== true || outcome.status === 'pending') return [];
  const filled: BlockFilled = { type: 'BlockFilled', data: fill };
  if (unitsOfFill(fill) === 0) return [filled];
  return [filled, { type: 'BlockCharged', data: { job_id, row, block, units: 1 } }];
}
