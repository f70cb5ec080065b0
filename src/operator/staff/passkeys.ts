/**
 * Adds, checks and removes passkeys, the second factor of operators who sign in with a password. The package
 * @simplewebauthn/server checks the browser's answers. An OpenID Connect issuer checks second factors itself.
 * @see https://www.w3.org/TR/webauthn-3/
 */
import { createHash } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { PasskeySettings } from '../../settings/sign-in-settings.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import type { OperatorServices } from '../operator.js';
import type { SignedIn } from './sign-in.js';
import { signInRecords, type Passkey, type Session } from './sign-in-records.js';

const MAX_PASSKEYS = 20;
/** The library is loaded at the first use of a passkey. */
const loadLibrary = () => import('./webauthn.js');

/** The settings of passkeys. @throws NotDone where the console has no address to bind passkeys to */
function settingsOf({ settings }: OperatorServices): PasskeySettings {
  if (settings.passkeys !== null) return settings.passkeys;
  throw new NotDone(
    'passkeys_not_set',
    'Passkeys need CONSOLE_URL: https:// with a name as host, or http://localhost. Whoever runs the service sets it.',
  );
}

export const passkeysOf = (
  services: OperatorServices,
  { user }: Pick<SignedIn, 'user'>,
): Promise<readonly Passkey[]> => signInRecords(services).passkeysOf(user);

/** The step that a session still needs: to show a passkey, or to add the first one; null: none. */
export async function duePasskeyStep(
  services: OperatorServices,
  caller: SignedIn,
): Promise<'show' | 'add' | null> {
  if (caller.session.issuer) return null;
  const passkeys = await passkeysOf(services, caller);
  if (passkeys.length === 0) return services.settings.passkeys?.required === true ? 'add' : null;
  return caller.session.passkey === true ? null : 'show';
}

/** The options with which the browser asks its authenticator to show a passkey. @throws NotDone */
export async function authenticationOptions(
  services: OperatorServices,
  caller: SignedIn,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const allowCredentials = descriptorsOf(await passkeysOf(services, caller));
  const options = await generateAuthenticationOptions({ rpID: settingsOf(services).host, allowCredentials });
  await signInRecords(services).keepChallenge(caller.session.id, options.challenge);
  return options;
}

/** The options with which the browser asks its authenticator to make a passkey. @throws NotDone */
export async function registrationOptions(
  services: OperatorServices,
  caller: SignedIn,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { name } = caller.user;
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Company Data console',
    rpID: settingsOf(services).host,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(createHash('sha256').update(name).digest()),
    excludeCredentials: descriptorsOf(await passkeysOf(services, caller)),
  });
  await signInRecords(services).keepChallenge(caller.session.id, options.challenge);
  return options;
}

const descriptorsOf = (passkeys: readonly Passkey[]): { id: string; transports: string[] }[] =>
  passkeys.map(({ id, transports }) => ({ id, transports: [...transports] }));

/** The content of a passkey's form: the page's challenge, and the authenticator's answer as JSON. */
interface PasskeyForm {
  readonly challenge: string;
  readonly response: string;
}

/** The values that an answer must fit. @throws NotDone */
function expectationOf(services: OperatorServices, { challenge: expectedChallenge }: PasskeyForm) {
  const { host: expectedRPID, origin: expectedOrigin } = settingsOf(services);
  return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: false };
}

/** @returns a new session, since others may know the earlier session's id. @throws WrongRequest, NotDone */
export async function verifyPasskey(
  services: OperatorServices,
  caller: SignedIn,
  form: PasskeyForm,
): Promise<Session> {
  const response = (await parseAnswer(services, caller, form)) as AuthenticationResponseJSON;
  const passkey = (await passkeysOf(services, caller)).find(({ id }) => id === response.id);
  if (passkey === undefined) throw refusedPasskeyError();
  const credential = {
    id: passkey.id,
    publicKey: new Uint8Array(Buffer.from(passkey.key, 'base64url')),
    counter: passkey.counter,
  };
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verification = { response, credential, ...expectationOf(services, form) };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse(verification).catch(() => ({
    verified: false,
    authenticationInfo: undefined,
  }));
  if (!verified || authenticationInfo === undefined) throw refusedPasskeyError();
  await signInRecords(services).changePasskeys(caller.user, (passkeys) =>
    passkeys.map((other) =>
      other.id === passkey.id ? { ...other, counter: authenticationInfo.newCounter } : other,
    ),
  );
  return beginPasskeySession(services, caller);
}

/** @param name the user's name for the passkey. @returns and throws as `verifyPasskey` does */
export async function addPasskey(
  services: OperatorServices,
  caller: SignedIn,
  { name, at, ...form }: PasskeyForm & { readonly name: string; readonly at: Date },
): Promise<Session> {
  const response = (await parseAnswer(services, caller, form)) as RegistrationResponseJSON;
  const { verifyRegistrationResponse } = await loadLibrary();
  const verification = { response, ...expectationOf(services, form) };
  const { registrationInfo } = await verifyRegistrationResponse(verification).catch(() => ({
    registrationInfo: undefined,
  }));
  if (registrationInfo === undefined) throw refusedPasskeyError();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const publicKeyText = Buffer.from(publicKey).toString('base64url');
  const passkey = { id, key: publicKeyText, counter, transports, name, added_at: at.toISOString() };
  await signInRecords(services).changePasskeys(caller.user, (passkeys) => {
    if (passkeys.length >= MAX_PASSKEYS)
      throw new WrongRequest('too_many_passkeys', `${MAX_PASSKEYS} passkeys are enough: remove one first.`);
    return [...passkeys.filter((other) => other.id !== id), passkey];
  });
  return beginPasskeySession(services, caller);
}

/** Removes a passkey of the user. A missing passkey counts as removed. */
export const removePasskey = (services: OperatorServices, { user }: SignedIn, id: string): Promise<void> =>
  signInRecords(services).changePasskeys(user, (passkeys) => passkeys.filter((passkey) => passkey.id !== id));

const beginPasskeySession = (
  services: OperatorServices,
  { user, session: { reason } }: SignedIn,
): Promise<Session> => signInRecords(services).beginSession(user, { passkey: true, reason });

/** Parses an answer. Its challenge can't be used again, even if the answer is refused. */
async function parseAnswer(
  services: OperatorServices,
  { session }: SignedIn,
  { challenge, response }: PasskeyForm,
): Promise<{ readonly id: string }> {
  if (!(await signInRecords(services).takeChallenge(session.id, challenge))) throw refusedPasskeyError();
  try {
    const parsed: unknown = JSON.parse(response);
    if (typeof parsed === 'object' && parsed !== null && 'id' in parsed && typeof parsed.id === 'string')
      return { ...parsed, id: parsed.id };
  } catch {
    // Text that is no JSON is refused below.
  }
  throw refusedPasskeyError();
}

const refusedPasskeyError = (): WrongRequest =>
  new WrongRequest(
    'passkey_refused',
    'The passkey was not taken: it is not yours here, or the page was open for too long. Open the page again.',
  );
