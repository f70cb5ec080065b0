/**
 * Folds a chunk's `rows-` stream into its record: the recorded attempt, the counts of its rows, and the
 * blocks that are still pending. It also decides the events of late answers.
 */
import type { BlockOutcomes } from '../../../packages/contract/src/row.js';
import { unitsOfCharge, unitsOfFill } from '../../billing/charge-rules.js';
import type { RowCounts } from '../../streams/job/job.events.js';
import type { RecordedRows, RowsAlike } from '../../streams/rows/rows-alike.js';
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
  readonly attempt: string | null;
  readonly editions: Readonly<Record<string, string>>;
  readonly succeeded: number;
  readonly not_found: number;
  readonly failed: number;
  /** Units charged so far, for all rows. */
  readonly units: number;
  /** Rows in which a website would not open. */
  readonly unreachable: ReadonlySet<number>;
  readonly pending: ReadonlyMap<number, PendingRow>;
}

const NOTHING_RECORDED: ChunkRecord = {
  attempt: null,
  editions: {},
  succeeded: 0,
  not_found: 0,
  failed: 0,
  units: 0,
  unreachable: new Set(),
  pending: new Map(),
};

/** Returns the counts of a recorded chunk (Contract 1.2). */
export const countsOf = ({ succeeded, not_found, failed, unreachable }: ChunkRecord): RowCounts => ({
  succeeded,
  not_found,
  failed,
  site_unreachable: unreachable.size,
});

export const isPending = ({ pending }: ChunkRecord): boolean => pending.size > 0;

/** Returns the pending blocks of a row, and whether its website would not open. */
function pendingIn(blocks: BlockOutcomes): { pending: ReadonlySet<BlockKey>; unreachable: boolean } {
  const pending = new Set<BlockKey>();
  let unreachable = false;
  for (const [key, outcome] of Object.entries(blocks)) {
    // Only block keys are ever recorded as keys of `blocks`.
    if (outcome.status === 'pending') pending.add(key as BlockKey);
    else if ('reason' in outcome && saysSiteUnreachable(outcome.reason)) unreachable = true;
  }
  return { pending, unreachable };
}

/** Folds events in place, which is fast. Nobody sees the state before the fold is complete. */
class RecordFold {
  private attempt: string | null;
  private editions: Readonly<Record<string, string>>;
  private readonly counts: { succeeded: number; not_found: number; failed: number };
  private units: number;
  private readonly unreachable: Set<number>;
  private readonly pending: Map<number, PendingRow>;

  constructor(from: ChunkRecord) {
    this.attempt = from.attempt;
    this.editions = from.editions;
    this.counts = { succeeded: from.succeeded, not_found: from.not_found, failed: from.failed };
    this.units = from.units;
    this.unreachable = new Set(from.unreachable);
    this.pending = new Map(from.pending);
  }

  add(event: RecordedRows): void {
    switch (event.type) {
      case 'RowsRecorded': {
        const { attempt, editions, alike, failures } = event.data;
        this.attempt = attempt;
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
    const { pending, unreachable } = pendingIn(blocks);
    if (unreachable) for (const { row } of rows) this.unreachable.add(row);
    if (pending.size === 0) return;
    for (const { row, company_number } of rows) this.pending.set(row, { company_number, blocks: pending });
  }

  private addFailure({ row, reason }: Pick<RowFailed['data'], 'row' | 'reason'>): void {
    this.counts[rowFailure(reason).count]++;
    if (saysSiteUnreachable(reason)) this.unreachable.add(row);
  }

  private addFill({ row, block, outcome }: BlockFilled['data']): void {
    if ('reason' in outcome && saysSiteUnreachable(outcome.reason)) this.unreachable.add(row);
    const pendingRow = this.pending.get(row);
    if (pendingRow === undefined) return;
    const blocks = new Set(pendingRow.blocks);
    blocks.delete(block);
    if (blocks.size === 0) this.pending.delete(row);
    else this.pending.set(row, { ...pendingRow, blocks });
  }

  record(): ChunkRecord {
    const { attempt, editions, units, unreachable, pending } = this;
    return { attempt, editions, ...this.counts, units, unreachable, pending };
  }
}

export function foldRecord(
  events: Iterable<RecordedRows>,
  from: ChunkRecord = NOTHING_RECORDED,
): ChunkRecord {
  const fold = new RecordFold(from);
  for (const event of events) fold.add(event);
  return fold.record();
}

/**
 * Decides the events for late answers of pending blocks: each answer, and its charge if it costs a unit. A
 * block that is not pending, or not any more, gets no event: its answer and charge stay as they are.
 */
export function fillBlocks(
  record: ChunkRecord,
  fills: readonly BlockFilled['data'][],
): readonly (BlockFilled | BlockCharged)[] {
  const events: (BlockFilled | BlockCharged)[] = [];
  let state = record;
  for (const fill of fills) {
    const decision = decideFill(state, fill);
    events.push(...decision);
    state = foldRecord(decision, state);
  }
  return events;
}

function decideFill(
  { pending }: ChunkRecord,
  fill: BlockFilled['data'],
): readonly (BlockFilled | BlockCharged)[] {
  const { job_id, row, block, outcome } = fill;
  if (pending.get(row)?.blocks.has(block) !== true || outcome.status === 'pending') return [];
  const answer: BlockFilled = { type: 'BlockFilled', data: fill };
  if (unitsOfFill(fill) === 0) return [answer];
  return [answer, { type: 'BlockCharged', data: { job_id, row, block, units: 1 } }];
}
