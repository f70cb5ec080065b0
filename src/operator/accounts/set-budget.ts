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
import { sendAccountCommand, applyAccountCommand } from './change-account.js';
import { budgetOf, findAccount, type BudgetDetails } from './find-account.js';

export interface BudgetChange {
  readonly account_id: AccountId;
  readonly reason?: string;
  /** False where the budget was the same before, or the change was only previewed. */
  readonly changed: boolean;
  /** Present in a preview: nothing was written. */
  readonly dry_run?: true;
  /** The budgets before and after the change, only in a preview. Null: no budget. */
  readonly sides?: readonly [before: BudgetDetails | null, after: BudgetDetails | null];
}

/** @throws WrongRequest where the budget is refused */
export async function setBudgetOfAccount(
  operator: OperatorServices,
  account: AccountId,
  { dryRun, ...budget }: BudgetTerms & { readonly dryRun: boolean },
): Promise<BudgetChange> {
  const command = new SetBudget(operator.context, account, { ...budget, dryRun });
  const { reason, ...terms } = budget;
  const result = { account_id: account, ...(reason === undefined ? {} : { reason }) };
  if (!dryRun) return { ...result, changed: await applyAccountCommand(operator, command) };
  const { outcome } = await sendAccountCommand(operator, command);
  if (outcome === 'unchanged') return { ...result, changed: false, dry_run: true };
  await driveLanesToHead(operator, 'access', 'billing');
  const document = await findAccount(operator, account);
  const currency = terms.month_amount === null ? null : currencyOn(document.prices, clockDay());
  const changedDocument = { ...document, budget: budgetIn({ ...terms, currency }) };
  const sides = [await budgetOf(operator, document), await budgetOf(operator, changedDocument)] as const;
  return { ...result, changed: false, dry_run: true, sides };
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
