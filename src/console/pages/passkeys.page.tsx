/** The pages of the signed-in user's passkeys: present one after the password, list, add and remove them. */
import {
  addPasskey,
  registrationOptions,
  authenticationOptions,
  passkeysOf,
  removePasskey,
  verifyPasskey,
} from '../../operator/staff/passkeys.js';
import type { Passkey } from '../../operator/staff/sign-in-records.js';
import { checkPassword } from '../../operator/staff/sign-in.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import {
  ALL_ROLES,
  get,
  headedPage,
  page,
  post,
  redirect,
  type ConsolePage,
  type PageAnswer,
  type Visit,
} from '../console-page.js';
import { localPath } from '../view/sign-in-form.js';
import type { Child, Markup } from '../view/jsx-markup.js';
import { ActForm, ForeignText, HiddenFields, Section, Time } from '../view/parts.js';
import { SIGN_IN_REFUSALS } from './sign-in.page.js';

const PATH = '/passkeys';
const PASSKEY_SCRIPT = 'passkey.mjs';
const MAX_NAME_LENGTH = 100;

interface FormParts {
  readonly to: string;
  readonly csrf: string;
  /** WebAuthn options that the browser hands to its authenticator. */
  readonly options: { readonly challenge: string };
  readonly button: string;
}

const PasskeyForm = ({ to, csrf, options, button, children }: FormParts & { children?: Child }): Markup => (
  <form method="post" action={to} class="stacked" data-passkey={JSON.stringify(options)}>
    <HiddenFields token={csrf} />
    <input type="hidden" name="challenge" value={options.challenge} />
    <input type="hidden" name="response" value="" />
    <p class="trouble" role="alert" hidden>
      The browser sent no passkey. Try again.
    </p>
    <noscript>
      <p class="trouble">Passkeys need scripts. Allow scripts for the console.</p>
    </noscript>
    {children}
    <button type="submit">{button}</button>
  </form>
);

const Password = ({ id }: { id: string }): Markup => (
  <>
    <label for={id}>Your password again</label>
    <input id={id} name="password" type="password" autocomplete="current-password" maxlength={200} required />
  </>
);

const passkeyPage: ConsolePage = {
  ...get('/sign-in/passkey', ALL_ROLES, async (visit) => {
    const { operator, session, query } = visit;
    const action = `/sign-in/passkey?to=${encodeURIComponent(localPath(query['to']))}`;
    const options = await authenticationOptions(operator, visit);
    const body = (
      <section class="door">
        <h1>Use your passkey</h1>
        <PasskeyForm to={action} csrf={session.csrf} options={options} button="Continue with a passkey" />
        <p class="soft">
          Lost all your passkeys? Ask whoever runs the service to add you again:{' '}
          <code>company-data console users add</code>.
        </p>
      </section>
    );
    return page('Use your passkey', body, { scripts: [PASSKEY_SCRIPT] });
  }),
  duringPasskeyStep: ['show'],
};

const passkeyAct: ConsolePage = {
  ...post('/sign-in/passkey', ALL_ROLES, (visit) =>
    runLogged(visit, 'sign-in', { outcome: 'in' }, async () => {
      const { id } = await verifyPasskey(visit.operator, visit, responseIn(visit));
      return { kind: 'redirect', to: localPath(visit.query['to']), session: id };
    }),
  ),
  duringPasskeyStep: ['show'],
};

const passkeysPage: ConsolePage = {
  ...get(PATH, ALL_ROLES, async (visit) => {
    const { operator, session } = visit;
    const { csrf } = session;
    const passkeys = await passkeysOf(operator, visit);
    const body = session.issuer ? (
      <p>You sign in through the issuer, which checks your second factor.</p>
    ) : operator.settings.passkeys === null ? (
      <p>Passkeys need the setting CONSOLE_URL. Ask whoever runs the service to set it.</p>
    ) : (
      <>
        <p>
          {passkeys.length === 0 ? 'You have none.' : 'You need one of them after your password.'} Add a
          second one on another device, in case you lose the first.
        </p>
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} csrf={csrf} />}
        <Section title="Add a passkey">
          <PasskeyForm
            to={`${PATH}/add`}
            csrf={csrf}
            options={await registrationOptions(operator, visit)}
            button="Add a passkey"
          >
            <label for="name">Name of the passkey</label>
            <input id="name" name="name" maxlength={MAX_NAME_LENGTH} autocomplete="off" required />
            <Password id="password" />
          </PasskeyForm>
        </Section>
      </>
    );
    return headedPage('Your passkeys', body, { scripts: [PASSKEY_SCRIPT] });
  }),
  duringPasskeyStep: ['add'],
};

const PasskeyList = ({ passkeys, csrf }: { passkeys: readonly Passkey[]; csrf: string }): Markup => (
  <ul>
    {passkeys.map(({ id, name, added_at }, index) => (
      <li key={id}>
        <ForeignText text={name} />, added <Time at={added_at} />
        <ActForm to={`${PATH}/remove`} csrf={csrf}>
          <input type="hidden" name="id" value={id} />
          <Password id={`password-${index}`} />
          <button type="submit" class="plain">
            Remove
          </button>
        </ActForm>
      </li>
    ))}
  </ul>
);

const addPasskeyAct: ConsolePage = {
  ...post(`${PATH}/add`, ALL_ROLES, (visit) => {
    const name = (visit.form['name'] ?? '').trim().slice(0, MAX_NAME_LENGTH) || 'passkey';
    return runLogged(visit, 'passkey added', { passkey: name, outcome: 'done' }, async () => {
      await requirePassword(visit);
      const { id } = await addPasskey(visit.operator, visit, { name, at: visit.now, ...responseIn(visit) });
      return { kind: 'redirect', to: PATH, session: id };
    });
  }),
  duringPasskeyStep: ['add'],
};

const removePasskeyAct = post(`${PATH}/remove`, ALL_ROLES, (visit) => {
  const id = visit.form['id'] ?? '';
  return runLogged(visit, 'passkey removed', { passkey: id, outcome: 'done' }, async () => {
    await requirePassword(visit);
    await removePasskey(visit.operator, visit, id);
    return redirect(PATH);
  });
});

const responseIn = ({ form }: Visit) => ({
  challenge: form['challenge'] ?? '',
  response: form['response'] ?? '',
});

/** Asks for the password again: nobody changes passkeys in a browser left signed in. @throws WrongRequest */
async function requirePassword({ operator, user, form, address, browserCookie, now }: Visit): Promise<void> {
  const [{ name }, { password = '' }] = [user, form];
  const request = { name, password, address, browserMark: browserCookie, at: now };
  const outcome = await checkPassword(operator, request);
  if (typeof outcome === 'string') throw new WrongRequest('password_wrong', SIGN_IN_REFUSALS[outcome].reason);
}

/** Carries the act out and logs it, done or refused, as sign-ins are logged. */
async function runLogged(
  visit: Visit,
  message: string,
  fields: object,
  act: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { log, user, address } = visit;
  const logFields = { by: 'passkey', name: user.name, address, ...fields };
  try {
    const result = await act();
    log.info(logFields, message);
    return result;
  } catch (error) {
    log.info({ ...logFields, outcome: 'refused' }, message);
    throw error;
  }
}

export const PASSKEY_PAGES = [passkeyPage, passkeyAct, passkeysPage, addPasskeyAct, removePasskeyAct];
