/** The form that a customer's account link leads to. Its one button opens the account. */
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { Markup } from '../view/jsx-markup.js';
import { OWN_PATH } from './own-paths.js';

export const OpenAccountForm = ({ account, link }: { account: AccountId; link: string }): Markup => (
  <section class="door">
    <h1>Account {account}</h1>
    <p>This link shows you the account for an hour. It ends a visit to another account in this browser.</p>
    <form method="post" action={`${OWN_PATH}/open`} class="stacked">
      <input type="hidden" name="link" value={link} />
      <button type="submit">Open the account</button>
    </form>
  </section>
);
