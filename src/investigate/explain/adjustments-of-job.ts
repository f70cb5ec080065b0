/** What was taken back of the charges of one job, found by row without looking at every adjustment again. Pure. */
import type { BlockKey } from '../../shared/block-key.js';
import type { JobId } from '../../shared/ids.js';
import type {
  AdjustmentReason,
  AdjustmentScope,
  AdjustmentsEvent,
} from '../../streams/adjustments/adjustments.events.js';
import { meansCharge } from '../../streams/adjustments/charged-blocks.js';
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
  readonly scope: AdjustmentScope;
  /** Its place among the adjustments of the job. */
  readonly order: number;
  reversed_by: string | null;
}

export class AdjustmentsOfJob {
  private readonly made = new Map<string, Made>();
  private readonly ofAllRows: Made[] = [];
  private readonly ofRow = new Map<number, Made[]>();

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
    const order = this.made.size;
    const made: Made = { adjustment_id, reason, note, time, scope, order, reversed_by: null };
    this.made.set(adjustment_id, made);
    this.listFor(scope.row).push(made);
    return true;
  }

  private listFor(row: number | null): Made[] {
    if (row === null) return this.ofAllRows;
    const known = this.ofRow.get(row) ?? [];
    this.ofRow.set(row, known);
    return known;
  }

  /** A block of a charge is taken back once, ever: by the first adjustment that means it. `day`: YYYY-MM-DD, UTC. */
  of(charge: {
    readonly row: number;
    readonly blocks: UnitsByBlock;
    readonly day: string;
  }): readonly ChargeAdjusted[] {
    const candidates = [...this.ofAllRows, ...(this.ofRow.get(charge.row) ?? [])];
    if (candidates.length === 0) return [];
    const left = new Set(unitEntries(charge.blocks).map(([block]) => block));
    const found: ChargeAdjusted[] = [];
    for (const { scope, order: _order, ...made } of candidates.sort((a, b) => a.order - b.order)) {
      const blocks = [...left].filter((block) => meansCharge(scope, { ...charge, block }));
      for (const block of blocks) left.delete(block);
      if (blocks.length > 0) found.push({ ...made, blocks });
    }
    return found;
  }
}
