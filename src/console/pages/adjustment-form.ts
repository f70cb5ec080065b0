/** Reads the forms of an adjustment, a repricing and a credit. */
import type { CreditTarget, RepricingTarget } from '../../operator/adjustments/adjust-charges.js';
import type { ChargeSelection } from '../../operator/adjustments/charged-jobs.js';
import { showJob } from '../../operator/jobs/find-jobs.js';
import type { Operator } from '../../operator/operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { redact } from '../../../packages/platform/src/telemetry/redact.js';
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

/** Reads how much to credit to which account. @throws WrongRequest */
export const readCredit = (form: Fields): { readonly account: AccountId; readonly target: CreditTarget } => ({
  account: readAccountId(form['account']),
  target: {
    amount: (form['amount'] ?? '').trim(),
    currency: (form['currency'] ?? '').trim().toUpperCase(),
  },
});

/** Reads which charges to reprice, and their corrected price. @throws WrongRequest */
export async function readRepricing(
  operator: Operator,
  form: Fields,
): Promise<{ readonly account: AccountId; readonly target: RepricingTarget }> {
  const { account, charges } = await readSelection(operator, form);
  const { block } = charges;
  if (block === null) throw new WrongRequest('wrong_selection', 'Name the block whose price was wrong.');
  return { account, target: { ...charges, block, price: (form['price'] ?? '').trim() } };
}
