/** Sets the budget of an account, or shows what it would be. */
import { SetBudget } from '../../access/commands.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { clockDay } from '../../../packages/platform/src/time/clock.js';
import { cell, type Sheet } from '../../../packages/words/src/sheet/sheet.js';
import { budgetIn } from '../../streams/account/account.state.js';
import type { BudgetTerms } from '../../streams/account/budget.js';
import { currencyOn } from '../../streams/account/price-terms.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { budgetInWords } from './account.sheet.js';
import { changeOrPreview, type ChangeOrPreview } from './change-account.js';
import { budgetOf, findAccount, type BudgetDetails } from './find-account.js';

/** `sides`: the budgets before and after; null: no budget. */
export type BudgetChange = ChangeOrPreview<
  readonly [before: BudgetDetails | null, after: BudgetDetails | null]
> & { readonly account_id: AccountId; readonly reason?: string };

/** @throws WrongRequest where the budget is refused */
export async function setBudgetOfAccount(
  operator: OperatorServices,
  account: AccountId,
  change: BudgetTerms & { readonly dryRun: boolean },
): Promise<BudgetChange> {
  const { reason, dryRun: _dryRun, ...terms } = change;
  const command = new SetBudget(operator.context, account, change);
  const previewed = await changeOrPreview(operator, command, async () => {
    await driveLanesToHead(operator, 'access', 'billing');
    const document = await findAccount(operator, account);
    const currency = terms.month_amount === null ? null : currencyOn(document.prices, clockDay());
    const changedDocument = { ...document, budget: budgetIn({ ...terms, currency }) };
    return [await budgetOf(operator, document), await budgetOf(operator, changedDocument)] as const;
  });
  return { account_id: account, ...(reason === undefined ? {} : { reason }), ...previewed };
}

export const budgetSheet = ({ account_id, reason, changed, sides }: BudgetChange): Sheet => ({
  title: sides !== undefined ? 'This would be written: a budget' : 'Budget',
  facts: {
    account: cell.account(account_id),
    before: sides === undefined ? null : budgetInWords(sides[0]),
    after: sides === undefined ? null : budgetInWords(sides[1]),
    reason: cell.client(reason),
    changed: sides !== undefined ? null : changed ? 'yes' : 'no, it was so before',
  },
  parts: [],
});
