/** Prices the charges of rows at the agreements of their day, and lists the applied prices. Pure. */
import Big from 'big.js';
import type { RowFacts } from '../row-facts.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { agreementOn } from '../../streams/account/price-agreement.js';
import {
  owedBlocks,
  type AdjustmentsOfJob,
  type ChargeAdjustment,
  type OwedBlocks,
} from '../explain/adjustments-of-job.js';
import { CHARGE_RULE } from '../../billing/charge-rules.js';
import type { AmountsOwed, RecordedCharge, UnitsByBlock } from '../explain/explained-bill.js';
import { totalUnits } from '../explain/figure-sums.js';
import { currencyOn } from '../../streams/account/price-terms.js';
import { unitEntries } from '../../billing/usage/priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';

/** A price agreement with the event of the account's stream that recorded it. */
export interface RecordedAgreement extends PriceAgreement {
  readonly agreed_at: string;
  readonly event_id: string;
}

export interface AppliedPrice {
  readonly block: BlockKey;
  readonly price: string;
  readonly currency: string;
  /** First day, UTC. */
  readonly from: string;
  readonly agreed_at: string;
  readonly event_id: string;
  /** The version of a price list that the agreement gave; left out where it names none. */
  readonly list?: PriceAgreement['list'];
}

/** A charge with its cost. `amount`: as charged. `net_amount`: after adjustments, at corrected prices. */
export interface EvidencedCharge extends AmountsOwed, RecordedCharge {
  /** The late block that is charged by itself; null for the charge of a row. */
  readonly late_block: BlockKey | null;
  /** Blocks without a price on that day. */
  readonly unpriced: readonly BlockKey[];
  readonly rule: number;
  readonly adjustments: readonly ChargeAdjustment[];
}

export class PricedCharges {
  /** Cached costs: most charges of a job have the same day and units. */
  private readonly costByDayAndUnits = new Map<
    string,
    Pick<EvidencedCharge, 'currency' | 'amount' | 'unpriced'>
  >();
  private readonly priceByBlockAndEvent = new Map<string, AppliedPrice>();

  constructor(
    private readonly job: JobId,
    private readonly agreements: readonly RecordedAgreement[],
    private readonly adjustments: AdjustmentsOfJob,
  ) {}

  /** All charges of the row: first that of the whole row, then those of late blocks. */
  chargesOf(row: number, { charge, lateCharges }: RowFacts): EvidencedCharge[] {
    const chargesOfLateBlocks = lateCharges.map(({ id, time, stream, revision, event }) => {
      const { block, units } = event.data;
      return this.pricedCharge(row, {
        id,
        time,
        stream,
        revision,
        late_block: block,
        blocks: { [block]: units },
      });
    });
    if (charge === null) return chargesOfLateBlocks;
    const { id, time, stream, revision, event } = charge;
    const blocks = event.data.units;
    return [
      this.pricedCharge(row, { id, time, stream, revision, late_block: null, blocks }),
      ...chargesOfLateBlocks,
    ];
  }

  listAppliedPrices(): readonly AppliedPrice[] {
    const sortKey = ({ block, from }: AppliedPrice): string => `${block} ${from}`;
    return [...this.priceByBlockAndEvent.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  }

  private pricedCharge(
    row: number,
    entry: Pick<EvidencedCharge, 'late_block' | 'time' | 'blocks' | 'stream' | 'revision'> & {
      readonly id: string;
    },
  ): EvidencedCharge {
    const { id, time, blocks, late_block, stream, revision } = entry;
    const day = time.slice(0, 'YYYY-MM-DD'.length);
    const adjustments = this.adjustments.adjustmentsOf({ row, blocks, day });
    const cost = this.costOn(blocks, day);
    const { isOwed, priceOf } = owedBlocks(adjustments);
    const owedUnits = Object.fromEntries(unitEntries(blocks).filter(([block]) => isOwed(block)));
    const isRepriced = adjustments.some(({ price, reversed_by }) => price !== null && reversed_by === null);
    const netAmount =
      this.netCost(owedUnits, day, priceOf) ?? (cost.amount !== null || isRepriced ? '0' : null);
    return {
      charge_id: id,
      job_id: this.job,
      row,
      late_block,
      time,
      units: totalUnits(blocks),
      blocks,
      ...cost,
      // A corrected price alone gives an amount too. It is in the currency of the charge's day.
      currency: cost.currency ?? (netAmount === null ? null : currencyOn(this.agreements, day)),
      rule: CHARGE_RULE.version,
      adjustments,
      net_units: totalUnits(owedUnits),
      net_amount: netAmount,
      stream,
      revision,
    };
  }

  /** The amount owed, at corrected prices where there are some; null where nothing has a price. */
  private netCost(owedUnits: UnitsByBlock, day: string, priceOf: OwedBlocks['priceOf']): string | null {
    const correctedAmounts = unitEntries(owedUnits).flatMap(([block, units]) => {
      const price = priceOf(block);
      return price === undefined ? [] : [{ block, amount: new Big(price).times(units) }];
    });
    if (correctedAmounts.length === 0) return this.costOn(owedUnits, day).amount;
    const correctedBlocks = new Set(correctedAmounts.map(({ block }) => block));
    const uncorrected = Object.fromEntries(
      unitEntries(owedUnits).filter(([block]) => !correctedBlocks.has(block)),
    );
    const agreedAmount = new Big(this.costOn(uncorrected, day).amount ?? 0);
    return amountText(correctedAmounts.reduce((sum, { amount }) => sum.plus(amount), agreedAmount));
  }

  private costOn(
    blocks: UnitsByBlock,
    day: string,
  ): Pick<EvidencedCharge, 'currency' | 'amount' | 'unpriced'> {
    const key = `${day} ${JSON.stringify(blocks)}`;
    const cached = this.costByDayAndUnits.get(key);
    if (cached !== undefined) return cached;
    let [amount, currency]: [Big | null, string | null] = [null, null];
    const unpriced: BlockKey[] = [];
    for (const [block, units] of unitEntries(blocks)) {
      const appliedPrice = this.priceOn(block, day);
      if (appliedPrice === null) unpriced.push(block);
      else {
        amount = (amount ?? new Big(0)).plus(new Big(appliedPrice.price).times(units));
        currency = appliedPrice.currency;
      }
    }
    const cost = { currency, amount: amount === null ? null : amountText(amount), unpriced };
    this.costByDayAndUnits.set(key, cost);
    return cost;
  }

  /** The price of a unit of the block on a day; null where it has none. */
  priceOn(block: BlockKey, day: string): AppliedPrice | null {
    const agreement = agreementOn(this.agreements, block, day);
    const price = agreement?.prices[block];
    if (agreement === null || price === undefined) return null;
    const { currency, from, agreed_at, event_id, list } = agreement;
    const listField = list === undefined ? {} : { list };
    const appliedPrice = { block, price, currency, from, agreed_at, event_id, ...listField };
    this.priceByBlockAndEvent.set(`${block} ${event_id}`, appliedPrice);
    return appliedPrice;
  }
}
