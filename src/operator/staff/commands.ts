/** The commands that change the list of operators. Links and passwords never become events. */
import type { OperatorRole } from '../../streams/operators/operator-role.js';
import type { OperatorRefusal, OperatorsState } from '../../streams/operators/operators.decider.js';
import { BaseCommand } from '../base-command.js';

/** `state`: all operators after the command. */
export interface OperatorChanged {
  readonly outcome: 'recorded';
  readonly state: OperatorsState;
}

type OperatorAnswer = OperatorChanged | OperatorRefusal;
interface WithName {
  readonly name: string;
}

/** Admits an operator in a role, who may sign in once a password is chosen. */
export class AdmitOperator extends BaseCommand<WithName & { readonly role: OperatorRole }, OperatorChanged> {}

/** Records that a password was chosen. Of two commands for one admission, one is refused. */
export class ChoosePassword extends BaseCommand<WithName & { readonly admission: number }, OperatorAnswer> {}

/**
 * Records an issuer's identity before a session through the issuer begins. `identity`: the value in
 * `OperatorIdentified`.
 */
export class IdentifyOperator extends BaseCommand<WithName & { readonly identity: string }, OperatorAnswer> {}

/** Removes an operator, who may no longer sign in. */
export class RemoveOperator extends BaseCommand<WithName, OperatorAnswer> {}
