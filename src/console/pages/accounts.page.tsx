/** All accounts, the newest last. */
import { ACCOUNT_COLUMNS } from '../../operator/accounts/account.sheet.js';
import { listAccounts, type AccountListed } from '../../operator/accounts/find-account.js';
import { EVERYBODY, get, page } from '../page.js';
import { Table } from '../view/sheet.js';
import { sheetTable } from '../../shared/sheet/sheet.js';

const MOST = 200;

export const accountsPage = get('/accounts', EVERYBODY, async ({ operator }) => {
  const accounts: AccountListed[] = [];
  let more = false;
  for await (const account of listAccounts(operator)) {
    more = accounts.length >= MOST;
    if (more) break;
    accounts.push(account);
  }
  return page(
    'Accounts',
    <>
      <h1>Accounts</h1>
      <Table
        name="Accounts"
        of={sheetTable(accounts, ACCOUNT_COLUMNS, { none: 'No account is open yet.' })}
      />
      {more && (
        <p class="soft">
          The first {MOST} are shown: the search box finds any by its number, name or e-mail.
        </p>
      )}
    </>,
  );
});
