/** The page where operators check a statement in the browser. */
import { publicKeySet } from '../../operator/statements/statement-keys.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { CHECKER_SCRIPT, StatementChecker } from '../view/statement-checker.js';

export const verifyStatementPage = get('/verify-statement', ALL_ROLES, async ({ operator }) => {
  const { keys } = await publicKeySet(operator);
  return page('Check a statement', <StatementChecker keys={keys} />, { scripts: [CHECKER_SCRIPT] });
});
