/** A statement checked in the browser, for operators. */
import { publicKeySet } from '../../operator/statements/statement-keys.js';
import { EVERYBODY, get, page } from '../page.js';
import { CHECKER_SCRIPT, StatementChecker } from '../view/statement-checker.js';

export const verifyStatementPage = get('/verify-statement', EVERYBODY, async ({ operator }) => {
  const { keys } = await publicKeySet(operator);
  return page('Check a statement', <StatementChecker keys={keys} />, { scripts: [CHECKER_SCRIPT] });
});
