/** Renders the HTML around every page of a customer's own account, and the form that opens the account. */
import type { CustomerSession } from '../../operator/own-account/enter-by-link.js';
import { BareHeader, HeaderBody, renderPage, LeaveButton, Menu } from '../view/document.js';
import type { Markup } from '../view/jsx-markup.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { OWN_PATH, ownPaths } from './own-paths.js';

const BRAND = 'Company Data';

const MENU = [
  ['Account', [[OWN_PATH, 'Account']]],
  ['Jobs', [[ownPaths.jobs, 'Jobs']]],
  ['Statements', [[ownPaths.statements, 'Statements']]],
  ['Check', [[ownPaths.check, 'Check a statement']]],
] as const;

const Header = ({ session, url }: { session: CustomerSession; url: string }): Markup => (
  <header class="top own">
    <p class="brand">
      <a href={OWN_PATH}>
        {BRAND}, account {session.account}
      </a>
    </p>
    <HeaderBody>
      <div class="who">
        <LeaveButton to={`${OWN_PATH}/leave`} csrf={session.csrf} name="Sign out" />
      </div>
      <Menu groups={MENU} url={url} />
    </HeaderBody>
  </header>
);

interface DocumentParts {
  readonly title: string;
  readonly scripts: readonly string[];
  /** The customer's session; null: there is none. */
  readonly session: CustomerSession | null;
  /** Path and query of the page itself. */
  readonly url: string;
}

export function ownDocument({ title, scripts, session, url }: DocumentParts, body: Markup): string {
  const header = session === null ? <BareHeader brand={BRAND} /> : <Header session={session} url={url} />;
  return renderPage({ title: `${title} · ${BRAND}`, scripts, header }, body);
}

/** The form that a customer's account link leads to. Its one button opens the account. */
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
