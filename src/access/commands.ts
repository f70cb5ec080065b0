/** Declares an operator's commands on accounts, keys and prices, and their outcomes. Refusals are values. */
import { Command } from '@nestjs/cqrs';
import type { EventContext } from '../streams/envelope.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, KeyEnvironment, KeyId, KeyScope } from '../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';
import type { AccessRefusal } from '../streams/account/account.decider.js';
import type { ContractAgreed, PricesAgreed } from '../streams/account/account.events.js';
import type { MonthRules } from '../streams/account/account.state.js';
import type { BudgetTerms } from '../streams/account/budget.js';
import type { MonthRuleTerms } from '../streams/account/month-rules.js';

/** Once the access lane has passed `position`, its documents show the change. */
export type AccessOutcome =
  | { readonly outcome: 'recorded' | 'unchanged'; readonly position: Position }
  | AccessRefusal;

export interface Contact {
  readonly name: string;
  readonly email: string;
}

export class OpenAccount extends Command<{ readonly account_id: AccountId; readonly position: Position }> {
  constructor(
    readonly context: EventContext,
    readonly contact: Contact,
    readonly blocks: readonly BlockKey[],
  ) {
    super();
  }
}

abstract class AccountCommand<Change, Outcome = AccessOutcome> extends Command<Outcome> {
  constructor(
    readonly context: EventContext,
    readonly account: AccountId,
    readonly change: Change,
  ) {
    super();
  }
}

export class RecordContact extends AccountCommand<Contact> {}

/** Erases the account's name and e-mail address for good. The account, its keys and its bill stay. */
export class EraseContact extends AccountCommand<{ readonly reason: string | null }> {}

export class SuspendAccount extends AccountCommand<{ readonly reason: string }> {}

export class ReinstateAccount extends AccountCommand<null> {}

export class ChangeBlocks extends AccountCommand<{
  readonly enable: readonly BlockKey[];
  readonly disable: readonly BlockKey[];
}> {}

export class ChangeOption extends AccountCommand<{
  readonly option: PremiumOption;
  readonly action: 'enable' | 'disable';
}> {}

/** A command on an agreement. Its first day is compared with the newest known time, of the clock or log. */
abstract class DatedCommand<Agreement> extends AccountCommand<Agreement> {
  /** @param newestKnownTime the newest time in the log that the caller knows of (ISO 8601, UTC) */
  constructor(
    context: EventContext,
    account: AccountId,
    change: Agreement,
    readonly newestKnownTime = '',
  ) {
    super(context, account, change);
  }
}

export type { DatedCommand };

/** An agreement that may be a preview: with `dryRun` the command only decides and writes no event. */
type MaybePreview<Agreement> = Agreement & { readonly dryRun?: boolean };

/** Sets the budget of each month from now on. An equal budget writes no event. */
export class SetBudget extends AccountCommand<MaybePreview<BudgetTerms>> {}

export class AgreePrices extends DatedCommand<MaybePreview<PricesAgreed['data']>> {}

export class AgreeContract extends DatedCommand<MaybePreview<ContractAgreed['data']>> {}

/** Withdraws the prices that begin on `from`, a future day. */
export class WithdrawPrices extends DatedCommand<
  MaybePreview<{ readonly from: string; readonly reason: string }>
> {}

/** Agrees month rules from a given month on. The reason stays in the log. */
export class AgreeMonthRules extends DatedCommand<
  MaybePreview<MonthRuleTerms & Pick<MonthRules, 'reason'>>
> {}

/** The operator's choices for a new key. Choices that were left out have the specification's defaults. */
export interface KeyRequest {
  readonly name: string;
  readonly environment: KeyEnvironment;
  readonly scopes: readonly KeyScope[];
  readonly max_rows: number | null;
  readonly requests_per_minute: number;
  readonly resolve_per_minute: number;
}

export type IssueKeyOutcome =
  | {
      readonly outcome: 'issued';
      readonly key_id: KeyId;
      /** The whole key. It is shown once and stored nowhere. */
      readonly key: string;
      readonly position: Position;
    }
  | AccessRefusal;

export class IssueKey extends AccountCommand<KeyRequest, IssueKeyOutcome> {}

export type LinkOutcome =
  | {
      readonly outcome: 'issued';
      /** The text that opens the account. It is shown once and stored nowhere. */
      readonly link: string;
      readonly expires_at: string;
      readonly position: Position;
    }
  | AccessRefusal;

/** Issues a link with which a customer sees their account in the console. It ends an earlier link. */
export class IssueAccountLink extends AccountCommand<{ readonly days: number }, LinkOutcome> {}

export class EndAccountLink extends AccountCommand<null> {}

export class RevokeKey extends AccountCommand<{ readonly keyId: KeyId; readonly reason: string }> {}
