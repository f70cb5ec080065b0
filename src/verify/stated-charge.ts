/** A charge as the line of a statement, priced here anew and not as the writer of statements does it. */
import { amountText } from '../billing/usage/priced-use.js';
import type { ChargeFact } from '../billing/statements/format/facts.js';
import { amountOf } from '../billing/statements/format/totals.js';
import type { PriceAgreement } from '../streams/account/account.state.js';
import { priceOn } from '../streams/account/price-agreement.js';
import type { RowCharged } from '../streams/rows/rows.events.js';
import type { BlockKey } from '../shared/block-key.js';

export type StatedCharge = Pick<ChargeFact, 'charge_id' | 'company_number' | 'entry' | 'job_id' | 'row'> & {
  readonly units: RowCharged['data']['units'];
};

/** @param agreements those that the statement names, in the order in which they were agreed */
export function priced(
  { units: charged, ...of }: StatedCharge,
  { account_id, time, late }: Pick<ChargeFact, 'account_id' | 'time' | 'late'>,
  agreements: readonly PriceAgreement[],
): ChargeFact {
  const [units, prices]: [Record<string, number>, Record<string, string>] = [{}, {}];
  for (const [block, each] of Object.entries(charged) as [BlockKey, number][]) {
    if (each === 0) continue;
    units[block] = each;
    const agreed = priceOn(agreements, block, time.slice(0, 10));
    if (agreed !== null) prices[block] = agreed.price;
  }
  const currency = agreements[0]?.currency ?? null;
  const amount = currency === null ? null : amountText(amountOf(units, prices));
  const { charge_id, company_number, entry, job_id, row } = of;
  return {
    account_id,
    amount,
    charge_id,
    company_number,
    currency,
    entry,
    job_id,
    late,
    prices,
    row,
    time,
    units,
  };
}
