/** Decisions about operators. Pure; links and passwords are handled elsewhere. */
import type { OperatorRole } from './operator-role.js';
import { decided, refuse, type Decision, type Refusal } from '../decision.js';
import type { Timed } from '../envelope.js';
import type { OperatorsEvent } from './operators.events.js';

export interface AdmittedOperator {
  readonly name: string;
  readonly role: OperatorRole;
  /** Grows with every admission of the name. A new admission ends the one before. */
  readonly admission: number;
  readonly admitted_at: string;
  /** Null: the link of this admission was not used yet. */
  readonly password_chosen_at: string | null;
  /** The identity in `OperatorIdentified`; null: never signed in through the OpenID Connect issuer. */
  readonly identity: string | null;
}

export interface OperatorsState {
  /** Operators who may sign in, by name. */
  readonly admitted: ReadonlyMap<string, AdmittedOperator>;
  /** The number of times that each name was admitted; includes removed operators. */
  readonly admissions: ReadonlyMap<string, number>;
}

export const NO_OPERATORS: OperatorsState = { admitted: new Map(), admissions: new Map() };

export function evolve(state: OperatorsState, events: readonly Timed<OperatorsEvent>[]): OperatorsState {
  const admitted = new Map(state.admitted);
  const admissions = new Map(state.admissions);
  for (const { event, time } of events) {
    const { name } = event.data;
    switch (event.type) {
      case 'OperatorAdmitted':
        admissions.set(name, event.data.admission);
        admitted.set(name, { ...event.data, admitted_at: time, password_chosen_at: null, identity: null });
        break;
      case 'OperatorPasswordChosen': {
        const operator = admitted.get(name);
        if (operator !== undefined) admitted.set(name, { ...operator, password_chosen_at: time });
        break;
      }
      case 'OperatorIdentified': {
        const operator = admitted.get(name);
        if (operator !== undefined) admitted.set(name, { ...operator, identity: event.data.identity });
        break;
      }
      case 'OperatorRemoved':
        admitted.delete(name);
        break;
    }
  }
  return { admitted, admissions };
}

export type OperatorRefusal = Refusal<'unknown_operator' | 'link_used' | 'has_password' | 'other_identity'>;

/** Admits an operator. One who is admitted already gets the new role and a new link. */
export const admit = (
  state: OperatorsState,
  name: string,
  role: OperatorRole,
): Decision<OperatorsEvent, never> =>
  decided({
    type: 'OperatorAdmitted',
    data: { name, role, admission: (state.admissions.get(name) ?? 0) + 1 },
  });

/** Returns true if the admission has neither password nor identity. It may get one, never both. */
export const isUnused = ({ password_chosen_at, identity }: AdmittedOperator): boolean =>
  password_chosen_at === null && identity === null;

/** Binds an admission to the first identity that signs in under this name, and refuses any other. */
export function identify(
  { admitted }: OperatorsState,
  { name, identity }: { readonly name: string; readonly identity: string },
): Decision<OperatorsEvent, OperatorRefusal> {
  const operator = admitted.get(name);
  if (operator === undefined) return refuse('unknown_operator');
  if (operator.password_chosen_at !== null) return refuse('has_password');
  if (operator.identity === identity) return decided();
  if (operator.identity !== null) return refuse('other_identity');
  return decided({ type: 'OperatorIdentified', data: { name, admission: operator.admission, identity } });
}

/** Records that a password was chosen, once an admission: the second use of a link is refused. */
export function choosePassword(
  { admitted }: OperatorsState,
  name: string,
  admission: number,
): Decision<OperatorsEvent, OperatorRefusal> {
  const operator = admitted.get(name);
  if (operator === undefined || operator.admission !== admission || !isUnused(operator))
    return refuse('link_used');
  return decided({ type: 'OperatorPasswordChosen', data: { name, admission } });
}

export const remove = (
  { admitted }: OperatorsState,
  name: string,
): Decision<OperatorsEvent, OperatorRefusal> =>
  admitted.has(name) ? decided({ type: 'OperatorRemoved', data: { name } }) : refuse('unknown_operator');
