/** Sums up the rows and charges of an evidence bundle, and keeps its first rows for the summary. */
import Big from 'big.js';
import type { RowHistory } from '../row-history.js';
import type { AmountsOwed } from '../explain/explained-bill.js';
import type { ChargeAdjustment } from '../explain/adjustments-of-job.js';
import { unitEntries } from '../../billing/usage/priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import type { AppliedPrice, EvidencedCharge } from './priced-charges.js';

export interface EvidencedRow {
  readonly history: RowHistory;
  readonly charges: readonly EvidencedCharge[];
}

/** An adjustment and the units that it took back from the rows of the bundle; 0 for a repricing. */
export interface AdjustmentTotal extends Omit<ChargeAdjustment, 'blocks'> {
  readonly units: number;
}

/** The sums as fields of one currency, or as a list where there are several currencies. */
function costFields(
  sums: ReadonlyMap<string, { readonly amount: Big | null; readonly net: Big | null }>,
): Pick<AmountsOwed, 'amount' | 'net_amount' | 'currency' | 'currencies'> {
  const textOrNull = (amount: Big | null): string | null => (amount === null ? null : amountText(amount));
  const [first, ...others] = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  const emptyCost = { amount: null, net_amount: null, currency: null };
  if (first === undefined) return emptyCost;
  const [currency, { amount, net }] = first;
  if (others.length === 0) return { amount: textOrNull(amount), net_amount: textOrNull(net), currency };
  const currencies = [first, ...others].map(([code, sum]) => ({
    currency: code,
    amount: textOrNull(sum.amount) ?? '0',
    net_amount: textOrNull(sum.net) ?? '0',
  }));
  return { ...emptyCost, currencies };
}

const addAmount = (sum: Big | null, amount: string | null): Big | null =>
  amount === null ? sum : (sum ?? new Big(0)).plus(amount);

/** Rows that the summary describes one by one. The file rows.ndjson has all rows. */
const MAX_FIRST_ROWS = 100;

export class EvidenceSums {
  readonly firstRows: EvidencedRow[] = [];
  prices: readonly AppliedPrice[] = [];
  /** True if month rules were agreed with the account. They concern no single job. */
  hasMonthRules = false;
  rowCount = 0;
  deliveredRows = 0;
  /** Rows whose data are kept, and those of them that contradict their record or charges. */
  comparedRows = 0;
  contradictedRows = 0;
  chargeCount = 0;
  units = 0;
  netUnits = 0;
  private readonly sumsByCurrency = new Map<string, { amount: Big | null; net: Big | null }>();
  private readonly totalByAdjustment = new Map<string, AdjustmentTotal>();

  add(row: EvidencedRow): void {
    if (this.firstRows.length < MAX_FIRST_ROWS) this.firstRows.push(row);
    this.rowCount++;
    if (row.history.delivered_at !== null) this.deliveredRows++;
    const { delivered, contradictions } = row.history;
    if (delivered !== null || contradictions.length > 0) this.comparedRows++;
    if (contradictions.length > 0) this.contradictedRows++;
    for (const charge of row.charges) this.addCharge(charge);
  }

  addCharge(charge: EvidencedCharge): void {
    const { units, net_units, amount, net_amount, currency, blocks } = charge;
    this.chargeCount++;
    this.units += units;
    this.netUnits += net_units;
    if (currency !== null) {
      const { amount: sum, net } = this.sumsByCurrency.get(currency) ?? { amount: null, net: null };
      this.sumsByCurrency.set(currency, { amount: addAmount(sum, amount), net: addAmount(net, net_amount) });
    }
    for (const { blocks: adjustedBlocks, ...adjustment } of charge.adjustments) {
      const unitsBefore = this.totalByAdjustment.get(adjustment.adjustment_id)?.units ?? 0;
      const takenUnits = unitEntries(blocks).reduce(
        (sum, [block, count]) =>
          sum + (adjustedBlocks.includes(block) && adjustment.price === null ? count : 0),
        0,
      );
      this.totalByAdjustment.set(adjustment.adjustment_id, {
        ...adjustment,
        units: unitsBefore + takenUnits,
      });
    }
  }

  /**
   * The amount of the units that have a price, and the net amount: less adjustments, at corrected prices.
   * Both are null where nothing has a price. Several currencies are listed in `currencies` instead.
   */
  get cost(): Pick<AmountsOwed, 'amount' | 'net_amount' | 'currency' | 'currencies'> {
    return costFields(this.sumsByCurrency);
  }

  get adjustments(): readonly AdjustmentTotal[] {
    return [...this.totalByAdjustment.values()];
  }
}
