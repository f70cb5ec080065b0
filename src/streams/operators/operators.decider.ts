/** What may be decided about operators. Pure: links and passwords are none of its business. */
import type { OperatorRole } from '../../shared/operator-role.js';
import { decided, refuse, type Decision, type Refusal } from '../decision.js';
import type { OperatorsEvent } from './operators.events.js';

export interface AdmittedOperator {
  readonly name: string;
  readonly role: OperatorRole;
  /** Grows with every admission of the name: what an earlier one allowed has ended. */
  readonly admission: number;
  readonly admitted_at: string;
  /** Null: the link of this admission was not used yet. */
  readonly password_chosen_at: string | null;
  /** At the OpenID Connect issuer, as `OperatorIdentified` has it; null: did not come in through it. */
  readonly identity: string | null;
}

export interface OperatorsState {
  /** Those who may sign in, by name. */
  readonly admitted: ReadonlyMap<string, AdmittedOperator>;
  /** How often each name was admitted, also of those that were removed. */
  readonly admissions: ReadonlyMap<string, number>;
}

export const NO_OPERATORS: OperatorsState = { admitted: new Map(), admissions: new Map() };

export function evolve(
  state: OperatorsState,
  events: readonly { readonly event: OperatorsEvent; readonly time: string }[],
): OperatorsState {
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
        const known = admitted.get(name);
        if (known !== undefined) admitted.set(name, { ...known, password_chosen_at: time });
        break;
      }
      case 'OperatorIdentified': {
        const known = admitted.get(name);
        if (known !== undefined) admitted.set(name, { ...known, identity: event.data.identity });
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

/** Also for a name that is admitted already: the new role counts, and a new link goes with it. */
export const admit = (
  state: OperatorsState,
  name: string,
  role: OperatorRole,
): Decision<OperatorsEvent, never> =>
  decided({
    type: 'OperatorAdmitted',
    data: { name, role, admission: (state.admissions.get(name) ?? 0) + 1 },
  });

/** Whether neither a password was chosen nor anybody came in through an issuer: an admission has one way in. */
export const isUnused = ({ password_chosen_at, identity }: AdmittedOperator): boolean =>
  password_chosen_at === null && identity === null;

/** The first who comes in through the issuer under this name; afterwards nobody else does. */
export function identify(
  { admitted }: OperatorsState,
  { name, identity }: { readonly name: string; readonly identity: string },
): Decision<OperatorsEvent, OperatorRefusal> {
  const known = admitted.get(name);
  if (known === undefined) return refuse('unknown_operator');
  if (known.password_chosen_at !== null) return refuse('has_password');
  if (known.identity === identity) return decided();
  if (known.identity !== null) return refuse('other_identity');
  return decided({ type: 'OperatorIdentified', data: { name, admission: known.admission, identity } });
}

/** Once an admission: of two who use one link, one is first. */
export function choosePassword(
  { admitted }: OperatorsState,
  name: string,
  admission: number,
): Decision<OperatorsEvent, OperatorRefusal> {
  const known = admitted.get(name);
  if (known === undefined || known.admission !== admission || !isUnused(known)) return refuse('link_used');
  return decided({ type: 'OperatorPasswordChosen', data: { name, admission } });
}

export const remove = (
  { admitted }: OperatorsState,
  name: string,
): Decision<OperatorsEvent, OperatorRefusal> =>
  admitted.has(name) ? decided({ type: 'OperatorRemoved', data: { name } }) : refuse('unknown_operator');
