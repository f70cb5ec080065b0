/** The public keys that sign or signed statements, as a JSON Web Key Set. */
import { publishedKey } from '../../billing/statements/check/public-keys.js';
import type { Operator } from '../operator.js';
import { listStatementKeys } from './statement-keys.js';

/** What `/.well-known/statement-keys.json` gives. */
export const publicKeySet = async (
  operator: Operator,
): Promise<{ readonly keys: readonly ReturnType<typeof publishedKey>[] }> => ({
  keys: (await listStatementKeys(operator)).map(publishedKey),
});
