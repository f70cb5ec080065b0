/** What is asked of the list of operators. Links and passwords are no part of it: they are no facts. */
import type { OperatorRole } from '../../shared/operator-role.js';
import type { OperatorRefusal, OperatorsState } from '../../streams/operators/operators.decider.js';
import { Ordered } from '../commands.js';

/** `state`: all operators, as they are now. */
export interface OperatorChanged {
  readonly outcome: 'recorded';
  readonly state: OperatorsState;
}

type Answer = OperatorChanged | OperatorRefusal;
interface Named {
  readonly name: string;
}

/** The operator may sign in as this role, once a password is chosen. */
export class AdmitOperator extends Ordered<Named & { readonly role: OperatorRole }, OperatorChanged> {}

/** Before the password itself is kept: of two that use one link, one is refused. */
export class ChoosePassword extends Ordered<Named & { readonly admission: number }, Answer> {}

/** Before a session of somebody begins who came through the issuer. `identity`: as `OperatorIdentified` has it. */
export class IdentifyOperator extends Ordered<Named & { readonly identity: string }, Answer> {}

/** The operator may not sign in any more. */
export class RemoveOperator extends Ordered<Named, Answer> {}
