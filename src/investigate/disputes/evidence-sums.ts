/** What the rows of a bundle come to, and the first of them. */
import Big from 'big.js';
import type { RowStory } from '../row-story.js';
import type { ChargeAdjusted } from '../explain/adjustments-of-job.js';
import { amountText, unitEntries } from '../../billing/usage/priced-use.js';
import type { AppliedPrice, EvidencedCharge } from './priced-charges.js';

export interface EvidencedRow {
  readonly story: RowStory;
  readonly charges: readonly EvidencedCharge[];
}

/** What an adjustment took of the rows. */
export interface TakenBack extends Omit<ChargeAdjusted, 'blocks'> {
  readonly units: number;
}

/** Rows that the summary tells one by one; the rest are told in rows.ndjson. */
const MOST_TOLD = 100;

export class EvidenceSums {
  readonly told: EvidencedRow[] = [];
  prices: readonly AppliedPrice[] = [];
  rows = 0;
  delivered = 0;
  charges = 0;
  units = 0;
  netUnits = 0;
  currency: string | null = null;
  private sum: Big | null = null;
  private netSum = new Big(0);
  private readonly byAdjustment = new Map<string, TakenBack>();

  add(row: EvidencedRow): void {
    if (this.told.length < MOST_TOLD) this.told.push(row);
    this.rows++;
    if (row.story.delivered_at !== null) this.delivered++;
    for (const charge of row.charges) this.addCharge(charge);
  }

  private addCharge(charge: EvidencedCharge): void {
    const { units, net_units, amount, net_amount, currency, blocks } = charge;
    this.charges++;
    this.units += units;
    this.netUnits += net_units;
    if (amount !== null) this.sum = (this.sum ?? new Big(0)).plus(amount);
    this.netSum = this.netSum.plus(net_amount ?? 0);
    this.currency ??= currency;
    for (const { blocks: taken, ...made } of charge.adjustments) {
      const known = this.byAdjustment.get(made.adjustment_id)?.units ?? 0;
      const now = unitEntries(blocks).reduce(
        (sum, [block, each]) => sum + (taken.includes(block) ? each : 0),
        0,
      );
      this.byAdjustment.set(made.adjustment_id, { ...made, units: known + now });
    }
  }

  /** Of what has a price; null where nothing has. */
  get amount(): string | null {
    return this.sum === null ? null : amountText(this.sum);
  }

  /** Less what was taken back; null where `amount` is. */
  get netAmount(): string | null {
    return this.sum === null ? null : amountText(this.netSum);
  }

  get takenBack(): readonly TakenBack[] {
    return [...this.byAdjustment.values()];
  }
}
