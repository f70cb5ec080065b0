import { RotateStatementKey, type KeyRotated } from './commands.js';
import { statementKeys } from '../../billing/statements/recorded-statements.js';
import { StatementsModule } from './statements.module.js';
import type { StatementKey } from '../../streams/service/service.decider.js';
import { send, type Operator } from '../operator.js';
import { NotDone } from '../refusal.js';

/** The keys that sign or signed statements, in the order of their introduction. */
export const listStatementKeys = ({ stores }: Operator): Promise<readonly StatementKey[]> =>
  statementKeys(stores.eventStore);

/** Another key signs from now on; what the old one signed stays valid. */
export async function rotateStatementKey(operator: Operator, reason: string): Promise<KeyRotated> {
  const outcome = await send(operator, StatementsModule, new RotateStatementKey(operator.context, { reason }));
  if (outcome.outcome === 'refused') throw new NotDone(outcome.code, outcome.detail);
  return outcome;
}
