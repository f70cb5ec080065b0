/** The door: a name and a password, or a link that was printed once. */
import type { Markup } from '../view/markup.js';
import {
  setPassword,
  endSession,
  admittedName,
  signIn,
  setSessionReason,
  userOfLink,
  type SignInFailure,
} from '../../operator/staff/sign-in.js';
import { passkeyStepOwed } from '../../operator/staff/passkeys.js';
import { issuerSignOutUrl } from '../../operator/staff/issuer-sign-in.js';
import { WrongRequest } from '../../operator/refusal.js';
import { Door, localPath } from '../view/door.js';
import { EVERYBODY, page, post, type OpenPage, type Shown } from '../page.js';

/** Whether somebody has the name is told to nobody. */
export const NOBODY_IN: Readonly<Record<SignInFailure, { readonly status: number; readonly why: string }>> = {
  refused: { status: 401, why: 'Name and password don’t go together.' },
  locked: {
    status: 429,
    why: 'Name and password didn’t go together ten times from here: wait for up to a quarter of an hour.',
  },
  busy: { status: 503, why: 'Too many sign in just now: try again in a minute.' },
};

export const signInPage: OpenPage = {
  method: 'GET',
  path: '/sign-in',
  roles: 'anybody',
  answer: async ({ query, issuer }) => {
    const leaving = query['left'] === 'issuer' ? await issuerSignOutUrl(issuer) : null;
    return page(
      'Sign in',
      <Door to={localPath(query['to'])} issuer={issuer?.host ?? null} leaving={leaving} />,
    );
  },
};

export const signInAct: OpenPage = {
  method: 'POST',
  path: '/sign-in',
  roles: 'anybody',
  answer: async ({ operator, form, address, browser, issuer, now, log }): Promise<Shown> => {
    const { name = '', password = '' } = form;
    const to = localPath(form['to']);
    const wish = { name: name.trim(), password, address, browser, at: now };
    const signedIn = await signIn(operator, wish);
    const owed = typeof signedIn === 'string' ? null : await passkeyStepOwed(operator, signedIn);
    const outcome = typeof signedIn === 'string' ? signedIn : owed === null ? 'in' : 'owes a passkey';
    log.info({ by: 'password', outcome, name: await admittedName(operator, wish.name), address }, 'sign-in');
    if (typeof signedIn === 'string') {
      const { status, why } = NOBODY_IN[signedIn];
      return page('Sign in', <Door to={to} issuer={issuer?.host ?? null} name={name} trouble={why} />, {
        status,
      });
    }
    return { kind: 'go', to, session: signedIn.session.id, browser: signedIn.browser };
  },
};

const Welcome = ({ name, link, wrong }: { name: string; link: string; wrong: string | null }): Markup => (
  <section class="door">
    <h1>Choose a password</h1>
    <p>
      For <strong>{name}</strong>. This link works once.
    </p>
    {wrong !== null && (
      <p class="trouble" role="alert">
        {wrong}
      </p>
    )}
    <form method="post" action="/welcome" class="stacked">
      <input type="hidden" name="link" value={link} />
      <input type="hidden" name="username" value={name} autocomplete="username" />
      <label for="password">Password, of 12 characters or more</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        minlength={12}
        maxlength={200}
        required
      />
      <label for="again">The same once more</label>
      <input
        id="again"
        name="again"
        type="password"
        autocomplete="new-password"
        minlength={12}
        maxlength={200}
        required
      />
      <button type="submit">Choose it and sign in</button>
    </form>
  </section>
);

export const welcomePage: OpenPage = {
  method: 'GET',
  path: '/welcome',
  roles: 'anybody',
  answer: async ({ operator, query }) => {
    const link = query['link'] ?? '';
    const { name } = await userOfLink(operator, link);
    return page('Choose a password', <Welcome name={name} link={link} wrong={null} />);
  },
};

export const welcomeAct: OpenPage = {
  method: 'POST',
  path: '/welcome',
  roles: 'anybody',
  answer: async ({ operator, form, address, log }): Promise<Shown> => {
    const { link = '', password = '', again = '' } = form;
    const { name } = await userOfLink(operator, link);
    const asked = (wrong: string): Shown =>
      page('Choose a password', <Welcome name={name} link={link} wrong={wrong} />, { status: 400 });
    if (password !== again) return asked('The two are not the same.');
    try {
      const { session, browser } = await setPassword(operator, link, password);
      log.info({ by: 'link', outcome: 'in', name, address }, 'sign-in');
      return { kind: 'go', to: '/', session: session.id, browser };
    } catch (error) {
      if (error instanceof WrongRequest && error.code.startsWith('password_')) return asked(error.message);
      throw error;
    }
  },
};

export const signOutAct = post(
  '/sign-out',
  EVERYBODY,
  async ({ operator, session }): Promise<Shown> => {
    await endSession(operator, session.id);
    return { kind: 'go', to: session.issuer ? '/sign-in?left=issuer' : '/sign-in', session: null };
  },
  { owing: ['show', 'add'] },
);

export const reasonAct = post('/reason', EVERYBODY, async ({ operator, session, form }) => {
  const reason = (form['reason'] ?? '').trim().slice(0, 500);
  await setSessionReason(operator, session.id, reason === '' ? null : reason);
  return { kind: 'go', to: localPath(form['back']) };
});
