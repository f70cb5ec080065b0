/** Computes the highest cost of rows and the actual cost of a run. */
import Big from 'big.js';
import { CompanyDataError, type CompanyData } from '../../../packages/client/src/index.js';
import { estimateCost } from '../../billing/estimate/estimate.js';
import { exactCount } from '../../billing/estimate/expected-count.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { figureText } from './estimate-lines.js';
import { readOutlooks } from './preview.js';

/** The cost of a run: units, and the amount at the agreed prices. */
export interface RunCost {
  readonly units: number;
  readonly amount?: string;
  readonly currency?: string;
}

/** Returns the highest cost of this many rows as text. Sends no row. */
export async function highestCostText(
  client: CompanyData,
  blocks: readonly BlockKey[],
  rowCount: number,
): Promise<string> {
  const { outlooks, currency } = await readOutlooks(client, blocks);
  const matched = exactCount(rowCount);
  const { at_most } = estimateCost({ rows: rowCount, matched, blocks: outlooks, currency });
  return figureText(at_most, currency ?? undefined);
}

/** The days that one usage answer covers (Spec 9), less one day, since clocks may differ. */
const DAYS_OF_ONE_ANSWER = 364;

/** Returns what the jobs cost, adjustments included; null where the service can't say it now. */
export async function costOfJobs(client: CompanyData, jobs: readonly string[]): Promise<RunCost | null> {
  const from = dayOf(new Date(Date.now() - DAYS_OF_ONE_ANSWER * 86_400_000));
  let units = 0;
  const sums = new Map<string, Big>();
  try {
    for (const job_id of jobs) {
      const usage = await client.usage({ job_id, from }, { overnight: true });
      units += usage.net_units ?? usage.counts.units;
      for (const { currency, amount, net_amount = amount } of usage.currencies ?? [usage])
        if (currency != null && net_amount != null)
          sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(net_amount));
    }
  } catch (error) {
    if (error instanceof CompanyDataError || error instanceof TypeError) return null;
    throw error;
  }
  const [firstSum, ...others] = sums;
  // Sums of several currencies have no total.
  if (firstSum === undefined || others.length > 0) return { units };
  return { units, currency: firstSum[0], amount: amountText(firstSum[1]) };
}

export const costText = ({ units, amount, currency }: RunCost): string =>
  figureText({ units, ...(amount === undefined ? {} : { amount }) }, currency);
