/** What rows would cost, and what a run did. */
import Big from 'big.js';
import { CompanyDataError, type CompanyData } from '../../../packages/client/src/index.js';
import { estimateCost } from '../../billing/estimate/estimate.js';
import { exactly } from '../../billing/estimate/expected-count.js';
import { amountText } from '../../billing/usage/priced-use.js';
import type { BlockKey } from '../../shared/block-key.js';
import { dayOf } from '../../shared/calendar.js';
import { figureText } from './estimate-lines.js';
import { outlooksOf } from './preview.js';

/** Of a run: units, and the amount at the prices agreed. */
export interface Cost {
  readonly units: number;
  readonly amount?: string;
  readonly currency?: string;
}

/** The most that so many rows can cost, for people. Sends no row. */
export async function mostText(
  client: CompanyData,
  blocks: readonly BlockKey[],
  rows: number,
): Promise<string> {
  const { outlooks, currency } = await outlooksOf(client, blocks);
  const { at_most } = estimateCost({ rows, matched: exactly(rows), blocks: outlooks, currency });
  return figureText(at_most, currency ?? undefined);
}

/** Usage reaches back this far in one answer, a day of doubt about the clock left out (Spec 9). */
const DAYS = 364;

/** What jobs were charged, adjustments included; null where the service can't say it now: the results are there all the same. */
export async function costOf(client: CompanyData, jobs: readonly string[]): Promise<Cost | null> {
  const from = dayOf(new Date(Date.now() - DAYS * 86_400_000));
  let [units, amount, currency]: [number, Big | null, string | undefined] = [0, null, undefined];
  try {
    for (const job_id of jobs) {
      const used = await client.usage({ job_id, from }, { overnight: true });
      units += used.net_units ?? used.counts.units;
      const charged = used.net_amount ?? used.amount;
      if (charged !== undefined) [amount, currency] = [(amount ?? new Big(0)).plus(charged), used.currency];
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

export const costText = ({ units, amount, currency }: Cost): string =>
  figureText({ units, ...(amount === undefined ? {} : { amount }) }, currency);
