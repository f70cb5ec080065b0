/** Computes the highest cost of rows and the actual cost of a run. */
import Big from 'big.js';
import { CompanyDataError, type CompanyData } from '../../../packages/client/src/index.js';
import { estimateCost } from '../../billing/estimate/estimate.js';
import { exactCount } from '../../billing/estimate/expected-count.js';
import { amountText } from '../../billing/usage/priced-use.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { figureText } from './estimate-lines.js';
import { outlooksOf } from './preview.js';

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
  rows: number,
): Promise<string> {
  const { outlooks, currency } = await outlooksOf(client, blocks);
  const { at_most } = estimateCost({ rows, matched: exactCount(rows), blocks: outlooks, currency });
  return figureText(at_most, currency ?? undefined);
}

/** Days that one usage answer covers (Spec 9), less one day for clocks that differ. */
const DAYS = 364;

/** Returns what the jobs cost, adjustments included; null where the service can't say it now. */
export async function costOfJobs(client: CompanyData, jobs: readonly string[]): Promise<RunCost | null> {
  const from = dayOf(new Date(Date.now() - DAYS * 86_400_000));
  let [units, amount, currency]: [number, Big | null, string | undefined] = [0, null, undefined];
  try {
    for (const job_id of jobs) {
      const usage = await client.usage({ job_id, from }, { overnight: true });
      units += usage.net_units ?? usage.counts.units;
      const netAmount = usage.net_amount ?? usage.amount;
      if (netAmount !== undefined)
        [amount, currency] = [(amount ?? new Big(0)).plus(netAmount), usage.currency];
    }
  } catch (error) {
    if (error instanceof CompanyDataError || error instanceof TypeError) return null;
    throw error;
  }
  return {
    units,
    ...(amount === null || currency === undefined ? {} : { amount: amountText(amount), currency }),
  };
}

export const costText = ({ units, amount, currency }: RunCost): string =>
  figureText({ units, ...(amount === undefined ? {} : { amount }) }, currency);
