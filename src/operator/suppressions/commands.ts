/** The commands on suppressions. They carry hashes of valid values, so none is refused. */
import type { HashedValue, SuppressionsState } from '../../streams/suppressions/suppressions.decider.js';
import type { SuppressionsEvent } from '../../streams/suppressions/suppressions.events.js';
import { BaseCommand } from '../base-command.js';
import type { RecordedEvents } from '../stream.module.js';

/** The outcome has an event for each value that the command changed. */
export type SuppressionsChanged = RecordedEvents<SuppressionsEvent, SuppressionsState>;

/** Suppresses values in all answers from now on. `secret`: the fingerprint of the secret of their hashes. */
export class SuppressValues extends BaseCommand<
  { readonly values: readonly HashedValue[]; readonly secret: string },
  SuppressionsChanged
> {}

/** Lifts suppressions: answers may show the values with these hashes again. */
export class LiftSuppressions extends BaseCommand<
  { readonly hashes: readonly string[] },
  SuppressionsChanged
> {}
