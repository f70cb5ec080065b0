/** Reads an account's budget with its use in the current month. */
import type { TypedReader } from '../../../packages/platform/src/projector/generation-reader.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import type { Budget, PriceAgreement } from '../../streams/account/account.state.js';
import { firstDayOf, monthOf } from '../../../packages/words/src/month.js';
import { usageFigures } from '../usage/usage-documents.js';
import { netChargesOf, type MonthBudget } from './budget-rule.js';

/** Returns the budget with its use so far and with the account's price agreements. */
export async function readMonthBudget(
  reader: TypedReader,
  { account_id, budget }: { readonly account_id: AccountId; readonly budget: Budget },
  now: Date,
): Promise<MonthBudget & { readonly prices: readonly PriceAgreement[] }> {
  const today = dayOf(now);
  const month = monthOf(today);
  const query = { account: account_id, range: { from: firstDayOf(month), to: today }, job: null };
  const figures = await usageFigures(reader, query);
  return { budget, month, used: netChargesOf(budget, figures), prices: figures.prices };
}
