/** Indexes the adjustments of one job's charges, so that a charge finds its own without a scan. Pure. */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import type {
  AdjustmentReason,
  AdjustmentScope,
  AdjustmentsEvent,
} from '../../streams/adjustments/adjustments.events.js';
import { TakenCharges } from '../../streams/adjustments/taken-charges.js';
import { correctedPriceOf } from '../../streams/adjustments/adjustments.state.js';
import type { Timed } from '../../streams/envelope.js';
import type { UnitsByBlock } from './explained-bill.js';
import { unitEntries } from '../../billing/usage/priced-use.js';

/** An adjustment that took back blocks of a charge, or a repricing that corrected their price. */
export interface ChargeAdjustment {
  readonly adjustment_id: string;
  readonly reason: AdjustmentReason;
  readonly note: string;
  readonly time: string;
  readonly blocks: readonly BlockKey[];
  /** The corrected price of one unit; null for an adjustment, which takes the blocks back. */
  readonly price: string | null;
  /** The adjustment that reversed this one; null if it holds. */
  readonly reversed_by: string | null;
}

interface JobAdjustment extends Omit<ChargeAdjustment, 'blocks' | 'reversed_by'> {
  readonly adjustment_id: AdjustmentId;
  readonly scope: AdjustmentScope;
  readonly except: readonly AdjustmentId[];
  /** Index among the adjustments of the job, oldest first. */
  readonly order: number;
  reversed_by: string | null;
}

export class AdjustmentsOfJob {
  private readonly adjustments = new Map<AdjustmentId, JobAdjustment>();
  private readonly takenCharges = new TakenCharges<JobAdjustment>();

  constructor(private readonly job: JobId) {}

  /** Adds an event. Call it in stream order. @returns true if the event concerns charges of the job */
  add({ event, time }: Timed<AdjustmentsEvent>): boolean {
    if (!event.data.charges.some(({ jobs }) => jobs.includes(this.job))) return false;
    const { adjustment_id, scope, reason, note } = event.data;
    if (event.type === 'AdjustmentReversed') {
      const reversedAdjustment = this.adjustments.get(event.data.reverses);
      if (reversedAdjustment !== undefined) reversedAdjustment.reversed_by = adjustment_id;
      return true;
    }
    if (event.type === 'CreditGranted') return false;
    const [except, order] = [event.data.except, this.adjustments.size];
    const price = correctedPriceOf(event.data);
    const base = { adjustment_id, reason, note, time, price, reversed_by: null };
    const adjustment: JobAdjustment = { ...base, scope, except, order };
    this.adjustments.set(adjustment_id, adjustment);
    this.takenCharges.add(adjustment);
    return true;
  }

  /**
   * The adjustments and repricings of blocks of this charge, oldest first. At most one adjustment per block
   * is not reversed.
   * @param charge.day YYYY-MM-DD, UTC
   */
  adjustmentsOf(charge: {
    readonly row: number;
    readonly blocks: UnitsByBlock;
    readonly day: string;
  }): readonly ChargeAdjustment[] {
    const blocksByAdjustment = new Map<JobAdjustment, BlockKey[]>();
    for (const [block] of this.adjustments.size === 0 ? [] : unitEntries(charge.blocks))
      for (const adjustment of this.takenCharges.takersOf({ ...charge, block }))
        blocksByAdjustment.set(adjustment, [...(blocksByAdjustment.get(adjustment) ?? []), block]);
    return [...blocksByAdjustment]
      .sort(([first], [second]) => first.order - second.order)
      .map(([{ scope: _scope, except: _except, order: _order, ...rest }, blocks]) => ({ ...rest, blocks }));
  }
}

/**
 * The part of a charge that is owed: the blocks that no standing adjustment took back, and their corrected
 * prices.
 */
export interface OwedBlocks {
  readonly isOwed: (block: BlockKey) => boolean;
  /** The price of one unit by the last standing repricing; undefined without one. */
  readonly priceOf: (block: BlockKey) => string | undefined;
}

export function owedBlocks(adjustments: readonly ChargeAdjustment[]): OwedBlocks {
  const takenBlocks = new Set<BlockKey>();
  const prices = new Map<BlockKey, string>();
  for (const { reversed_by, blocks, price } of adjustments)
    for (const block of reversed_by === null ? blocks : [])
      if (price === null) takenBlocks.add(block);
      else prices.set(block, price);
  return { isOwed: (block) => !takenBlocks.has(block), priceOf: (block) => prices.get(block) };
}
