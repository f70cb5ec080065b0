/** Renders the HTML around every page of a customer's own account. */
import type { CustomerSession } from '../../operator/own-account/own-sessions.js';
import { BareHeader, HeaderBody, renderPage, LeaveButton, Menu } from '../view/document.js';
import type { Markup } from '../view/jsx-markup.js';
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
  readonly scripts?: readonly string[];
  /** The customer's session; null: there is none. */
  readonly session: CustomerSession | null;
  /** Path and query of the page itself. */
  readonly url: string;
}

export function ownDocument({ title, scripts = [], session, url }: DocumentParts, body: Markup): string {
  const header = session === null ? <BareHeader brand={BRAND} /> : <Header session={session} url={url} />;
  return renderPage({ title: `${title} · ${BRAND}`, scripts, header }, body);
}
