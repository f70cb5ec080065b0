/** Decides on corrections of a wrong price: the difference is billed, and the charges stay. Pure. */
import Big from 'big.js';
import { derivedId } from '../derived-id.js';
import { adjustmentIdFrom } from '../../../packages/contract/src/ids.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { isPrice } from '../account/price-agreement.js';
import { decided, refuseWith } from '../decision.js';
import { figuresOf, repricedTo, type AdjustmentPrices } from './adjustment-figures.js';
import {
  fittingOne,
  inSeveralCurrencies,
  noteProblem,
  type AdjustmentDecision,
  type ChargesToAdjust,
} from './adjustments.decider.js';
import type { AdjustmentScope, ChargesRepriced } from './adjustments.events.js';
import { correctedPriceOf, standingIn, type AdjustmentsState } from './adjustments.state.js';
import { chargesLeft, type LeftByDay } from './charges-left.js';

export interface ChargesToReprice extends ChargesToAdjust {
  readonly scope: AdjustmentScope & { readonly block: BlockKey };
  /** The corrected price of a unit: a decimal string. */
  readonly price: string;
}

/** Corrects the price of the charges within the scope that no standing adjustment holds. */
export function repriceCharges(
  state: AdjustmentsState,
  order: ChargesToReprice,
  prices: AdjustmentPrices,
): AdjustmentDecision {
  const { account: account_id, scope, price, reason, note } = order;
  const problem = noteProblem(note);
  if (problem !== null) return refuseWith('invalid_note', problem);
  if (!isPrice(price))
    return refuseWith('invalid_amount', `'${price}' is not a price: a decimal number such as 0.0200.`);
  if (prices.inForce === false)
    return refuseWith('no_prices', `Account ${account_id} has no prices in force: agree them instead.`);
  const { any, left, except, undone } = chargesLeft(state, order);
  if (!any) return refuseWith('nothing_charged', `Nothing was charged to account ${account_id} there.`);
  const wrong = new Map([...left].filter(([, days]) => !hasPrice(state, days, price, prices)));
  if (wrong.size === 0) {
    if (standingIn(state, scope, price) !== undefined) return decided();
    return left.size === 0
      ? refuseWith('nothing_left', `Standing adjustments hold all of it: ${except.join(', ')}.`)
      : refuseWith('same_price', `Each of these units costs ${price} already.`);
  }
  const currencyRefusal = inSeveralCurrencies(wrong, prices);
  if (currencyRefusal !== null) return currencyRefusal;
  const figures = figuresOf(state, wrong, prices, repricedTo(price));
  const parts = JSON.stringify([scope, except, price, figures, ...undone]);
  const data: ChargesRepriced['data'] = {
    adjustment_id: adjustmentIdFrom(derivedId('ChargesRepriced', account_id, parts)),
    account_id,
    scope,
    except,
    price,
    reason,
    note,
    ...figures,
  };
  return fittingOne({ type: 'ChargesRepriced', data }, wrong.size);
}

/** Returns true if every unit of these days costs this already. */
function hasPrice(
  state: AdjustmentsState,
  days: LeftByDay,
  price: string,
  { priceOn }: AdjustmentPrices,
): boolean {
  const isIt = (other: string | null): boolean => other !== null && new Big(other).eq(price);
  return [...days].every(([day, blocks]) =>
    [...blocks].every(([block, { units, corrected }]) => {
      const byOthers = [...corrected.values()].reduce((sum, each) => sum + each, 0);
      const others = [...corrected.keys()].map((id) => correctedPriceOf(state.get(id)?.made ?? {}));
      return others.every(isIt) && (byOthers === units || isIt(priceOn(day, block)));
    }),
  );
}
