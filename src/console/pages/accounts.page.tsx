/** The page that lists all accounts, the newest last. */
import { ACCOUNT_COLUMNS } from '../../operator/accounts/account.sheet.js';
import { listAccounts, type AccountListItem } from '../../operator/accounts/find-account.js';
import { ADMIN_ROLES, ALL_ROLES, get, page } from '../console-page.js';
import { TableView } from '../view/sheet.js';
import { sheetTable } from '../../../packages/words/src/sheet/sheet.js';

const MAX_ACCOUNTS = 200;

export const accountsPage = get('/accounts', ALL_ROLES, async ({ operator, user }) => {
  const accounts: AccountListItem[] = [];
  let moreFollow = false;
  for await (const account of listAccounts(operator)) {
    moreFollow = accounts.length >= MAX_ACCOUNTS;
    if (moreFollow) break;
    accounts.push(account);
  }
  return page(
    'Accounts',
    <>
      <h1>Accounts</h1>
      {ADMIN_ROLES.includes(user.role) && (
        <p class="acts">
          <a class="button" href="/accounts/new">
            Open an account
          </a>
        </p>
      )}
      <TableView
        name="Accounts"
        table={sheetTable(accounts, ACCOUNT_COLUMNS, { none: 'There is no account yet.' })}
      />
      {moreFollow && (
        <p class="soft">
          The first {MAX_ACCOUNTS} are shown. The search box finds every account by id, name or e-mail
          address.
        </p>
      )}
    </>,
  );
});
