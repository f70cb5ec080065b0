/** Passkeys of whoever is signed in: shown after the password, listed, added and removed. */
import {
  addPasskey,
  optionsToAdd,
  optionsToShow,
  passkeysOf,
  removePasskey,
  showPasskey,
} from '../../operator/staff/passkeys.js';
import type { Passkey } from '../../operator/staff/sign-in-records.js';
import { checkPassword } from '../../operator/staff/sign-in.js';
import { WrongRequest } from '../../operator/refusal.js';
import { EVERYBODY, get, go, page, post, type Shown, type Visit } from '../page.js';
import { localPath } from '../view/door.js';
import type { Child, Markup } from '../view/markup.js';
import { Client, Csrf, Section, Time } from '../view/parts.js';
import { NOBODY_IN } from './sign-in.page.js';

const PATH = '/passkeys';
const SCRIPT = 'passkey.mjs';
const LONGEST_NAME = 100;

interface FormParts {
  readonly to: string;
  readonly csrf: string;
  /** What the browser asks its authenticator for. */
  readonly options: { readonly challenge: string };
  readonly button: string;
}

const PasskeyForm = ({ to, csrf, options, button, children }: FormParts & { children?: Child }): Markup => (
  <form method="post" action={to} class="stacked" data-passkey={JSON.stringify(options)}>
    <Csrf token={csrf} />
    <input type="hidden" name="challenge" value={options.challenge} />
    <input type="hidden" name="response" value="" />
    <p class="trouble" role="alert" hidden>
      The browser brought no passkey: try again.
    </p>
    <noscript>
      <p class="trouble">A passkey needs scripts: allow them for the console.</p>
    </noscript>
    {children}
    <button type="submit">{button}</button>
  </form>
);

const Password = ({ id }: { id: string }): Markup => (
  <>
    <label for={id}>Your password once more</label>
    <input id={id} name="password" type="password" autocomplete="current-password" maxlength={200} required />
  </>
);

export const showPage = get(
  '/sign-in/passkey',
  EVERYBODY,
  async (visit) => {
    const { operator, session, query } = visit;
    const to = `/sign-in/passkey?to=${encodeURIComponent(localPath(query['to']))}`;
    const options = await optionsToShow(operator, visit);
    const body = (
      <section class="door">
        <h1>Show your passkey</h1>
        <PasskeyForm to={to} csrf={session.csrf} options={options} button="Go on with a passkey" />
        <p class="soft">
          Lost all of them? Whoever runs the service adds you anew:{' '}
          <code>company-data console users add</code>.
        </p>
      </section>
    );
    return page('Show your passkey', body, { scripts: [SCRIPT] });
  },
  { owing: ['show'] },
);

export const showAct = post(
  '/sign-in/passkey',
  EVERYBODY,
  (visit) =>
    noted(visit, 'sign-in', { outcome: 'in' }, async () => {
      const { id } = await showPasskey(visit.operator, visit, answerIn(visit));
      return { kind: 'go', to: localPath(visit.query['to']), session: id };
    }),
  { owing: ['show'] },
);

export const passkeysPage = get(
  PATH,
  EVERYBODY,
  async (visit) => {
    const { operator, session } = visit;
    const { csrf } = session;
    const keys = await passkeysOf(operator, visit);
    const body = (
      <>
        <h1>Your passkeys</h1>
        {session.issuer ? (
          <p>You sign in through the issuer: its second factor is yours.</p>
        ) : operator.settings.passkeys === null ? (
          <p>Passkeys need CONSOLE_URL: whoever runs the service sets it.</p>
        ) : (
          <>
            <p>
              {keys.length === 0 ? 'You have none.' : 'One of them is asked for after your password.'} Add a
              second one, on another device, before you lose the first.
            </p>
            {keys.length > 0 && <Listed keys={keys} csrf={csrf} />}
            <Section title="Add a passkey">
              <PasskeyForm
                to={`${PATH}/add`}
                csrf={csrf}
                options={await optionsToAdd(operator, visit)}
                button="Add a passkey"
              >
                <label for="name">What you call it</label>
                <input id="name" name="name" maxlength={LONGEST_NAME} autocomplete="off" required />
                <Password id="password" />
              </PasskeyForm>
            </Section>
          </>
        )}
      </>
    );
    return page('Your passkeys', body, { scripts: [SCRIPT] });
  },
  { owing: ['add'] },
);

const Listed = ({ keys, csrf }: { keys: readonly Passkey[]; csrf: string }): Markup => (
  <ul>
    {keys.map(({ id, name, added_at }, index) => (
      <li key={id}>
        <Client text={name} />, added <Time at={added_at} />
        <form class="stacked" method="post" action={`${PATH}/remove`}>
          <Csrf token={csrf} />
          <input type="hidden" name="id" value={id} />
          <Password id={`password-${index}`} />
          <button type="submit" class="plain">
            Remove it
          </button>
        </form>
      </li>
    ))}
  </ul>
);

export const addPasskeyAct = post(
  `${PATH}/add`,
  EVERYBODY,
  (visit) => {
    const name = (visit.form['name'] ?? '').trim().slice(0, LONGEST_NAME) || 'passkey';
    return noted(visit, 'passkey added', { passkey: name, outcome: 'done' }, async () => {
      await mustHavePassword(visit);
      const { id } = await addPasskey(visit.operator, visit, { name, at: visit.now, ...answerIn(visit) });
      return { kind: 'go', to: PATH, session: id };
    });
  },
  { owing: ['add'] },
);

export const removePasskeyAct = post(`${PATH}/remove`, EVERYBODY, (visit) => {
  const id = visit.form['id'] ?? '';
  return noted(visit, 'passkey removed', { passkey: id, outcome: 'done' }, async () => {
    await mustHavePassword(visit);
    await removePasskey(visit.operator, visit, id);
    return go(PATH);
  });
});

const answerIn = ({ form }: Visit) => ({
  challenge: form['challenge'] ?? '',
  response: form['response'] ?? '',
});

/** Whoever finds a browser signed in changes no passkeys. @throws WrongRequest */
async function mustHavePassword({ operator, user, form, address, browser, now }: Visit): Promise<void> {
  const { name } = user;
  const found = await checkPassword(operator, {
    name,
    password: form['password'] ?? '',
    address,
    browser,
    at: now,
  });
  if (typeof found === 'string') throw new WrongRequest('password_wrong', NOBODY_IN[found].why);
}

/** A line of the log, beside those of sign-ins, whether it was done or refused. */
async function noted(visit: Visit, what: string, done: object, act: () => Promise<Shown>): Promise<Shown> {
  const { log, user, address } = visit;
  const line = { by: 'passkey', name: user.name, address, ...done };
  try {
    const shown = await act();
    log.info(line, what);
    return shown;
  } catch (error) {
    log.info({ ...line, outcome: 'refused' }, what);
    throw error;
  }
}
