/** What an operator asks of suppressions. Nothing is refused: values are recognised before they come here. */
import { Command } from '@nestjs/cqrs';
import type { EventContext } from '../../streams/envelope.js';
import type { HashedValue } from '../../streams/suppressions/suppressions.decider.js';
import type { SuppressibleValue } from '../../shared/suppression/value.js';

/** The hashes that a command changed; the others were so before. */
export interface SuppressionsChanged {
  readonly outcome: 'recorded';
  readonly changed: readonly HashedValue[];
}

/** No answer shows these values from now on. */
export class SuppressValues extends Command<SuppressionsChanged> {
  constructor(
    readonly context: EventContext,
    readonly values: readonly SuppressibleValue[],
  ) {
    super();
  }
}

/** Answers may show the values with these hashes again. */
export class LiftSuppressions extends Command<SuppressionsChanged> {
  constructor(
    readonly context: EventContext,
    readonly hashes: readonly string[],
  ) {
    super();
  }
}
