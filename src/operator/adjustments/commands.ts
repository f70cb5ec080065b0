/** What an operator asks of charges that are not owed, and what may come of it. Refusals are values. */
import type { Position } from '../../platform/event-store/event-store.js';
import type { AccountId, AdjustmentId } from '../../shared/ids.js';
import type {
  AdjustmentRefusal,
  AdjustmentWords,
  ChargesToAdjust,
} from '../../streams/adjustments/adjustments.decider.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import type { AdjustmentsEvent } from '../../streams/adjustments/adjustments.events.js';
import { Ordered } from '../commands.js';

export type AdjustmentFact = AdjustmentsEvent['data'];

export type AdjustmentOutcome =
  | {
      /** `previewed`: what would be written. `unchanged`: what was written before, by a command that asked for the same. */
      readonly outcome: 'recorded' | 'previewed' | 'unchanged';
      readonly adjustment: AdjustmentFact;
      readonly position: Position;
    }
  | {
      /** Everything asked for was taken back before, by these. */
      readonly outcome: 'taken_back_before';
      readonly by: readonly AdjustmentId[];
    }
  | AdjustmentRefusal;

/** `dryRun`: decides and writes nothing. */
type Adjusting = AdjustmentWords & { readonly account: AccountId; readonly dryRun: boolean };

/**
 * Takes charges back, whole or not at all. `agreements`: the account's, in the order in which they were agreed: the event
 * says what they come to now.
 */
export class AdjustCharges extends Ordered<
  Adjusting & ChargesToAdjust & { readonly agreements: readonly PriceAgreement[] },
  AdjustmentOutcome
> {}

/** Counts what an adjustment took back again. */
export class ReverseAdjustment extends Ordered<
  Adjusting & { readonly reverses: AdjustmentId },
  AdjustmentOutcome
> {}
