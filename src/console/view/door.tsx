/** Where somebody comes in: through the issuer, where one is set, or with a name and a password. */
import { parsedUrl } from '../../shared/web-hosts/parsed-url.js';
import type { Markup } from './markup.js';

const LONGEST_PATH = 2_000;
const HERE = 'http://console';

/**
 * Where to after the sign-in: a place of this console, whatever a link says. Browsers leave out dots, tabs and line feeds
 * and turn backslashes, so only a path that the URL parser leaves as it is counts.
 */
export function localPath(path = '/'): string {
  if (!/^\/(?!\/)/.test(path) || path.length >= LONGEST_PATH) return '/';
  return parsedUrl(`${HERE}${path}`)?.href === `${HERE}${path}` ? path : '/';
}

interface DoorParts {
  readonly to: string;
  /** Its host; null: none is set. */
  readonly issuer: string | null;
  readonly name?: string;
  /** Why nobody came in. */
  readonly trouble?: string | null;
  /** Where the session at the issuer is ended too, after signing out here. */
  readonly leaving?: string | null;
}

export const Door = ({ to, issuer, name = '', trouble = null, leaving = null }: DoorParts): Markup => (
  <section class="door">
    <h1>Sign in</h1>
    {trouble !== null && (
      <p class="trouble" role="alert">
        {trouble}
      </p>
    )}
    {leaving !== null && issuer !== null && (
      <p>
        You have left the console. At {issuer} you may still be signed in:{' '}
        <a href={leaving}>sign out there too</a>.
      </p>
    )}
    {issuer !== null && (
      <p>
        <a class="button" href={`/sign-in/issuer?to=${encodeURIComponent(to)}`}>
          Sign in through {issuer}
        </a>
      </p>
    )}
    <Password to={to} name={name} />
    <p class="soft">
      Whoever runs the service lets you in: <code>company-data console users add</code> prints a link.
    </p>
  </section>
);

const Password = ({ to, name }: { readonly to: string; readonly name: string }): Markup => (
  <form method="post" action="/sign-in" class="stacked">
    <input type="hidden" name="to" value={to} />
    <label for="name">Name</label>
    <input id="name" name="name" value={name} autocomplete="username" maxlength={100} required />
    <label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      maxlength={200}
      required
    />
    <button type="submit">Sign in</button>
  </form>
);
