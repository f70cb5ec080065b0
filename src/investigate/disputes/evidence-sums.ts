/** Sums up the rows and charges of an evidence bundle, and keeps its first rows for the summary. */
import Big from 'big.js';
import type { RowHistory } from '../row-history.js';
import type { ChargeAdjustment } from '../explain/adjustments-of-job.js';
import { amountText, unitEntries } from '../../billing/usage/priced-use.js';
import type { AppliedPrice, EvidencedCharge } from './priced-charges.js';

export interface EvidencedRow {
  readonly story: RowHistory;
  readonly charges: readonly EvidencedCharge[];
}

/** An adjustment and the units that it took back from the rows of the bundle; 0 for a repricing. */
export interface AdjustmentTotal extends Omit<ChargeAdjustment, 'blocks'> {
  readonly units: number;
}

/** Rows that the summary describes one by one. The file rows.ndjson has all rows. */
const MAX_FIRST_ROWS = 100;

export class EvidenceSums {
  readonly firstRows: EvidencedRow[] = [];
  prices: readonly AppliedPrice[] = [];
  /** Whether rules of months were agreed with the account. They concern no single job. */
  hasMonthRules = false;
  rows = 0;
  delivered = 0;
  /** Rows whose data are kept, and those of them that contradict their record or charges. */
  compared = 0;
  contradicted = 0;
  charges = 0;
  units = 0;
  netUnits = 0;
  currency: string | null = null;
  private sum: Big | null = null;
  private netSum: Big | null = null;
  private readonly byAdjustment = new Map<string, AdjustmentTotal>();

  add(row: EvidencedRow): void {
    if (this.firstRows.length < MAX_FIRST_ROWS) this.firstRows.push(row);
    this.rows++;
    if (row.story.delivered_at !== null) this.delivered++;
    const { delivered, contradictions } = row.story;
    if (delivered !== null || contradictions.length > 0) this.compared++;
    if (contradictions.length > 0) this.contradicted++;
    for (const charge of row.charges) this.addCharge(charge);
  }

  private addCharge(charge: EvidencedCharge): void {
    const { units, net_units, amount, net_amount, currency, blocks } = charge;
    this.charges++;
    this.units += units;
    this.netUnits += net_units;
    if (amount !== null) this.sum = (this.sum ?? new Big(0)).plus(amount);
    if (net_amount !== null) this.netSum = (this.netSum ?? new Big(0)).plus(net_amount);
    this.currency ??= currency;
    for (const { blocks: takenBlocks, ...adjustment } of charge.adjustments) {
      const unitsBefore = this.byAdjustment.get(adjustment.adjustment_id)?.units ?? 0;
      const takenUnits = unitEntries(blocks).reduce(
        (sum, [block, each]) => sum + (takenBlocks.includes(block) && adjustment.price === null ? each : 0),
        0,
      );
      this.byAdjustment.set(adjustment.adjustment_id, { ...adjustment, units: unitsBefore + takenUnits });
    }
  }

  /** Amount of the units that have a price; null if none has. */
  get amount(): string | null {
    return this.sum === null ? null : amountText(this.sum);
  }

  /** The amount less adjustments, at corrected prices; null if nothing has a price. */
  get netAmount(): string | null {
    return this.netSum === null ? null : amountText(this.netSum);
  }

  get adjustments(): readonly AdjustmentTotal[] {
    return [...this.byAdjustment.values()];
  }
}
