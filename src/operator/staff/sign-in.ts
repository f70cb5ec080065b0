/** Signs operators in to the console: a link lets them choose a password, and a password begins a session. */
import { ChoosePassword } from './commands.js';
import { readOperators } from './users.js';
import { OperatorsModule } from './operators.module.js';
import { hashPassword, verifyPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password.js';
import { signInRecords, type AdmissionRef, type Session } from './sign-in-records.js';
import { hashSecret, sameHash } from '../../access/key-secret.js';
import { newToken } from '../../../packages/platform/src/secrets/token.js';
import { networksOf, networkOfClient } from '../../../packages/platform/src/http/client-address.js';
import { LeastCrowded } from '../../../packages/platform/src/tasks/least-crowded.js';
import { operatorActor } from '../../streams/envelope.js';
import { isUnused, type AdmittedOperator } from '../../streams/operators/operators.decider.js';
import { send, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

/**
 * The number of attempts for a name from one network in a quarter of an hour. Further attempts are refused
 * without a check.
 */
export const MAX_FAILED_ATTEMPTS = 10;
/** Sign-ins that may wait for the check of their password: fewer than the console's connections. */
const MAX_WAITING = 600;
/** Checks passwords one at a time, so that a flood of sign-ins uses one core at most. */
const PASSWORD_CHECKS = new LeastCrowded(MAX_WAITING);

export interface SignedIn {
  readonly session: Session;
  readonly user: AdmittedOperator;
}

/** A sign-in by password. `browserMark`: the mark by which the console recognises this browser later. */
interface NewSession extends SignedIn {
  readonly browserMark: string;
}

async function findOperator(
  { stores }: OperatorServices,
  ref: AdmissionRef,
): Promise<AdmittedOperator | null> {
  const user = (await readOperators(stores.eventStore)).admitted.get(ref.name);
  return user?.admission === ref.admission ? user : null;
}

const unusableLinkError = (): WrongRequest =>
  new WrongRequest(
    'link_used',
    'This link was used, has expired, or a newer one was made. Whoever runs the service makes another: console users add.',
  );

/** Finds the operator of a link. @throws WrongRequest */
export async function userOfLink(services: OperatorServices, link: string): Promise<AdmittedOperator> {
  const admission = await signInRecords(services).admissionOfLink(link);
  const user = admission === null ? null : await findOperator(services, admission);
  if (user === null || !isUnused(user)) throw unusableLinkError();
  return user;
}

/** Uses the link up. The password is valid once `OperatorPasswordChosen` is recorded. @throws WrongRequest */
export async function setPassword(
  services: OperatorServices,
  link: string,
  password: string,
): Promise<NewSession> {
  const { name, admission } = await userOfLink(services, link);
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    throw new WrongRequest(
      'password_length',
      `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters: a few words that nobody else would string together.`,
    );
  const { consoleUrl, keyHashSecret } = services.settings;
  const { isGuessable } = await import('./guessable-password.js');
  if (isGuessable(password, [name, consoleUrl ?? '']))
    throw new WrongRequest(
      'password_guessable',
      'This password is easy to guess: it is a common one, a pattern, or made of your name or the service’s. Take a few words that nobody else would string together.',
    );
  const records = signInRecords(services);
  const hash = await hashPassword(password);
  if (!(await records.takeLink(link))) throw unusableLinkError();
  await records.keepPassword(name, { admission, hash });
  const context = { ...services.context, actor: operatorActor(name) };
  const outcome = await send(services, OperatorsModule, new ChoosePassword(context, { name, admission }));
  if (outcome.outcome === 'refused') throw unusableLinkError();
  const user = await findOperator(services, { name, admission });
  if (user === null) throw unusableLinkError();
  const browserMark = newBrowserMark(name, keyHashSecret);
  return { session: await records.beginSession(user), user, browserMark };
}

export interface SignInRequest {
  readonly name: string;
  readonly password: string;
  /** The client's address. */
  readonly address: string;
  /** The browser's mark of an earlier sign-in; null: none. */
  readonly browserMark: string | null;
  readonly at: Date;
}

/**
 * The reason of a failed sign-in. `refused`: the name is unknown, or the password is wrong. `locked`: too
 * many attempts for this name failed from this network or browser. `busy`: too many sign-ins wait.
 */
export type SignInFault = 'refused' | 'locked' | 'busy';

/**
 * Signs in by password. A user is not locked out by failed attempts from elsewhere. A browser in which this
 * name signed in before is checked first, and its attempts are counted apart. An unknown name is refused as
 * slowly as a wrong password.
 */
export async function signIn(
  services: OperatorServices,
  request: SignInRequest,
): Promise<NewSession | SignInFault> {
  const { keyHashSecret } = services.settings;
  const user = await checkPassword(services, request);
  if (typeof user === 'string') return user;
  const session = await signInRecords(services).beginSession(user);
  return { session, user, browserMark: newBrowserMark(user.name, keyHashSecret) };
}

/** Checks name and password. A signed-in operator proves by this check that they are still present. */
export async function checkPassword(
  services: OperatorServices,
  request: SignInRequest,
): Promise<AdmittedOperator | SignInFault> {
  const { name, password, address, at } = request;
  const browserId = browserIdOf(request.browserMark, name, services.settings.keyHashSecret);
  const records = signInRecords(services);
  const origin = browserId === null ? networkOfClient(address) : { browser: browserId };
  const attemptWindow = { subject: JSON.stringify([name, origin]), at };
  const client = { known: browserId !== null, networks: networksOf(address) };
  const outcome = await PASSWORD_CHECKS.run(client, async () => {
    if ((await records.countAttempt(attemptWindow)) > MAX_FAILED_ATTEMPTS) return 'locked';
    const user = (await readOperators(services.stores.eventStore)).admitted.get(name) ?? null;
    const passwordHash =
      user === null || user.password_chosen_at === null ? null : await records.passwordHashOf(user);
    if (!(await verifyPassword(password, passwordHash)) || user === null) return 'refused';
    await records.forgetAttempts(attemptWindow);
    return user;
  });
  return outcome ?? 'busy';
}

/** Returns the name for the log if an operator has it. Other text in that field may be a password. */
export async function loggableName({ stores }: OperatorServices, name: string): Promise<string | null> {
  return (await readOperators(stores.eventStore)).admitted.get(name)?.name ?? null;
}

/** Finds a session; null where it has ended, or its user was removed or admitted again. */
export async function sessionOf(services: OperatorServices, id: string): Promise<SignedIn | null> {
  const session = await signInRecords(services).sessionOf(id);
  const user = session === null ? null : await findOperator(services, session);
  return session === null || user === null ? null : { session, user };
}

/**
 * Makes the proof in the mark of a browser in which an operator has signed in before. The mark has a random
 * id and an HMAC of the id and the operator's name. It is no credential: it only separates a known browser's
 * failed attempts from those of password guessers.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
const proofOf = (name: string, browserId: string, secret: string): string =>
  hashSecret(JSON.stringify(['known browser', name, browserId]), secret);

/** @param secret the deployment's `KEY_HASH_SECRET` */
function newBrowserMark(name: string, secret: string): string {
  const browserId = newToken();
  return `${browserId}.${proofOf(name, browserId, secret)}`;
}

/** Returns the browser's id from a mark that was made for this name; null for any other mark. */
function browserIdOf(mark: string | null, name: string, secret: string): string | null {
  const [browserId = '', proof = ''] = (mark ?? '').split('.');
  return sameHash(proofOf(name, browserId, secret), proof) ? browserId : null;
}
