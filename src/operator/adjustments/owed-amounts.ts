/** Computes the amounts owed before and after an adjustment or a credit, for a preview. */
import Big from 'big.js';
import { monthOf, firstDayOf, lastDayOf } from '../../../packages/words/src/month.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { AdjustmentScope, ChargeAdjusted } from '../../streams/adjustments/adjustments.events.js';
import type { AmountsOwed } from '../../investigate/explain/explained-bill.js';
import { jobBill, sumsByCurrency } from '../jobs/job-bill.js';
import type { OperatorServices } from '../operator.js';
import { showUsage } from '../usage/show-usage.js';

/** A step of the sum, from the charges to the amount owed after the entry. */
export interface OwedStep {
  readonly step: string;
  readonly units: number;
  readonly amount: string | null;
  readonly currency: string | null;
}

interface Entry extends Pick<AdjustmentScope, 'job_id' | 'from' | 'to'> {
  readonly account_id: AccountId;
  readonly units: number;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly charges: ChargeAdjusted['data']['charges'];
}

/** The amounts of a day's charges, adjustments included, before and after an entry. */
export interface OwedDay {
  readonly day: string;
  readonly before: string | null;
  /** The amount that the entry adds. */
  readonly change: string | null;
  readonly after: string | null;
  readonly currency: string | null;
}

/** The bill of the entry's job or days. An entry without either gets the bill of the running month (UTC). */
async function billOfEntry(
  operator: OperatorServices,
  { account_id: account, job_id: job, from, to }: Entry,
): Promise<AmountsOwed> {
  if (job !== null) return jobBill(operator, job);
  const month = monthOf(dayOf(new Date()));
  const range = { from: from ?? firstDayOf(month), to: to ?? lastDayOf(month) };
  const usage = await showUsage(operator, { account, range, by: 'block', job: null });
  const { counts, amount = null, currency = null } = usage;
  const { net_units = counts.units, net_amount = amount } = usage;
  return { units: counts.units, amount, currency, net_units, net_amount, ...sumsByCurrency(usage) };
}

type Amounts = Pick<AmountsOwed, 'amount' | 'net_amount'>;

/** Returns the bill's amounts in a currency: 0 if the bill has only other currencies, null without prices. */
function amountsIn(bill: AmountsOwed, currency: string | null): Amounts {
  const amounts: readonly (Amounts & Pick<AmountsOwed, 'currency'>)[] = bill.currencies ?? [bill];
  const isPriced = currency !== null && amounts.every((sums) => sums.currency !== null);
  const noAmounts = isPriced ? { amount: '0', net_amount: '0' } : bill;
  return amounts.find((sums) => sums.currency === currency) ?? noAmounts;
}

const sumText = (a: string | null, b: string | null, sign: 1 | -1 = 1): string | null =>
  a === null && b === null ? null : new Big(a ?? 0).plus(new Big(b ?? 0).times(sign)).toFixed();

/** Returns the steps from the charges to the amount owed after the entry. */
export async function owedSteps(operator: OperatorServices, entry: Entry): Promise<readonly OwedStep[]> {
  const bill = await billOfEntry(operator, entry);
  const currency = entry.currency ?? bill.currency;
  const { units, net_units } = bill;
  const { amount, net_amount } = amountsIn(bill, currency);
  return [
    { step: 'Charged', units, amount, currency },
    // A job has no credits.
    {
      step: entry.job_id === null ? 'Earlier adjustments and credits' : 'Earlier adjustments',
      units: net_units - units,
      amount: sumText(net_amount, amount, -1),
      currency,
    },
    { step: 'Owed before it', units: net_units, amount: net_amount, currency },
    {
      step: entry.units === 0 ? 'This entry' : 'This adjustment',
      units: entry.units,
      amount: entry.amount,
      currency,
    },
    {
      step: 'Owed after it',
      units: net_units + entry.units,
      amount: sumText(net_amount, entry.amount),
      currency,
    },
  ];
}

/** Returns each day's amounts before and after an entry of several days; empty for other entries. */
export async function owedByDay(operator: OperatorServices, entry: Entry): Promise<readonly OwedDay[]> {
  const changeByDay = new Map<string, string | null>();
  for (const { jobs, days } of entry.charges)
    for (const { date, amount } of days) {
      const amountOfJobs = amount === null ? null : new Big(amount).times(jobs.length).toFixed();
      changeByDay.set(date, sumText(changeByDay.get(date) ?? null, amountOfJobs));
    }
  const [from = '', ...later] = [...changeByDay.keys()].sort();
  const to = later.at(-1);
  if (to === undefined) return [];
  const { account_id: account, job_id: job, currency } = entry;
  const usage = await showUsage(operator, { account, range: { from, to }, by: 'day', job });
  const items = [...usage.items, ...(usage.adjustments ?? []).flatMap((adjusted) => adjusted.items)];
  return [from, ...later].map((day) => {
    const amountsOfDay = items.flatMap((item) =>
      'date' in item && item.date === day ? [item.amount ?? null] : [],
    );
    const before = amountsOfDay.reduce((total, amount) => sumText(total, amount), null);
    const change = changeByDay.get(day) ?? null;
    return { day, before, change, after: sumText(before, change), currency };
  });
}
