/** How an operator gets into the console: a link chooses a password, a password begins a session, a session says who acts. */
import { ChoosePassword } from './commands.js';
import { knownOperators } from './known-operators.js';
import { OperatorsModule } from './operators.module.js';
import { hashPassword, isPassword, LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password.js';
import { browserIn, newBrowserMark } from './known-browser.js';
import { SignInRecords, type Admission, type Session } from './sign-in-records.js';
import { networksOf, placeOf } from '../../platform/http/client-address.js';
import { LeastCrowded } from '../../platform/tasks/least-crowded.js';
import { operatorActor } from '../../streams/envelope.js';
import { isUnused, type AdmittedOperator } from '../../streams/operators/operators.decider.js';
import { send, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';

/** Wrong passwords for a name from one place in a quarter of an hour; then none from there is looked at for that name. */
export const MOST_WRONG = 10;
/** Sign-ins that wait for their password to be checked; fewer than the connections that the console holds. */
const MOST_WAITING = 600;
/** Passwords are checked one by one, so that a flood of them uses one core at most. */
const CHECKS = new LeastCrowded(MOST_WAITING);

export interface SignedIn {
  readonly session: Session;
  readonly user: AdmittedOperator;
}

/** Somebody who came in by a password. `browser`: the mark by which the console knows this browser again. */
interface CameIn extends SignedIn {
  readonly browser: string;
}

const recordsOf = ({ stores }: Operator): SignInRecords => new SignInRecords(stores.coordination);

async function admitted({ stores }: Operator, of: Admission): Promise<AdmittedOperator | null> {
  const user = (await knownOperators(stores.eventStore)).admitted.get(of.name);
  return user?.admission === of.admission ? user : null;
}

const linkUsed = (): WrongRequest =>
  new WrongRequest(
    'link_used',
    'This link was used, has expired, or a newer one was made. Whoever runs the service makes another: console users add.',
  );

/** Whose link it is. @throws WrongRequest */
export async function userOfLink(operator: Operator, link: string): Promise<AdmittedOperator> {
  const of = await recordsOf(operator).linkOf(link);
  const user = of === null ? null : await admitted(operator, of);
  if (user === null || !isUnused(user)) throw linkUsed();
  return user;
}

/** Uses the link up. What was chosen counts once its fact stands. @throws WrongRequest */
export async function choosePassword(operator: Operator, link: string, password: string): Promise<CameIn> {
  const { name, admission } = await userOfLink(operator, link);
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD)
    throw new WrongRequest(
      'password_length',
      `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters: a few words that nobody else would string together.`,
    );
  const { consoleUrl, keyHashSecret } = operator.settings;
  const { isGuessable } = await import('./guessable.js');
  if (isGuessable(password, [name, consoleUrl ?? '']))
    throw new WrongRequest(
      'password_guessable',
      'This password is easy to guess: it is a common one, a pattern, or made of your name or the service’s. Take a few words that nobody else would string together.',
    );
  const records = recordsOf(operator);
  const hash = await hashPassword(password);
  if (!(await records.takeLink(link))) throw linkUsed();
  await records.keepPassword(name, { admission, hash });
  const context = { ...operator.context, actor: operatorActor(name) };
  const outcome = await send(operator, OperatorsModule, new ChoosePassword(context, { name, admission }));
  if (outcome.outcome === 'refused') throw linkUsed();
  const user = await admitted(operator, { name, admission });
  if (user === null) throw linkUsed();
  const browser = newBrowserMark(name, keyHashSecret);
  return { session: await records.begin(user), user, browser };
}

export interface SignInWish {
  readonly name: string;
  readonly password: string;
  /** Where it is asked from. */
  readonly address: string;
  /** The mark that the browser brings from an earlier sign-in; null: none. */
  readonly browser: string | null;
  readonly at: Date;
}

/**
 * Why nobody came in: name and password don't go together (whether or not somebody has the name), they too often
 * didn't from there, or too many wait.
 */
export type NobodyIn = 'refused' | 'locked' | 'busy';

/**
 * What others try, under any name or from elsewhere, keeps nobody out. A browser from which the name came in before
 * goes first and has its own count of wrong passwords. A refusal takes as long whether or not somebody has the name.
 */
export async function signIn(operator: Operator, wish: SignInWish): Promise<CameIn | NobodyIn> {
  const { keyHashSecret } = operator.settings;
  const user = await whoHas(operator, wish);
  if (typeof user === 'string') return user;
  const session = await recordsOf(operator).begin(user);
  return { session, user, browser: newBrowserMark(user.name, keyHashSecret) };
}

/** Whose name and password these are; for whoever is signed in already, the proof that they are still there. */
export async function whoHas(operator: Operator, wish: SignInWish): Promise<AdmittedOperator | NobodyIn> {
  const { name, password, address, at } = wish;
  const browser = browserIn(wish.browser, name, operator.settings.keyHashSecret);
  const records = recordsOf(operator);
  const tries = { of: JSON.stringify(browser === null ? [name, placeOf(address)] : [name, { browser }]), at };
  const from = { known: browser !== null, networks: networksOf(address) };
  const checked = await CHECKS.run(from, async () => {
    if ((await records.countAttempt(tries)) > MOST_WRONG) return 'locked';
    const user = (await knownOperators(operator.stores.eventStore)).admitted.get(name) ?? null;
    const chosen = user === null || user.password_chosen_at === null ? null : await records.passwordOf(user);
    if (!(await isPassword(password, chosen)) || user === null) return 'refused';
    await records.forgetAttempts(tries);
    return user;
  });
  return checked ?? 'busy';
}

/** The name, where somebody is admitted by it: what else is written there may be a password. For the log. */
export async function knownName({ stores }: Operator, name: string): Promise<string | null> {
  return (await knownOperators(stores.eventStore)).admitted.get(name)?.name ?? null;
}

/** Null where it has ended, or its user was removed or admitted anew. */
export async function sessionOf(operator: Operator, id: string): Promise<SignedIn | null> {
  const session = await recordsOf(operator).sessionOf(id);
  const user = session === null ? null : await admitted(operator, session);
  return session === null || user === null ? null : { session, user };
}

export const endSession = (operator: Operator, id: string): Promise<void> => recordsOf(operator).end(id);

export const tellReason = (operator: Operator, id: string, reason: string | null): Promise<void> =>
  recordsOf(operator).tellReason(id, reason);

/** For the links that `console users add` prints. */
export const tellAddress = (operator: Pick<Operator, 'stores'>, url: string): Promise<void> =>
  new SignInRecords(operator.stores.coordination).tellAddress(url);

/**
 * Where a form of the console led that was sent. Null: it was not carried out, or its process ended before it could keep
 * where it led.
 */
export const formLedTo = (operator: Operator, { id }: Session, form: string): Promise<string | null> =>
  recordsOf(operator).formLedTo(id, form);

export const keepWhereFormLed = (
  operator: Operator,
  { session, form, to }: { readonly session: Session; readonly form: string; readonly to: string },
): Promise<void> => recordsOf(operator).keepWhereFormLed(session.id, form, to);
