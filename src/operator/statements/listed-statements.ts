/** The statements that an account was issued. */
import { statementsOf } from '../../billing/statements/recorded-statements.js';
import type { AccountId } from '../../shared/ids.js';
import type { IssuedStatement } from '../../streams/statement/statement.state.js';
import { findAccount } from '../accounts/find-account.js';
import { upToDate, type Operator } from '../operator.js';

/** The newest month first; of a month that isn't over the last partial one. @throws WrongRequest */
export async function listStatements(
  operator: Operator,
  account: AccountId,
): Promise<readonly Pick<IssuedStatement, 'head' | 'totals' | 'signature'>[]> {
  await upToDate(operator, 'access');
  await findAccount(operator, account);
  const { complete, partial } = await statementsOf(operator.stores.eventStore, account);
  const done = new Set(complete.map(({ head }) => head.month));
  const open = [...partial.values()].filter(({ head }) => !done.has(head.month));
  return [...complete, ...open].sort((a, b) => (a.head.month < b.head.month ? 1 : -1));
}
