/** The document around every page of a customer's own account. */
import type { OwnSession } from '../../operator/own-account/own-sessions.js';
import { BareHeader, framed, Leaving, Menu } from '../view/document.js';
import type { Markup } from '../view/markup.js';
import { OWN, ownPaths } from './own-paths.js';

const BRAND = 'Company Data';

const MENU = [
  [OWN, 'Account'],
  [ownPaths.jobs, 'Jobs'],
  [ownPaths.statements, 'Statements'],
  [ownPaths.check, 'Check a statement'],
] as const;

const Header = ({ session, here }: { session: OwnSession; here: string }): Markup => (
  <header class="top own">
    <p class="brand">
      <a href={OWN}>
        {BRAND}, account {session.account}
      </a>
    </p>
    <div class="who">
      <Leaving to={`${OWN}/leave`} csrf={session.csrf} name="Leave" />
    </div>
    <Menu of={MENU} here={here} />
  </header>
);

interface Around {
  readonly title: string;
  readonly scripts?: readonly string[];
  /** Null: nobody came in. */
  readonly session: OwnSession | null;
  /** Path and query of the page itself. */
  readonly here: string;
}

export function ownDocument({ title, scripts = [], session, here }: Around, body: Markup): string {
  const header = session === null ? <BareHeader brand={BRAND} /> : <Header session={session} here={here} />;
  return framed({ title: `${title} · ${BRAND}`, scripts, header }, body);
}
