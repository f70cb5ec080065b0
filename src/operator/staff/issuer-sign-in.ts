/** How an operator gets into the console through an OpenID Connect issuer: there, back, and in under a name that was admitted. */
import { IdentifyOperator } from './commands.js';
import { knownOperators } from './known-operators.js';
import { IssuerError, type Identity, type OpenIdIssuer } from './openid-issuer.js';
import { OperatorsModule } from './operators.module.js';
import { CROSSING_MINUTES, SignInRecords, type Tries } from './sign-in-records.js';
import { placeOf } from '../../platform/http/client-address.js';
import { operatorActor } from '../../streams/envelope.js';
import type { AdmittedOperator, OperatorRefusal } from '../../streams/operators/operators.decider.js';
import { send, type Operator } from '../operator.js';
import type { SignedIn } from './sign-in.js';

/**
 * Ways to the issuer that may be begun from one place in a quarter of an hour without anybody coming in: each is kept as long.
 * The issuer itself looks at passwords.
 */
const MOST_OF_A_PLACE = 1_000;

export interface IssuerWish {
  /** Where in the console the operator wanted to go. */
  readonly to: string;
  /** Where it is asked from. */
  readonly address: string;
  readonly at: Date;
}

/** `detail`: why nobody comes in, for whoever tried. */
export interface NotLetIn {
  readonly refused: string;
}

const recordsOf = ({ stores }: Operator): SignInRecords => new SignInRecords(stores.coordination);
const begunFrom = ({ address, at }: Pick<IssuerWish, 'address' | 'at'>): Tries => ({
  of: `issuer ${placeOf(address)}`,
  at,
});

/** @returns where the browser goes, and what it holds on its way */
export async function beginAtIssuer(
  operator: Operator,
  issuer: OpenIdIssuer,
  wish: IssuerWish,
): Promise<{ readonly url: string; readonly crossing: string } | NotLetIn> {
  const records = recordsOf(operator);
  if ((await records.countAttempt(begunFrom(wish))) > MOST_OF_A_PLACE)
    return { refused: 'That was tried too often from here: wait a quarter of an hour.' };
  try {
    const { url, crossing } = await issuer.begin(wish.to);
    return { url, crossing: await records.beginCrossing(crossing) };
  } catch (error) {
    return refusedBy(error);
  }
}

/** What the browser comes back with: what it held on its way, and what the issuer gave it. */
export interface IssuerAnswer {
  readonly crossing: string;
  readonly answer: URLSearchParams;
  readonly address: string;
  readonly at: Date;
}

export async function enterFromIssuer(
  operator: Operator,
  issuer: OpenIdIssuer,
  { crossing: token, answer, ...from }: IssuerAnswer,
): Promise<(SignedIn & { readonly to: string }) | NotLetIn> {
  const records = recordsOf(operator);
  const crossing = await records.takeCrossing(token);
  if (crossing === null)
    return {
      refused: `That sign-in was begun elsewhere, or more than ${CROSSING_MINUTES} minutes ago: try again.`,
    };
  let who: Identity;
  try {
    who = await issuer.identify(crossing, answer);
  } catch (error) {
    return refusedBy(error);
  }
  const user = await admittedAs(operator, who);
  if (user === null) return { refused: nobody(who, issuer) };
  const context = { ...operator.context, actor: operatorActor(user.name) };
  const identified = { name: user.name, identity: who.identity };
  const outcome = await send(operator, OperatorsModule, new IdentifyOperator(context, identified));
  if (outcome.outcome === 'refused') return { refused: REFUSED[outcome.code](user.name) };
  await records.forgetAttempts(begunFrom(from));
  return { session: await records.begin(user, { issuer: true }), user, to: crossing.to };
}

/** Where the session at the issuer is ended; null where it has no such place, or can't be asked now. */
export const placeToLeave = (issuer: OpenIdIssuer | null): Promise<string | null> =>
  issuer === null
    ? Promise.resolve(null)
    : issuer.leaving().catch((error: unknown) => {
        refusedBy(error);
        return null;
      });

/** The first name of the identity that somebody was admitted under. */
async function admittedAs({ stores }: Operator, { names }: Identity): Promise<AdmittedOperator | null> {
  const { admitted } = await knownOperators(stores.eventStore);
  return names.flatMap((name) => admitted.get(name) ?? []).at(0) ?? null;
}

function refusedBy(error: unknown): NotLetIn {
  if (error instanceof IssuerError) return { refused: error.message };
  throw error;
}

const LET_IN = 'Whoever runs the service lets you in: company-data console users add.';

const nobody = ({ names }: Identity, { host, naming }: OpenIdIssuer): string =>
  names.length === 0
    ? `${host} names ${naming}: nobody can be let in by it.`
    : `${host} knows you as ${names.at(0) ?? ''}; the console doesn’t. ${LET_IN}`;

const REFUSED: Readonly<Record<OperatorRefusal['code'], (name: string) => string>> = {
  unknown_operator: (name) => `${name} was removed just now. ${LET_IN}`,
  has_password: (name) =>
    `${name} signs in with a password. ${LET_IN} Adding ${name} anew ends the password.`,
  other_identity: (name) => `${name} is somebody else at the issuer. ${LET_IN}`,
  link_used: (name) => `${name} can’t come in this way. ${LET_IN}`,
};
