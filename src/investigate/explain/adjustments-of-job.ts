/** What was taken back of the charges of one job, found by row without looking at every adjustment again. Pure. */
import type { BlockKey } from '../../shared/block-key.js';
import type { AdjustmentId, JobId } from '../../shared/ids.js';
import type {
  AdjustmentReason,
  AdjustmentScope,
  AdjustmentsEvent,
} from '../../streams/adjustments/adjustments.events.js';
import { TakenCharges } from '../../streams/adjustments/taken-charges.js';
import type { Timed } from '../../streams/envelope.js';
import type { UnitsByBlock } from './explained.js';
import { unitEntries } from '../../billing/usage/priced-use.js';

/** An adjustment of a charge. */
export interface ChargeAdjusted {
  readonly adjustment_id: string;
  readonly reason: AdjustmentReason;
  readonly note: string;
  readonly time: string;
  readonly blocks: readonly BlockKey[];
  /** The adjustment that took this one back; null where it holds. */
  readonly reversed_by: string | null;
}

interface Made extends Omit<ChargeAdjusted, 'blocks' | 'reversed_by'> {
  readonly adjustment_id: AdjustmentId;
  readonly scope: AdjustmentScope;
  readonly except: readonly AdjustmentId[];
  /** Its place among the adjustments of the job. */
  readonly order: number;
  reversed_by: string | null;
}

export class AdjustmentsOfJob {
  private readonly made = new Map<AdjustmentId, Made>();
  private readonly taken = new TakenCharges<Made>();

  constructor(private readonly job: JobId) {}

  /** To be called in the order of the stream. Whether the event is about charges of the job. */
  add({ event, time }: Timed<AdjustmentsEvent>): boolean {
    if (!event.data.charges.some(({ jobs }) => jobs.includes(this.job))) return false;
    const { adjustment_id, scope, reason, note } = event.data;
    if (event.type === 'AdjustmentReversed') {
      const reversed = this.made.get(event.data.reverses);
      if (reversed !== undefined) reversed.reversed_by = adjustment_id;
      return true;
    }
    const { except } = event.data;
    const order = this.made.size;
    const made: Made = { adjustment_id, reason, note, time, scope, except, order, reversed_by: null };
    this.made.set(adjustment_id, made);
    this.taken.add(made);
    return true;
  }

  /**
   * The adjustments that took back blocks of this charge, in their order; at most one of a block stands.
   * `day`: YYYY-MM-DD, UTC.
   */
  of(charge: {
    readonly row: number;
    readonly blocks: UnitsByBlock;
    readonly day: string;
  }): readonly ChargeAdjusted[] {
    const blocksOf = new Map<Made, BlockKey[]>();
    for (const [block] of this.made.size === 0 ? [] : unitEntries(charge.blocks))
      for (const made of this.taken.takersOf({ ...charge, block }))
        blocksOf.set(made, [...(blocksOf.get(made) ?? []), block]);
    return [...blocksOf]
      .sort(([one], [other]) => one.order - other.order)
      .map(([{ scope: _scope, except: _except, order: _order, ...made }, blocks]) => ({ ...made, blocks }));
  }
}
