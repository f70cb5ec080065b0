/** Collects a job's charges by block and day, one bit a row: 250,000 rows with 32 blocks take a megabyte. */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { RowSet } from '../rows/row-set.js';
import type { Timed } from '../envelope.js';
import type { RowsEvent } from '../rows/rows.events.js';
import type { AdjustmentScope } from './adjustments.events.js';

/** Rows charged for one block on one UTC day. */
export interface ChargedBlock {
  readonly day: string;
  readonly block: BlockKey;
  readonly each: number;
  readonly rows: RowSet;
}

export class ChargedBlocks {
  private readonly blockByKey = new Map<string, ChargedBlock>();

  /** @param rows how many the job has */
  constructor(
    readonly job: JobId,
    private readonly rows: number,
  ) {}

  /** Adds the charges of an event from one of the job's `rows-` streams. */
  add({ event, time }: Timed<RowsEvent>): void {
    const { type, data } = event;
    if (type === 'BlockCharged') this.charge(time, data.row, data.block, data.units);
    if (type === 'RowCharged')
      for (const [block, units] of Object.entries(data.units) as [BlockKey, number][])
        this.charge(time, data.row, block, units);
  }

  private charge(time: string, row: number, block: BlockKey, each: number): void {
    if (each === 0) return;
    const day = time.slice(0, 'YYYY-MM-DD'.length);
    const key = `${day} ${block} ${each}`;
    const charged = this.blockByKey.get(key) ?? { day, block, each, rows: new RowSet(this.rows) };
    this.blockByKey.set(key, charged);
    charged.rows.add(row);
  }

  /** Returns all blocks in the order of days; within a day in no order. */
  all(): readonly ChargedBlock[] {
    return [...this.blockByKey.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  }
}

export type ChargeScope = Omit<AdjustmentScope, 'job_id'>;

/** Returns true if a scope includes this block on this day, in at least one row. */
export const meansBlock = (
  { block, from, to, row }: ChargeScope,
  charged: Pick<ChargedBlock, 'day' | 'block' | 'rows'>,
): boolean =>
  (block === null || block === charged.block) &&
  (from === null || from <= charged.day) &&
  (to === null || charged.day <= to) &&
  (row === null || charged.rows.has(row));

/** Returns true if a scope includes one block of one row, charged on this day. */
export const meansCharge = (
  scope: ChargeScope,
  charge: { readonly row: number; readonly block: BlockKey; readonly day: string },
): boolean =>
  (scope.row === null || scope.row === charge.row) &&
  (scope.block === null || scope.block === charge.block) &&
  (scope.from === null || scope.from <= charge.day) &&
  (scope.to === null || charge.day <= scope.to);
