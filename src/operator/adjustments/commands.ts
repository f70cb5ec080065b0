/** What an operator asks of charges that are not owed, and what may come of it. Refusals are values. */
import { Command } from '@nestjs/cqrs';
import type { Position } from '../../platform/event-store/event-store.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { AccountId, AdjustmentId, JobId } from '../../shared/ids.js';
import type { AdjustmentRefusal, AdjustmentWords } from '../../streams/adjustments/adjustments.decider.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import type { AdjustmentScope, AdjustmentsEvent } from '../../streams/adjustments/adjustments.events.js';
import type { EventContext } from '../../streams/envelope.js';

/** The charges of a job or of one of its rows, or those dated in a range of days (both inclusive, UTC). */
export type ChargeSelection = { readonly block: BlockKey | null } & (
  { readonly job: JobId; readonly row: number | null } | { readonly from: string; readonly to: string }
);

/** Of all charges; a reversal has none of its own. */
export const NO_SCOPE: AdjustmentScope = { job_id: null, row: null, block: null, from: null, to: null };

export const scopeOf = (what: ChargeSelection): AdjustmentScope => ({
  ...NO_SCOPE,
  block: what.block,
  ...('job' in what ? { job_id: what.job, row: what.row } : { from: what.from, to: what.to }),
});

export interface AdjustmentOrder<What> extends AdjustmentWords {
  readonly what: What;
  /** Decides and writes nothing. */
  readonly dryRun: boolean;
}

export type AdjustmentFact = AdjustmentsEvent['data'];

export type AdjustmentOutcome =
  | {
      /** `previewed`: what would be written. `unchanged`: what was written before, by a command that asked for the same. */
      readonly outcome: 'recorded' | 'previewed' | 'unchanged';
      readonly adjustment: AdjustmentFact;
      readonly position: Position;
      /** Jobs with charges in the range that are not over: their charges were left out. */
      readonly unfinished: readonly JobId[];
    }
  | {
      /** Everything asked for was taken back before, by these. */
      readonly outcome: 'taken_back_before';
      readonly by: readonly AdjustmentId[];
    }
  | (Omit<AdjustmentRefusal, 'code'> & {
      readonly code: AdjustmentRefusal['code'] | SelectionRefusalCode;
    });

export type SelectionRefusalCode = 'unknown_job' | 'unknown_row' | 'job_not_ended';

abstract class AdjustmentCommand<What> extends Command<AdjustmentOutcome> {
  constructor(
    readonly context: EventContext,
    readonly account: AccountId,
    readonly order: AdjustmentOrder<What>,
  ) {
    super();
  }
}

/** Takes charges back, whole or not at all. The billing lane must have passed what is to be found by days. */
export class AdjustCharges extends AdjustmentCommand<ChargeSelection> {
  constructor(
    context: EventContext,
    account: AccountId,
    order: AdjustmentOrder<ChargeSelection>,
    /** The account's, in the order in which they were agreed: the event says what they come to now. */
    readonly agreements: readonly PriceAgreement[],
  ) {
    super(context, account, order);
  }
}

/** Counts what an adjustment took back again. */
export class ReverseAdjustment extends AdjustmentCommand<AdjustmentId> {}
