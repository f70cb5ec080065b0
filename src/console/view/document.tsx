/**
 * Renders the HTML around every page. For operators it shows the user, the reason for looking and the menu.
 * No page has an inline script or style.
 */
import { renderMarkup, type Child, type Markup, safeMarkup } from './jsx-markup.js';
import type { Visit } from '../console-page.js';

type MenuLink = readonly [path: string, name: string];
/** A group of links. A group with one link is a link itself. */
type MenuGroup = readonly [group: string, links: readonly MenuLink[]];

const MENU: readonly MenuGroup[] = [
  ['Jobs', [['/jobs', 'Jobs']]],
  ['Accounts', [['/accounts', 'Accounts']]],
  [
    'Bills',
    [
      ['/explain', 'Show a bill'],
      ['/adjustments/new', 'Adjust charges'],
      ['/repricings/new', 'Correct a price'],
      ['/credits/new', 'Grant a credit'],
      ['/replay', 'Compute figures again'],
    ],
  ],
  [
    'Statements',
    [
      ['/statements', 'Statements of an account'],
      ['/verify-statement', 'Check a statement'],
    ],
  ],
  [
    'Data',
    [
      ['/editions', 'Editions'],
      ['/blocks', 'Blocks'],
      ['/suppressions', 'Suppressions'],
    ],
  ],
  [
    'Service',
    [
      ['/service', 'The service now'],
      ['/invariants', 'Invariants'],
      ['/projections', 'Read models'],
    ],
  ],
];

/** The menu of a role. Support gets no links to forms that change something. */
const menuOf = (role: Visit['user']['role']): readonly MenuGroup[] =>
  MENU.map(([group, links]) => [
    group,
    links.filter(([path]) => role !== 'support' || !path.endsWith('/new')),
  ]);

/** Keeps htmx from evaluating text and writing styles, which the content security policy forbids. */
const HTMX_CONFIG = JSON.stringify({
  allowEval: false,
  allowScriptTags: false,
  includeIndicatorStyles: false,
  historyCacheSize: 0,
  selfRequestsOnly: true,
});

const BRAND = 'Company Data console';

interface PageParts {
  readonly title: string;
  readonly scripts?: readonly string[];
  /** The markup above the page. */
  readonly header: Markup;
}

/** The frame of every page, for operators, customers and strangers. */
const Frame = ({ title, scripts = [], header, children }: PageParts & { children: Child }): Markup => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="htmx-config" content={HTMX_CONFIG} />
      <title>{title}</title>
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/assets/console.css" />
      <script src="/assets/htmx.min.js" defer />
      <script src="/assets/page.mjs" type="module" />
      {scripts.map((name) => (
        <script key={name} src={`/assets/${name}`} type="module" />
      ))}
    </head>
    <body>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      {header}
      <main id="content" tabindex={-1}>
        {children}
      </main>
    </body>
  </html>
);

/** The header of pages for visitors who aren't signed in. */
export const BareHeader = ({ brand = BRAND }: { brand?: string }): Markup => (
  <header class="top bare">
    <p class="brand">{brand}</p>
  </header>
);

const MenuItem = ({ link: [path, name], url }: { link: MenuLink; url: string }): Markup => (
  <li>
    <a href={path} aria-current={url.split('?')[0] === path ? 'page' : undefined}>
      {name}
    </a>
  </li>
);

/** The menu of pages. @param url path and query of the page itself */
export const Menu = ({ groups, url }: { groups: readonly MenuGroup[]; url: string }): Markup => (
  <nav aria-label="Pages">
    <ul>
      {groups.map(([group, links]) =>
        links.length === 1 && links[0] !== undefined ? (
          <MenuItem key={group} link={links[0]} url={url} />
        ) : (
          <li key={group}>
            <details name="menu">
              <summary>{group}</summary>
              <ul>
                {links.map((link) => (
                  <MenuItem key={link[0]} link={link} url={url} />
                ))}
              </ul>
            </details>
          </li>
        ),
      )}
    </ul>
  </nav>
);

/** Renders the links beside the brand; on a narrow screen, behind a button. */
export const HeaderBody = ({ children }: { children: Child }): Markup => (
  <>
    <button type="button" class="plain menu-button" popovertarget="menu">
      Menu
    </button>
    <div id="menu" class="menu" popover="auto">
      {children}
    </div>
  </>
);

/** The button that ends a session. */
export const LeaveButton = ({ to, csrf, name }: { to: string; csrf: string; name: string }): Markup => (
  <form action={to} method="post">
    <input type="hidden" name="csrf" value={csrf} />
    <button type="submit" class="plain">
      {name}
    </button>
  </form>
);

function Header({ visit: { user, session }, url }: { visit: Pick<Visit, 'user' | 'session'>; url: string }) {
  return (
    <header class="top">
      <p class="brand">
        <a href="/">{BRAND}</a>
      </p>
      <HeaderBody>
        <form class="search" action="/search" method="get" role="search">
          <input
            type="search"
            name="q"
            aria-label="Search"
            placeholder="Job, row, charge, key, account, e-mail, company"
            maxlength={500}
            required
          />
          <button type="submit">Find</button>
        </form>
        <div class="who">
          <span>
            <a href="/passkeys">{user.name}</a> <span class="soft">({user.role})</span>
          </span>
          <LeaveButton to="/sign-out" csrf={session.csrf} name="Sign out" />
        </div>
        <Menu groups={menuOf(user.role)} url={url} />
        <form class="reason" action="/reason" method="post">
          <input type="hidden" name="csrf" value={session.csrf} />
          <input type="hidden" name="back" value={url} />
          <label for="why">Your reason for looking</label>
          <input
            id="why"
            name="reason"
            value={session.reason ?? ''}
            placeholder="A ticket, such as 4711"
            title="It is recorded with every look at a customer's data."
            maxlength={500}
          />
          <button type="submit" class="plain">
            Keep
          </button>
        </form>
      </HeaderBody>
    </header>
  );
}

/** Returns the HTML of a whole page. */
export const renderPage = (parts: PageParts, body: Markup): string =>
  `<!doctype html>${safeMarkup(renderMarkup(<Frame {...parts}>{body}</Frame>))}`;

interface OperatorPageParts extends Pick<PageParts, 'title' | 'scripts'> {
  /** The signed-in user's visit; null: nobody is signed in. */
  readonly visit: Pick<Visit, 'user' | 'session'> | null;
  /** Path and query of the page itself. */
  readonly url: string;
}

/** Returns the HTML of an operator's page. */
export function renderOperatorPage({ title, visit, url, ...parts }: OperatorPageParts, body: Markup): string {
  const header = visit === null ? <BareHeader /> : <Header visit={visit} url={url} />;
  return renderPage({ ...parts, title: `${title} · ${BRAND}`, header }, body);
}

export const renderPart = (body: Markup): string => safeMarkup(renderMarkup(body));
