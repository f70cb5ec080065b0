/** Charges that are not owed: taken back, previewed first where asked for, and given again. */
import { adjustmentAt } from '../../billing/adjustments/adjustment-rule.js';
import { ADJUSTMENTS, adjustmentKey } from '../../../projections/usage/usage.document.js';
import { AdjustmentsModule } from './adjustments.module.js';
import {
  AdjustCharges,
  NO_SCOPE,
  ReverseAdjustment,
  scopeOf,
  type AdjustmentFact,
  type AdjustmentOrder,
  type AdjustmentOutcome,
  type ChargeSelection,
} from './commands.js';
import type { AccountId, AdjustmentId, JobId } from '../../shared/ids.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import type { AdjustmentReason, AdjustmentScope } from '../../streams/adjustments/adjustments.events.js';
import { findAccount } from '../accounts/find-account.js';
import { pass, send, upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';

/** An adjustment as it was written, or would be; units and amounts are negative where they are taken back. */
export interface AdjustmentShown extends AdjustmentScope {
  /** Null where nothing was left to take back. */
  readonly adjustment_id: AdjustmentId | null;
  readonly account_id: AccountId;
  readonly units: number;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly reason: AdjustmentReason;
  readonly note: string;
  /** The adjustment that this one reverses, or null. */
  readonly reverses: AdjustmentId | null;
  /** By job and day of the charges; jobs with equal figures stand together. */
  readonly charges: AdjustmentFact['charges'];
  /** Earlier adjustments that hold other charges of what was asked for. */
  readonly held_by: readonly AdjustmentId[];
  /** Jobs in the range of days that are not over: their charges were left out. */
  readonly unfinished_jobs: readonly JobId[];
  /** False where it had been done before, or was only previewed. */
  readonly changed: boolean;
  /** Where nothing was written because that was asked for. */
  readonly dry_run?: true;
}

export type SelectedCharges = ChargeSelection;
export type AdjustmentWish<What> = AdjustmentOrder<What>;

/** @throws WrongRequest where it is refused */
export async function adjustCharges(
  operator: Operator,
  account: AccountId,
  wish: AdjustmentWish<SelectedCharges>,
): Promise<AdjustmentShown> {
  await upToDate(operator, 'access', 'billing');
  const { prices } = await findAccount(operator, account);
  const command = new AdjustCharges(operator.context, account, wish, prices);
  const outcome = await send(operator, AdjustmentsModule, command);
  return shown(operator, account, { wish, scope: scopeOf(wish.what), outcome, prices });
}

/** @throws WrongRequest where it is refused */
export async function reverseAdjustment(
  operator: Operator,
  wish: AdjustmentWish<AdjustmentId>,
): Promise<AdjustmentShown> {
  await upToDate(operator, 'access', 'billing');
  const of = await operator.models.find(ADJUSTMENTS, adjustmentKey(wish.what));
  if (of === undefined) throw new WrongRequest('unknown_adjustment', `There is no adjustment ${wish.what}.`);
  const { account_id } = of;
  const outcome = await send(
    operator,
    AdjustmentsModule,
    new ReverseAdjustment(operator.context, account_id, wish),
  );
  const { prices } = await findAccount(operator, account_id);
  return shown(operator, account_id, { wish, scope: NO_SCOPE, outcome, prices });
}

interface Done {
  readonly wish: AdjustmentWish<unknown>;
  readonly scope: AdjustmentScope;
  readonly outcome: AdjustmentOutcome;
  readonly prices: readonly PriceAgreement[];
}

async function shown(
  operator: Operator,
  account_id: AccountId,
  { wish, scope, outcome, prices }: Done,
): Promise<AdjustmentShown> {
  const { reason, note, dryRun } = wish;
  const dry = dryRun ? ({ dry_run: true } as const) : {};
  switch (outcome.outcome) {
    case 'refused':
      throw new WrongRequest(outcome.code, outcome.detail);
    case 'taken_back_before': {
      const nothing = { units: 0, amount: null, currency: null, charges: [], unfinished_jobs: [] };
      const said = { account_id, ...scope, reason, note, reverses: null, ...nothing };
      return { adjustment_id: null, ...said, held_by: outcome.by, changed: false, ...dry };
    }
    case 'recorded':
    case 'previewed':
    case 'unchanged': {
      if (!dryRun) await pass(operator, 'billing', outcome.position);
      const { adjustment, unfinished } = outcome;
      const changed = outcome.outcome === 'recorded';
      return { ...factShown(adjustmentAt(adjustment, prices)), unfinished_jobs: unfinished, changed, ...dry };
    }
  }
}

function factShown(fact: AdjustmentFact): Omit<AdjustmentShown, 'unfinished_jobs' | 'changed'> {
  const { adjustment_id, account_id, scope, units, amount, currency, reason, note, charges } = fact;
  const reverses = 'reverses' in fact ? fact.reverses : null;
  const held_by = 'except' in fact ? fact.except : [];
  const figures = { units, amount, currency, reason, note, reverses };
  return { adjustment_id, account_id, ...scope, ...figures, charges, held_by };
}
