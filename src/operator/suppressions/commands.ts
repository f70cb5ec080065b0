/** What an operator asks of suppressions, by hashes. Nothing is refused: values are recognised before they come here. */
import type { HashedValue } from '../../streams/suppressions/suppressions.decider.js';
import type { SuppressionsEvent } from '../../streams/suppressions/suppressions.events.js';
import { Ordered } from '../commands.js';

/** `events`: of the values that a command changed; the others were so before. */
export interface SuppressionsChanged {
  readonly outcome: 'recorded';
  readonly events: readonly SuppressionsEvent[];
}

/** No answer shows these values from now on. `secret`: the fingerprint of the one that they are hashed under. */
export class SuppressValues extends Ordered<
  { readonly values: readonly HashedValue[]; readonly secret: string },
  SuppressionsChanged
> {}

/** Answers may show the values with these hashes again. */
export class LiftSuppressions extends Ordered<{ readonly hashes: readonly string[] }, SuppressionsChanged> {}
