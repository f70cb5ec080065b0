/** What the form of an adjustment asks for, and the two sides of it. */
import Big from 'big.js';
import type { AdjustmentResult } from '../../operator/adjustments/adjust-charges.js';
import type { SelectedCharges } from '../../operator/adjustments/charged-jobs.js';
import type { JobBill } from '../../operator/jobs/job-bill.js';
import { showJob } from '../../operator/jobs/find-jobs.js';
import type { Operator } from '../../operator/operator.js';
import { WrongRequest } from '../../operator/refusal.js';
import type { AccountId } from '../../shared/ids.js';
import { redact } from '../../platform/telemetry/redact.js';
import { ADJUSTMENT_REASONS, type AdjustmentReason } from '../../streams/adjustments/adjustments.events.js';
import { accountId, block, count, day, jobId } from '../words.js';

type Fields = Readonly<Record<string, string | undefined>>;

export function wordsOf(form: Fields): { readonly reason: AdjustmentReason; readonly note: string } {
  const reason = ADJUSTMENT_REASONS.find((known) => known === form['why']);
  if (reason === undefined) throw new WrongRequest('wrong_reason', 'Choose one of the reasons.');
  return { reason, note: redact(form['note'] ?? '').trim() };
}

/** A job, or days of an account. @throws WrongRequest */
export async function selectionOf(
  operator: Operator,
  form: Fields,
): Promise<{ readonly account: AccountId; readonly what: SelectedCharges }> {
  const { job = '', row = '', from = '', to = '' } = form;
  const narrowed = { block: block(form['block']) };
  if (job.trim() !== '') {
    const id = jobId(job);
    const { account_id: account } = await showJob(operator, id);
    return { account, what: { ...narrowed, job: id, row: row.trim() === '' ? null : count(row) } };
  }
  if (from.trim() === '' || to.trim() === '')
    throw new WrongRequest('wrong_selection', 'Name a job, or an account with two days.');
  return { account: accountId(form['account']), what: { ...narrowed, from: day(from), to: day(to) } };
}

export type Sides = readonly {
  readonly what: string;
  readonly units: number;
  readonly amount: string | null;
  readonly currency: string | null;
}[];

const plus = (a: string | null, b: string | null): string | null =>
  a === null && b === null ? null : new Big(a ?? 0).plus(b ?? 0).toFixed();

/** What the job cost, what was taken back of it before, what would be now, and what is left to owe. */
export function sidesOf(bill: JobBill, made: Pick<AdjustmentResult, 'units' | 'amount' | 'currency'>): Sides {
  const currency = bill.currency ?? made.currency;
  const before = { units: bill.net_units - bill.units, amount: plus(bill.net_amount, negated(bill.amount)) };
  return [
    { what: 'Charged', units: bill.units, amount: bill.amount, currency },
    { what: 'Taken back before', ...before, currency },
    { what: 'This adjustment', units: made.units, amount: made.amount, currency },
    {
      what: 'Owed then',
      units: bill.net_units + made.units,
      amount: plus(bill.net_amount, made.amount),
      currency,
    },
  ];
}

const negated = (amount: string | null): string | null =>
  amount === null ? null : new Big(amount).neg().toFixed();
