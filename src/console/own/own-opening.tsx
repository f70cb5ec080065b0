/** What an account's own link leads to: the button that opens the account. */
import type { AccountId } from '../../shared/ids.js';
import type { Markup } from '../view/markup.js';
import { OWN } from './own-paths.js';

export const Opening = ({ account, link }: { account: AccountId; link: string }): Markup => (
  <section class="door">
    <h1>Account {account}</h1>
    <p>This link shows you the account for an hour. A visit to another account in this browser ends.</p>
    <form method="post" action={`${OWN}/open`} class="stacked">
      <input type="hidden" name="link" value={link} />
      <button type="submit">Open the account</button>
    </form>
  </section>
);
