/** The sign-in form: through the issuer, where one is set, or with a name and a password. */
import { parsedUrl } from '../../../packages/words/src/hosts/parsed-url.js';
import type { Markup } from './jsx-markup.js';
import { Alert, ButtonLink } from './parts.js';

const MAX_PATH_LENGTH = 2_000;
const ORIGIN = 'http://console';

/**
 * Returns the path to open after the sign-in; `/` where the link's path doesn't stay in this console.
 * Browsers drop dots, tabs and line feeds and turn backslashes into slashes, so only a path that the URL
 * parser leaves unchanged is accepted.
 */
export function localPath(path = '/'): string {
  if (!/^\/(?!\/)/.test(path) || path.length >= MAX_PATH_LENGTH) return '/';
  return parsedUrl(`${ORIGIN}${path}`)?.href === `${ORIGIN}${path}` ? path : '/';
}

interface SignInParts {
  readonly returnPath: string;
  /** The issuer's host; null: none is set. */
  readonly issuer: string | null;
  readonly name?: string;
  /** The reason why the sign-in failed. */
  readonly error?: string | null;
  /** The issuer's address that ends the session there too, after signing out here. */
  readonly issuerSignOutUrl?: string | null;
}

export const SignInForm = (parts: SignInParts): Markup => {
  const { returnPath, issuer, name = '', error = null, issuerSignOutUrl: signOutUrl = null } = parts;
  return (
    <section class="door">
      <h1>Sign in</h1>
      {error !== null && <Alert>{error}</Alert>}
      {signOutUrl !== null && issuer !== null && (
        <p>
          You are signed out of the console. You may still be signed in at {issuer}:{' '}
          <a href={signOutUrl}>sign out there too</a>.
        </p>
      )}
      {issuer !== null && (
        <p>
          <ButtonLink to={`/sign-in/issuer?to=${encodeURIComponent(returnPath)}`}>
            Sign in through {issuer}
          </ButtonLink>
        </p>
      )}
      <PasswordForm to={returnPath} name={name} />
      <p class="soft">
        No access yet? Ask whoever runs the service: <code>company-data console users add</code> prints a
        link.
      </p>
    </section>
  );
};

const PasswordForm = ({ to: returnPath, name }: { readonly to: string; readonly name: string }): Markup => (
  <form method="post" action="/sign-in" class="stacked">
    <input type="hidden" name="to" value={returnPath} />
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
