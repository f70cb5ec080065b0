/** What is asked of the list of operators. Links and passwords are no part of it: they are no facts. */
import { Command } from '@nestjs/cqrs';
import type { OperatorRole } from '../../shared/operator-role.js';
import type { EventContext } from '../../streams/envelope.js';
import type { OperatorRefusal } from '../../streams/operators/operators.decider.js';

export interface OperatorChanged {
  readonly outcome: 'recorded';
  /** The admission of the name that counts now, or counted until it was removed. */
  readonly admission: number;
}

/** The operator may sign in as this role, once a password is chosen. */
export class AdmitOperator extends Command<OperatorChanged> {
  constructor(
    readonly context: EventContext,
    readonly name: string,
    readonly role: OperatorRole,
  ) {
    super();
  }
}

/** Before the password itself is kept: of two that use one link, one is refused. */
export class ChoosePassword extends Command<OperatorChanged | OperatorRefusal> {
  constructor(
    readonly context: EventContext,
    readonly name: string,
    readonly admission: number,
  ) {
    super();
  }
}

/** Before a session of somebody begins who came through the issuer. */
export class IdentifyOperator extends Command<OperatorChanged | OperatorRefusal> {
  constructor(
    readonly context: EventContext,
    /** `identity`: as `OperatorIdentified` has it. */
    readonly who: { readonly name: string; readonly identity: string },
  ) {
    super();
  }
}

/** The operator may not sign in any more. */
export class RemoveOperator extends Command<OperatorChanged | OperatorRefusal> {
  constructor(
    readonly context: EventContext,
    readonly name: string,
  ) {
    super();
  }
}
