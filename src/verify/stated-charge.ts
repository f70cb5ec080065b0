/** A charge as a line of a statement, priced independently of the writer of statements. */
import type { ChargeFact } from '../billing/statements/format/facts.js';
import type { PriceAgreement } from '../streams/account/account.state.js';
import type { RowCharged } from '../streams/rows/rows.events.js';
import { statedPrices } from './stated-prices.js';

export type StatedCharge = Pick<ChargeFact, 'charge_id' | 'company_number' | 'entry' | 'job_id' | 'row'> & {
  readonly units: RowCharged['data']['units'];
};

/** @param agreements the agreements that the statement names, in the order in which they were agreed */
export function priced(
  { units: charged, ...of }: StatedCharge,
  { account_id, time, late }: Pick<ChargeFact, 'account_id' | 'time' | 'late'>,
  agreements: readonly PriceAgreement[],
): ChargeFact {
  const units = Object.fromEntries(Object.entries(charged).filter(([, each]) => each !== 0));
  const { prices, amount: cost } = statedPrices(agreements, { day: time.slice(0, 10), units });
  const currency = agreements[0]?.currency ?? null;
  const amount = currency === null ? null : cost.toFixed();
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
