/** Reads the form of an adjustment and sets the job's bill beside the adjustment. */
import Big from 'big.js';
import type { AdjustmentResult } from '../../operator/adjustments/adjust-charges.js';
import type { ChargeSelection } from '../../operator/adjustments/charged-jobs.js';
import type { JobBill } from '../../operator/jobs/job-bill.js';
import { showJob } from '../../operator/jobs/find-jobs.js';
import type { Operator } from '../../operator/operator.js';
import { WrongRequest } from '../../operator/refusal.js';
import type { AccountId } from '../../shared/ids.js';
import { redact } from '../../platform/telemetry/redact.js';
import { ADJUSTMENT_REASONS, type AdjustmentReason } from '../../streams/adjustments/adjustments.events.js';
import { readAccountId, readBlock, readCount, readDay, readJobId } from '../form-values.js';

type Fields = Readonly<Record<string, string | undefined>>;

export function readReason(form: Fields): { readonly reason: AdjustmentReason; readonly note: string } {
  const reason = ADJUSTMENT_REASONS.find((code) => code === form['why']);
  if (reason === undefined) throw new WrongRequest('wrong_reason', 'Choose one of the reasons.');
  return { reason, note: redact(form['note'] ?? '').trim() };
}

/** Reads which charges to adjust: those of a job, or of days of an account. @throws WrongRequest */
export async function readSelection(
  operator: Operator,
  form: Fields,
): Promise<{ readonly account: AccountId; readonly charges: ChargeSelection }> {
  const { job = '', row = '', from = '', to = '' } = form;
  const filter = { block: readBlock(form['block']) };
  if (job.trim() !== '') {
    const id = readJobId(job);
    const { account_id: account } = await showJob(operator, id);
    return { account, charges: { ...filter, job: id, row: row.trim() === '' ? null : readCount(row) } };
  }
  if (from.trim() === '' || to.trim() === '')
    throw new WrongRequest('wrong_selection', 'Name a job, or an account with two days.');
  return {
    account: readAccountId(form['account']),
    charges: { ...filter, from: readDay(from), to: readDay(to) },
  };
}

export type BeforeAndAfter = readonly {
  readonly step: string;
  readonly units: number;
  readonly amount: string | null;
  readonly currency: string | null;
}[];

const plus = (a: string | null, b: string | null): string | null =>
  a === null && b === null ? null : new Big(a ?? 0).plus(b ?? 0).toFixed();

/** Returns the job's charges, earlier adjustments, this adjustment, and the amount owed after it. */
export function beforeAndAfter(
  bill: JobBill,
  adjustment: Pick<AdjustmentResult, 'units' | 'amount' | 'currency'>,
): BeforeAndAfter {
  const currency = bill.currency ?? adjustment.currency;
  const earlier = { units: bill.net_units - bill.units, amount: plus(bill.net_amount, negated(bill.amount)) };
  return [
    { step: 'Charged', units: bill.units, amount: bill.amount, currency },
    { step: 'Earlier adjustments', ...earlier, currency },
    { step: 'This adjustment', units: adjustment.units, amount: adjustment.amount, currency },
    {
      step: 'Owed after it',
      units: bill.net_units + adjustment.units,
      amount: plus(bill.net_amount, adjustment.amount),
      currency,
    },
  ];
}

const negated = (amount: string | null): string | null =>
  amount === null ? null : new Big(amount).neg().toFixed();
