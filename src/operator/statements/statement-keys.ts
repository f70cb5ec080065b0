/** Lists and changes the keys that sign statements. */
import { RotateStatementKey, type KeyRotated } from './commands.js';
import { publishedKey } from '../../../packages/statement-check/src/check/public-keys.js';
import { statementKeys } from '../../billing/statements/recorded-statements.js';
import { StatementsModule } from './statements.module.js';
import type { StatementKey } from '../../streams/service/service.decider.js';
import { send, type OperatorServices } from '../operator.js';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';

/** Lists the keys that sign or signed statements, in the order of their first use. */
export const listStatementKeys = ({ stores }: OperatorServices): Promise<readonly StatementKey[]> =>
  statementKeys(stores.eventStore);

/** Changes the key that signs statements. Statements that the old key signed stay valid. */
export async function rotateStatementKey(operator: OperatorServices, reason: string): Promise<KeyRotated> {
  const outcome = await send(
    operator,
    StatementsModule,
    new RotateStatementKey(operator.context, { reason }),
  );
  if (outcome.outcome === 'refused') throw new NotDone(outcome.code, outcome.detail);
  return outcome;
}

/** The public keys as a JSON Web Key Set, as `/.well-known/statement-keys.json` answers them. */
export const publicKeySet = async (
  operator: OperatorServices,
): Promise<{ readonly keys: readonly ReturnType<typeof publishedKey>[] }> => ({
  keys: (await listStatementKeys(operator)).map(publishedKey),
});
