/**
 * The sign-in pages: with a name and a password, or with a link that works once. Also signs out, and keeps
 * the reason that an operator gives for a session.
 */
import type { Markup } from '../view/jsx-markup.js';
import {
  setPassword,
  loggableName,
  signIn,
  userOfLink,
  type SignInFault,
} from '../../operator/staff/sign-in.js';
import { signInRecords } from '../../operator/staff/sign-in-records.js';
import { duePasskeyStep } from '../../operator/staff/passkeys.js';
import { issuerSignOutUrl } from '../../operator/staff/issuer-sign-in.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { Alert } from '../view/parts.js';
import { SignInForm, localPath } from '../view/sign-in-form.js';
import {
  ALL_ROLES,
  publicPage,
  page,
  post,
  redirect,
  type ConsolePage,
  type PageAnswer,
} from '../console-page.js';

/** Texts of refused sign-ins. None reveals whether a user of that name exists. */
export const SIGN_IN_REFUSALS: Readonly<
  Record<SignInFault, { readonly status: number; readonly reason: string }>
> = {
  refused: { status: 401, reason: 'Name or password is wrong.' },
  locked: { status: 429, reason: 'Ten sign-ins failed from here. Wait for up to 15 minutes.' },
  busy: { status: 503, reason: 'Too many people are signing in. Try again in a minute.' },
};

export const signInPage = publicPage('GET', '/sign-in', async ({ query, issuer }) => {
  const signOutUrl = query['left'] === 'issuer' ? await issuerSignOutUrl(issuer) : null;
  const places = { returnPath: localPath(query['to']), issuer: issuer?.host ?? null };
  return page('Sign in', <SignInForm {...places} issuerSignOutUrl={signOutUrl} />);
});

export const signInAct = publicPage('POST', '/sign-in', async (request) => {
  const { operator, form, address, browserCookie, issuer, now, log } = request;
  const { name: typedName = '', password = '' } = form;
  const [name, returnPath] = [typedName.trim(), localPath(form['to'])];
  const result = await signIn(operator, { name, password, address, browserMark: browserCookie, at: now });
  const logOutcome = async (outcome: string): Promise<void> =>
    log.info({ by: 'password', outcome, name: await loggableName(operator, name), address }, 'sign-in');
  if (typeof result === 'string') {
    await logOutcome(result);
    const { status, reason } = SIGN_IN_REFUSALS[result];
    const host = issuer?.host ?? null;
    const filledForm = <SignInForm returnPath={returnPath} issuer={host} name={typedName} error={reason} />;
    return page('Sign in', filledForm, { status });
  }
  await logOutcome((await duePasskeyStep(operator, result)) === null ? 'in' : 'owes a passkey');
  const { session, browserMark } = result;
  return { kind: 'redirect', to: returnPath, session: session.id, browserCookie: browserMark };
});

const NewPassword = ({ name, label }: { name: string; label: string }): Markup => (
  <>
    <label for={name}>{label}</label>
    <input
      id={name}
      name={name}
      type="password"
      autocomplete="new-password"
      minlength={12}
      maxlength={200}
      required
    />
  </>
);

const WelcomeForm = ({ name, link, error }: { name: string; link: string; error: string | null }): Markup => (
  <section class="door">
    <h1>Choose a password</h1>
    <p>
      Signing in as <strong>{name}</strong>. This link works once.
    </p>
    {error !== null && <Alert>{error}</Alert>}
    <form method="post" action="/welcome" class="stacked">
      <input type="hidden" name="link" value={link} />
      <input type="hidden" name="username" value={name} autocomplete="username" />
      <NewPassword name="password" label="Password, 12 characters or more" />
      <NewPassword name="again" label="The same password again" />
      <button type="submit">Save it and sign in</button>
    </form>
  </section>
);

export const welcomePage = publicPage('GET', '/welcome', async ({ operator, query }) => {
  const link = query['link'] ?? '';
  const { name } = await userOfLink(operator, link);
  return page('Choose a password', <WelcomeForm name={name} link={link} error={null} />);
});

export const welcomeAct = publicPage('POST', '/welcome', async ({ operator, form, address, log }) => {
  const { link = '', password = '', again: repeatedPassword = '' } = form;
  const { name } = await userOfLink(operator, link);
  const askAgain = (error: string): PageAnswer =>
    page('Choose a password', <WelcomeForm name={name} link={link} error={error} />, { status: 400 });
  if (password !== repeatedPassword) return askAgain('The two passwords differ.');
  try {
    const { session, browserMark } = await setPassword(operator, link, password);
    log.info({ by: 'link', outcome: 'in', name, address }, 'sign-in');
    return { kind: 'redirect', to: '/', session: session.id, browserCookie: browserMark };
  } catch (error) {
    if (error instanceof WrongRequest && error.code.startsWith('password_')) return askAgain(error.message);
    throw error;
  }
});

export const signOutAct: ConsolePage = {
  ...post('/sign-out', ALL_ROLES, async ({ operator, session }) => {
    await signInRecords(operator).endSession(session.id);
    return { kind: 'redirect', to: session.issuer ? '/sign-in?left=issuer' : '/sign-in', session: null };
  }),
  duringPasskeyStep: ['show', 'add'],
};

export const reasonAct = post('/reason', ALL_ROLES, async ({ operator, session, form }) => {
  const reason = (form['reason'] ?? '').trim().slice(0, 500);
  await signInRecords(operator).setReason(session.id, reason === '' ? null : reason);
  return redirect(localPath(form['back']));
});
