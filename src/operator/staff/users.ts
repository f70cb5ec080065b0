/** Adds, lists and removes the operators who may sign in to the console. */
import { AdmitOperator, RemoveOperator } from './commands.js';
import { OperatorsModule } from './operators.module.js';
import { LINK_HOURS, signInRecords } from './sign-in-records.js';
import type { OperatorRole } from '../../streams/operators/operator-role.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedPages } from '../../../packages/platform/src/event-store/stored-events.js';
import {
  evolve,
  NO_OPERATORS,
  type AdmittedOperator,
  type OperatorsState,
} from '../../streams/operators/operators.decider.js';
import { operatorsStreams } from '../../streams/operators/operators.events.js';
import { httpUrl } from '../../../packages/platform/src/http/listening.js';
import { send, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

/** Reads who may sign in from the whole stream, which has only a few events for each operator. */
export async function readOperators(store: Pick<EventStore, 'readStream'>): Promise<OperatorsState> {
  let state = NO_OPERATORS;
  for await (const page of storedPages(store, operatorsStreams.streamOf('all')))
    state = evolve(state, page.map(operatorsStreams.decode));
  return state;
}

/**
 * Admits an operator. An existing operator gets the role and a new link, and loses password and sessions.
 * @returns `link`, with which the operator chooses a password once; it can never be shown again. `issuer`:
 * the OpenID Connect issuer through which the operator may sign in instead; null: none is set
 */
export async function addUser(services: OperatorServices, name: string, role: OperatorRole) {
  const command = new AdmitOperator(services.context, { name, role });
  const { state } = await send(services, OperatorsModule, command);
  const records = signInRecords(services);
  await records.forgetPasswordAndPasskeys(name);
  const token = await records.makeLink({ name, admission: state.admissions.get(name) ?? 0 });
  const base = await consoleAddress(services);
  const expires_at = new Date(Date.now() + LINK_HOURS * 3_600_000).toISOString();
  const issuer = services.settings.openId?.issuer ?? null;
  return { name, role, link: `${base}/welcome?link=${token}`, expires_at, issuer };
}

/** The console's URL: the setting, else the address where it last ran, else the one where it would listen. */
export const consoleAddress = async (services: OperatorServices): Promise<string> =>
  services.settings.consoleUrl ??
  (await signInRecords(services).address()) ??
  httpUrl(services.settings.consoleHost, services.settings.consolePort.port);

/** True if `consoleAddress` is a guess: no URL is set, and the console has never run. */
export const isConsoleAddressGuessed = async (services: OperatorServices): Promise<boolean> =>
  services.settings.consoleUrl === null && (await signInRecords(services).address()) === null;

export const listUsers = async ({ stores }: OperatorServices): Promise<readonly AdmittedOperator[]> =>
  [...(await readOperators(stores.eventStore)).admitted.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Removes an operator and ends all sessions of that name. */
export async function removeUser(
  services: OperatorServices,
  name: string,
): Promise<{ readonly name: string }> {
  const outcome = await send(services, OperatorsModule, new RemoveOperator(services.context, { name }));
  if (outcome.outcome === 'refused')
    throw new WrongRequest('unknown_user', `Nobody is known to the console as ${name}.`);
  await signInRecords(services).forgetPasswordAndPasskeys(name);
  return { name };
}
