/** The operator behind a command: opened when first needed, closed when the command ends. */
import { openOperator, type Operator } from '../operator/operator.js';
import { systemEntropy } from '../platform/secrets/entropy.js';
import { operatorActor } from '../streams/envelope.js';
import type { Cli } from './command-line.js';

export async function operatorOf(cli: Cli): Promise<Operator> {
  const settings = cli.settings();
  const context = { actor: operatorActor(settings.operator), requestId: `cli_${systemEntropy().ulid()}` };
  const operator = await openOperator(settings, context);
  cli.atEnd(() => operator.close());
  return operator;
}
