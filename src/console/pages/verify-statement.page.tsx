/** A statement checked in the browser, for operators. */
import { publicKeySet } from '../../operator/statements/statement-keys.js';
import { EVERYBODY, page, type Page } from '../page.js';
import { CHECKER_SCRIPT, StatementChecker } from '../view/statement-checker.js';

export const verifyStatementPage: Page = {
  method: 'GET',
  path: '/verify-statement',
  roles: EVERYBODY,
  answer: async ({ operator }) => {
    const { keys } = await publicKeySet(operator);
    return page('Check a statement', <StatementChecker keys={keys} />, { scripts: [CHECKER_SCRIPT] });
  },
};
