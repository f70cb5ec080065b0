/** Finds the adjustments of one job that took back each of its charges. Pure. */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AdjustmentId } from '../../../packages/contract/src/ids.js';
import type { ChargeAdjusted } from './adjustments.events.js';
import { meansBlock, meansCharge, type ChargedBlock } from './charged-blocks.js';

type Taking = Pick<ChargeAdjusted['data'], 'adjustment_id' | 'scope' | 'except'>;

interface Placed<Made> {
  readonly made: Made;
  readonly except: ReadonlySet<AdjustmentId>;
  /** The place of the adjustment among those of the job. */
  readonly order: number;
}

/**
 * An adjustment took back the charges of its scope, without those that the adjustments in its `except` took.
 * A later reversal doesn't change that. An adjustment stands until it is reversed. Standing adjustments have
 * no charge in common.
 */
export class TakenCharges<Made extends Taking> {
  private readonly placed: Placed<Made>[] = [];
  /** The adjustments by the row of the scope; null: scopes of all rows. */
  private readonly byRow = new Map<number | null, Placed<Made>[]>();

  /** Call it in the order of the stream. */
  add(made: Made): void {
    const { row } = made.scope;
    const placed = { made, except: new Set(made.except), order: this.placed.length };
    this.placed.push(placed);
    const placedOfRow = this.byRow.get(row) ?? [];
    this.byRow.set(row, placedOfRow);
    placedOfRow.push(placed);
  }

  /** Returns the adjustments that took back this block of this row, oldest first. */
  takersOf(charge: {
    readonly row: number;
    readonly block: BlockKey;
    readonly day: string;
  }): readonly Made[] {
    const [ofAll = [], ofRow = []] = [this.byRow.get(null), this.byRow.get(charge.row)];
    const takers: Made[] = [];
    for (const { made, except } of [...ofAll, ...ofRow].sort((a, b) => a.order - b.order))
      if (meansCharge(made.scope, charge) && !takers.some(({ adjustment_id: id }) => except.has(id)))
        takers.push(made);
    return takers;
  }

  /** Returns all adjustments, in the order in which they were made. */
  all(): readonly Made[] {
    return this.placed.map(({ made }) => made);
  }

  /** Returns the number of rows of a charged block that each adjustment took back, by its id. */
  rowsTaken(charged: ChargedBlock): ReadonlyMap<AdjustmentId, number> {
    const { block, day, rows } = charged;
    const counts = new Map<AdjustmentId, number>();
    for (const { made, except } of this.placed) {
      const { adjustment_id: id, scope } = made;
      if (!meansBlock(scope, charged)) continue;
      if (scope.row === null) {
        let left = rows.count;
        for (const other of except) left -= counts.get(other) ?? 0;
        counts.set(id, left);
      } else counts.set(id, this.takersOf({ row: scope.row, block, day }).includes(made) ? 1 : 0);
    }
    return counts;
  }
}
