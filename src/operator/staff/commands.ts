/** The commands that change the list of operators. Links and passwords never become events. */
import type { OperatorRole } from '../../streams/operators/operator-role.js';
import type { OperatorRefusal, OperatorsState } from '../../streams/operators/operators.decider.js';
import type { OperatorsEvent } from '../../streams/operators/operators.events.js';
import { BaseCommand } from '../base-command.js';
import type { RecordedEvents } from '../stream.module.js';

type OperatorChanged = RecordedEvents<OperatorsEvent, OperatorsState>;
type OperatorAnswer = OperatorChanged | OperatorRefusal;
interface WithName {
  readonly name: string;
}

/** Admits an operator in a role. The operator may sign in after choosing a password. */
export class AdmitOperator extends BaseCommand<WithName & { readonly role: OperatorRole }, OperatorChanged> {}

/** Records that a password was chosen. Of two commands for one admission the second is refused. */
export class ChoosePassword extends BaseCommand<WithName & { readonly admission: number }, OperatorAnswer> {}

/** Records the operator's identity at an issuer, before a session through this issuer begins. */
export class IdentifyOperator extends BaseCommand<WithName & { readonly identity: string }, OperatorAnswer> {}

/** Removes an operator, who may no longer sign in. */
export class RemoveOperator extends BaseCommand<WithName, OperatorAnswer> {}
