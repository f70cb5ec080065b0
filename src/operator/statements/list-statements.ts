/** Lists the statements that were issued to an account. */
import { statementsOf } from '../../billing/statements/recorded-statements.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { IssuedStatement } from '../../streams/statement/statement.decider.js';
import { findAccount } from '../accounts/find-account.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';

/** Lists the newest month first; an unfinished month has its last partial statement. @throws WrongRequest */
export async function listStatements(
  operator: OperatorServices,
  account: AccountId,
): Promise<readonly Pick<IssuedStatement, 'head' | 'totals' | 'signature'>[]> {
  await driveLanesToHead(operator, 'access');
  await findAccount(operator, account);
  const { complete, partial } = await statementsOf(operator.stores.eventStore, account);
  const completeMonths = new Set(complete.map(({ head }) => head.month));
  const partialOfOpenMonths = [...partial.values()].filter(({ head }) => !completeMonths.has(head.month));
  return [...complete, ...partialOfOpenMonths].sort((a, b) => (a.head.month < b.head.month ? 1 : -1));
}
