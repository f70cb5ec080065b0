/** All accounts, the newest last. */
import { listAccounts, type AccountListed } from '../../operator/accounts/find-account.js';
import { EVERYBODY, page, type Page } from '../page.js';
import { AccountLink } from '../view/links.js';
import { Badge, Client, Count, Table, Time } from '../view/parts.js';

const MOST = 200;

export const accountsPage: Page = {
  method: 'GET',
  path: '/accounts',
  roles: EVERYBODY,
  answer: async ({ operator }) => {
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
          rows={accounts}
          none="No account is open yet."
          columns={[
            { head: 'Account', cell: ({ account_id }) => <AccountLink id={account_id} /> },
            { head: 'Name', cell: ({ name }) => <Client text={name} /> },
            { head: 'E-mail', cell: ({ email }) => <Client text={email} /> },
            {
              head: 'Status',
              cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'bad'}>{status}</Badge>,
            },
            { head: 'Keys', figures: true, cell: ({ keys }) => <Count of={keys} /> },
            { head: 'Blocks', figures: true, cell: ({ blocks_enabled_count: on }) => <Count of={on} /> },
            { head: 'Opened', cell: ({ opened_at }) => <Time at={opened_at} /> },
          ]}
        />
        {more && (
          <p class="soft">
            The first {MOST} are shown: the search box finds any by its number, name or e-mail.
          </p>
        )}
      </>,
    );
  },
};
