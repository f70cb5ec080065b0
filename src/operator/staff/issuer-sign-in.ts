/** Signs admitted operators in through an OpenID Connect issuer. */
import { IdentifyOperator } from './commands.js';
import { readOperators } from './users.js';
import { IssuerError, type IssuerIdentity, type OpenIdIssuer } from './openid-issuer.js';
import { OperatorsModule } from './operators.module.js';
import { ISSUER_SIGN_IN_MINUTES, signInRecords, type AttemptWindow } from './sign-in-records.js';
import { networkOfClient } from '../../../packages/platform/src/http/client-address.js';
import { operatorActor } from '../../streams/envelope.js';
import type { AdmittedOperator, OperatorRefusal } from '../../streams/operators/operators.decider.js';
import { send, type OperatorServices } from '../operator.js';
import type { SignedIn } from './sign-in.js';

/**
 * The number of sign-ins that one network may begin in a quarter of an hour without a success. Each begun
 * sign-in is stored for that time.
 */
const MAX_ATTEMPTS_PER_NETWORK = 1_000;

export interface IssuerSignInRequest {
  /** The console page that the operator wanted to see. */
  readonly to: string;
  /** The client's address. */
  readonly address: string;
  readonly at: Date;
}

/** `refusal`: a sentence for the operator that says why the sign-in failed. */
export interface SignInRefusal {
  readonly refusal: string;
}

const attemptWindowOf = ({ address, at }: Pick<IssuerSignInRequest, 'address' | 'at'>): AttemptWindow => ({
  subject: `issuer ${networkOfClient(address)}`,
  at,
});

/** @returns the issuer's URL, and the token that the browser keeps until it comes back */
export async function beginAtIssuer(
  services: OperatorServices,
  issuer: OpenIdIssuer,
  request: IssuerSignInRequest,
): Promise<{ readonly url: string; readonly token: string } | SignInRefusal> {
  const records = signInRecords(services);
  if ((await records.countAttempt(attemptWindowOf(request))) > MAX_ATTEMPTS_PER_NETWORK)
    return { refusal: 'Too many sign-ins failed from here: wait a quarter of an hour.' };
  try {
    const { url, signIn } = await issuer.beginSignIn(request.to);
    return { url, token: await records.keepIssuerSignIn(signIn) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** The request with which the browser comes back: its token, and the issuer's parameters. */
interface IssuerReturn extends Pick<IssuerSignInRequest, 'address' | 'at'> {
  readonly token: string;
  readonly issuerParameters: URLSearchParams;
}

export async function completeIssuerSignIn(
  services: OperatorServices,
  issuer: OpenIdIssuer,
  { token, issuerParameters, ...origin }: IssuerReturn,
): Promise<(SignedIn & { readonly to: string }) | SignInRefusal> {
  const records = signInRecords(services);
  const signIn = await records.takeIssuerSignIn(token);
  if (signIn === null)
    return {
      refusal: `That sign-in was begun elsewhere, or more than ${ISSUER_SIGN_IN_MINUTES} minutes ago: try again.`,
    };
  let identity: IssuerIdentity;
  try {
    identity = await issuer.identify(signIn, issuerParameters);
  } catch (error) {
    return refusalOf(error);
  }
  const user = await findAdmittedOperator(services, identity);
  if (user === null) return { refusal: notAdmittedText(identity, issuer) };
  const context = { ...services.context, actor: operatorActor(user.name) };
  const input = { name: user.name, identity: identity.identity };
  const outcome = await send(services, OperatorsModule, new IdentifyOperator(context, input));
  if (outcome.outcome === 'refused') return { refusal: REFUSAL_TEXTS[outcome.code](user.name) };
  await records.forgetAttempts(attemptWindowOf(origin));
  return { session: await records.beginSession(user, { issuer: true }), user, to: signIn.to };
}

/**
 * @returns the URL that ends the session at the issuer; null where there is no issuer, the issuer has no such
 *   URL, or it does not answer
 */
export const issuerSignOutUrl = (issuer: OpenIdIssuer | null): Promise<string | null> =>
  issuer === null
    ? Promise.resolve(null)
    : issuer.signOutUrl().catch((error: unknown) => {
        refusalOf(error);
        return null;
      });

/**
 * Finds the operator who was admitted under one of the identity's names. If several names fit, the first of
 * the identity's names decides.
 */
async function findAdmittedOperator(
  { stores }: OperatorServices,
  { names }: IssuerIdentity,
): Promise<AdmittedOperator | null> {
  const { admitted } = await readOperators(stores.eventStore);
  return names.flatMap((name) => admitted.get(name) ?? []).at(0) ?? null;
}

function refusalOf(error: unknown): SignInRefusal {
  if (error instanceof IssuerError) return { refusal: error.message };
  throw error;
}

const ADD_USER = 'Ask whoever runs the service to add you: company-data console users add.';

const notAdmittedText = ({ names }: IssuerIdentity, { host, missingNameText }: OpenIdIssuer): string =>
  names.length === 0
    ? `${host} names ${missingNameText}: nobody can sign in with it.`
    : `${host} knows you as ${names.at(0) ?? ''}; the console doesn’t. ${ADD_USER}`;

const REFUSAL_TEXTS: Readonly<Record<OperatorRefusal['code'], (name: string) => string>> = {
  unknown_operator: (name) => `${name} was removed just now. ${ADD_USER}`,
  has_password: (name) =>
    `${name} signs in with a password. ${ADD_USER} Adding ${name} anew ends the password.`,
  other_identity: (name) => `${name} is somebody else at the issuer. ${ADD_USER}`,
  link_used: (name) => `${name} can’t sign in this way. ${ADD_USER}`,
};
