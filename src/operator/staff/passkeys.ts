/**
 * Passkeys: the second factor of operators who sign in with a password. @simplewebauthn/server checks what a browser
 * brings. At an OpenID Connect issuer the second factor is the issuer's.
 * @see https://www.w3.org/TR/webauthn-3/
 */
import { createHash } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { PasskeySettings } from '../../settings/passkey-settings.js';
import { NotDone, WrongRequest } from '../refusal.js';
import type { Operator } from '../operator.js';
import type { SignedIn } from './sign-in.js';
import { SignInRecords, type Passkey, type Session } from './sign-in-records.js';

const MOST_PASSKEYS = 20;
/** Loaded when the first passkey is asked for. */
const library = () => import('./webauthn.js');
const recordsOf = ({ stores }: Operator): SignInRecords => new SignInRecords(stores.coordination);

/** The settings of passkeys. @throws NotDone where the console has no address that they can be bound to */
function settingsOf({ settings }: Operator): PasskeySettings {
  if (settings.passkeys !== null) return settings.passkeys;
  throw new NotDone(
    'passkeys_not_set',
    'Passkeys need CONSOLE_URL: https:// with a name as host, or http://localhost. Whoever runs the service sets it.',
  );
}

export const passkeysOf = (
  operator: Operator,
  { user }: Pick<SignedIn, 'user'>,
): Promise<readonly Passkey[]> => recordsOf(operator).passkeysOf(user);

/** What the session still owes before it may act: a passkey is shown, or a first one added; null: nothing. */
export async function owedBy(operator: Operator, who: SignedIn): Promise<'show' | 'add' | null> {
  if (who.session.issuer) return null;
  const keys = await passkeysOf(operator, who);
  if (keys.length === 0) return operator.settings.passkeys?.required === true ? 'add' : null;
  return who.session.passkey === true ? null : 'show';
}

/** What the browser asks its authenticator for, to show a passkey of the user. @throws NotDone */
export async function optionsToShow(
  operator: Operator,
  who: SignedIn,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const allowCredentials = namesOf(await passkeysOf(operator, who));
  const options = await generateAuthenticationOptions({ rpID: settingsOf(operator).host, allowCredentials });
  await recordsOf(operator).keepChallenge(who.session.id, options.challenge);
  return options;
}

/** What the browser asks its authenticator for, to make a passkey. @throws NotDone */
export async function optionsToAdd(
  operator: Operator,
  who: SignedIn,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { name } = who.user;
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Company Data console',
    rpID: settingsOf(operator).host,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(createHash('sha256').update(name).digest()),
    excludeCredentials: namesOf(await passkeysOf(operator, who)),
  });
  await recordsOf(operator).keepChallenge(who.session.id, options.challenge);
  return options;
}

const namesOf = (keys: readonly Passkey[]): { id: string; transports: string[] }[] =>
  keys.map(({ id, transports }) => ({ id, transports: [...transports] }));

/** What a form brings: the challenge of its page, and what the authenticator answered, as JSON. */
interface PasskeyAnswer {
  readonly challenge: string;
  readonly response: string;
}

/** @returns the session that goes on, since one before a passkey may be known to others. @throws WrongRequest, NotDone */
export async function showPasskey(
  operator: Operator,
  who: SignedIn,
  answer: PasskeyAnswer,
): Promise<Session> {
  const response = (await takenFrom(operator, who, answer)) as AuthenticationResponseJSON;
  const kept = (await passkeysOf(operator, who)).find(({ id }) => id === response.id);
  if (kept === undefined) throw refused();
  const { host: expectedRPID, origin: expectedOrigin } = settingsOf(operator);
  const credential = {
    id: kept.id,
    publicKey: new Uint8Array(Buffer.from(kept.key, 'base64url')),
    counter: kept.counter,
  };
  const { challenge: expectedChallenge } = answer;
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: false };
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    credential,
    ...expected,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || authenticationInfo === undefined) throw refused();
  await recordsOf(operator).changePasskeys(who.user, (keys) =>
    keys.map((key) => (key.id === kept.id ? { ...key, counter: authenticationInfo.newCounter } : key)),
  );
  return withPasskey(operator, who);
}

/** @param name what the user calls it. @returns as `showPasskey`. @throws WrongRequest, NotDone */
export async function addPasskey(
  operator: Operator,
  who: SignedIn,
  { name, at, ...answer }: PasskeyAnswer & { readonly name: string; readonly at: Date },
): Promise<Session> {
  const response = (await takenFrom(operator, who, answer)) as RegistrationResponseJSON;
  const { host: expectedRPID, origin: expectedOrigin } = settingsOf(operator);
  const { challenge: expectedChallenge } = answer;
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: false };
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected }).catch(() => ({
    registrationInfo: undefined,
  }));
  if (registrationInfo === undefined) throw refused();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const key = Buffer.from(publicKey).toString('base64url');
  const made = { id, key, counter, transports, name, added_at: at.toISOString() };
  await recordsOf(operator).changePasskeys(who.user, (keys) => {
    if (keys.length >= MOST_PASSKEYS)
      throw new WrongRequest('too_many_passkeys', `${MOST_PASSKEYS} passkeys are enough: remove one first.`);
    return [...keys.filter((other) => other.id !== id), made];
  });
  return withPasskey(operator, who);
}

/** @returns its name; null where the user has no such passkey */
export async function removePasskey(operator: Operator, who: SignedIn, id: string): Promise<string | null> {
  const found = (await passkeysOf(operator, who)).find((key) => key.id === id);
  await recordsOf(operator).changePasskeys(who.user, (keys) => keys.filter((key) => key.id !== id));
  return found?.name ?? null;
}

const withPasskey = (operator: Operator, { user, session: { reason } }: SignedIn): Promise<Session> =>
  recordsOf(operator).begin(user, { passkey: true, reason });

/** Uses the challenge up, whatever the answer is worth. */
async function takenFrom(
  operator: Operator,
  { session }: SignedIn,
  { challenge, response }: PasskeyAnswer,
): Promise<{ readonly id: string }> {
  if (!(await recordsOf(operator).takeChallenge(session.id, challenge))) throw refused();
  try {
    const parsed: unknown = JSON.parse(response);
    if (typeof parsed === 'object' && parsed !== null && 'id' in parsed && typeof parsed.id === 'string')
      return { ...parsed, id: parsed.id };
  } catch {
    // Refused below: it was no JSON.
  }
  throw refused();
}

const refused = (): WrongRequest =>
  new WrongRequest(
    'passkey_refused',
    'The passkey was not taken: it is not yours here, or the page was open for too long. Open the page again.',
  );
