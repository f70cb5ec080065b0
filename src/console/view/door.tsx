/** Where somebody comes in: through the issuer, where one is set, or with a name and a password. */
import type { Markup } from './markup.js';

/** Where to after the sign-in: a place of this console, whatever a link says. Browsers pass over tabs and line feeds. */
export const localPath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[^\s\p{Cc}\\]*$/u.test(path) && path.length < 2_000 ? path : '/';

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
