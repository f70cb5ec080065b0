/** The page that lists all accounts, the newest last. */
import { ACCOUNT_COLUMNS } from '../../operator/accounts/account.sheet.js';
import { listSomeAccounts } from '../../operator/accounts/find-account.js';
import { ADMIN_ROLES, ALL_ROLES, get, headedPage } from '../console-page.js';
import { Pager, partOf, readPaging } from '../view/list-parts.js';
import { ButtonLink } from '../view/parts.js';
import { ListTable } from '../view/sheet.js';

export const accountsPage = get('/accounts', ALL_ROLES, async ({ operator, query, user }) => {
  const paging = readPaging(query);
  const { accounts, total } = await listSomeAccounts(operator, partOf(paging));
  const none = 'There is no account yet.';
  return headedPage(
    'Accounts',
    <>
      {ADMIN_ROLES.includes(user.role) && (
        <p class="acts">
          <ButtonLink to="/accounts/new">Open an account</ButtonLink>
        </p>
      )}
      <ListTable name="Accounts" items={accounts} columns={ACCOUNT_COLUMNS} none={none} />
      {total > paging.size && (
        <Pager list="accounts" path="/accounts" values={{}} paging={paging} total={total} />
      )}
    </>,
  );
});
