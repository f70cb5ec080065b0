/** A customer's own account: what it is called, and until when the link holds. */
import { findAccount } from '../../../operator/accounts/find-account.js';
import { Client, Facts, Time } from '../../view/parts.js';
import type { OwnPage } from '../own-page.js';

export const ownAccountPage: OwnPage = {
  path: '',
  answer: async ({ operator, account }) => {
    const { name, opened_at } = await findAccount(operator, account);
    return {
      kind: 'page',
      title: `Account ${account}`,
      body: (
        <>
          <h1>Account {account}</h1>
          <Facts
            of={[
              ['Name', <Client text={name} />],
              ['Opened', <Time at={opened_at} />],
            ]}
          />
        </>
      ),
    };
  },
};
