import type { ExplainedBill, ExplainedFigure } from '../../billing/explain/explain-billing.js';
import { explainBilling } from '../../billing/explain/explain-billing.js';
import { findAccount } from '../accounts/find-account.js';
import { upToDate, type Operator } from '../operator.js';

/** The charges behind one usage figure of an account that is there. */
export async function explainBill(operator: Operator, figure: ExplainedFigure): Promise<ExplainedBill> {
  await upToDate(operator, 'access');
  await findAccount(operator, figure.account);
  return explainBilling(operator.stores.eventStore, figure);
}
