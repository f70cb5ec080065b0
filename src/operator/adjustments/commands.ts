/** The commands that adjust charges, and their outcomes. Refusals are values. */
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId, AdjustmentId } from '../../../packages/contract/src/ids.js';
import type {
  AdjustmentRefusal,
  AdjustmentWords,
  ChargesToAdjust,
} from '../../streams/adjustments/adjustments.decider.js';
import type { ChargesToReprice } from '../../streams/adjustments/repricing.decider.js';
import type { CreditTerms } from '../../streams/adjustments/credits.decider.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import type { AdjustmentsEvent } from '../../streams/adjustments/adjustments.events.js';
import { BaseCommand } from '../base-command.js';

export type AdjustmentData = AdjustmentsEvent['data'];

export type AdjustmentOutcome =
  | {
      /** `previewed`: the adjustment would be written. `unchanged`: an equal command wrote it before. */
      readonly outcome: 'recorded' | 'previewed' | 'unchanged';
      readonly adjustment: AdjustmentData;
      readonly position: Position;
    }
  | {
      /** The adjustments in `holders` took back all of these charges before. */
      readonly outcome: 'taken_back_before';
      readonly holders: readonly AdjustmentId[];
    }
  | AdjustmentRefusal;

/** `dryRun`: the command is decided, and nothing is written. */
type AdjustmentTerms = AdjustmentWords & { readonly account: AccountId; readonly dryRun: boolean };

/**
 * Takes charges back, all of them or none. `agreements`: the account's price agreements, the oldest first.
 * The event records the amounts at these prices.
 */
export class AdjustCharges extends BaseCommand<
  AdjustmentTerms & ChargesToAdjust & { readonly agreements: readonly PriceAgreement[] },
  AdjustmentOutcome
> {}

/**
 * Corrects the price of charges, all of them or none. `agreements`: as for `AdjustCharges`.
 * `billedCurrencies`: as for `GrantCredit`.
 */
export class RepriceCharges extends BaseCommand<
  AdjustmentTerms &
    ChargesToReprice & {
      readonly agreements: readonly PriceAgreement[];
      readonly billedCurrencies: ReadonlySet<string>;
    },
  AdjustmentOutcome
> {}

/** Grants a credit. `billedCurrencies`: the currencies in which the account has been billed so far. */
export class GrantCredit extends BaseCommand<
  AdjustmentTerms & CreditTerms & { readonly billedCurrencies: ReadonlySet<string> },
  AdjustmentOutcome
> {}

/** Reverses an adjustment, a repricing or a credit. The account then owes what it owed without this entry. */
export class ReverseAdjustment extends BaseCommand<
  AdjustmentTerms & { readonly reverses: AdjustmentId },
  AdjustmentOutcome
> {}
