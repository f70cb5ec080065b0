/** Charges that are not owed: taken back, previewed first where asked for, and given again. */
import { adjustmentAt } from '../../billing/adjustments/adjustment-rule.js';
import { ADJUSTMENTS, adjustmentKey } from '../../../projections/usage/usage.document.js';
import type { AccountId, AdjustmentId, JobId } from '../../shared/ids.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import type { AdjustmentWords } from '../../streams/adjustments/adjustments.decider.js';
import type { AdjustmentReason, AdjustmentScope } from '../../streams/adjustments/adjustments.events.js';
import { findAccount } from '../accounts/find-account.js';
import { pass, send, upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { AdjustmentsModule } from './adjustments.module.js';
import { chargesToAdjust, type SelectedCharges } from './charged-jobs.js';
import { AdjustCharges, ReverseAdjustment, type AdjustmentFact, type AdjustmentOutcome } from './commands.js';

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

export interface AdjustmentWish<What> extends AdjustmentWords {
  readonly what: What;
  /** Writes nothing. */
  readonly dryRun: boolean;
}

/** Of all charges; a reversal has none of its own. */
const NO_SCOPE: AdjustmentScope = { job_id: null, row: null, block: null, from: null, to: null };

const scopeOf = (what: SelectedCharges): AdjustmentScope => ({
  ...NO_SCOPE,
  block: what.block,
  ...('job' in what ? { job_id: what.job, row: what.row } : { from: what.from, to: what.to }),
});

/** @throws WrongRequest where it is refused */
export async function adjustCharges(
  operator: Operator,
  account: AccountId,
  { what, ...wish }: AdjustmentWish<SelectedCharges>,
): Promise<AdjustmentShown> {
  await upToDate(operator, 'access', 'billing');
  const { prices } = await findAccount(operator, account);
  const { charged, unfinished } = await chargesToAdjust(operator, account, what);
  const scope = scopeOf(what);
  const order = { ...wish, account, scope, charged, agreements: prices };
  const command = new AdjustCharges(operator.context, order);
  const outcome = await send(operator, AdjustmentsModule, command);
  return shown(operator, account, { wish, scope, outcome, prices, unfinished });
}

/** @throws WrongRequest where it is refused */
export async function reverseAdjustment(
  operator: Operator,
  { what: reverses, ...wish }: AdjustmentWish<AdjustmentId>,
): Promise<AdjustmentShown> {
  await upToDate(operator, 'access', 'billing');
  const of = await operator.models.find(ADJUSTMENTS, adjustmentKey(reverses));
  if (of === undefined) throw new WrongRequest('unknown_adjustment', `There is no adjustment ${reverses}.`);
  const { account_id: account } = of;
  const command = new ReverseAdjustment(operator.context, { ...wish, account, reverses });
  const outcome = await send(operator, AdjustmentsModule, command);
  const { prices } = await findAccount(operator, account);
  return shown(operator, account, { wish, scope: NO_SCOPE, outcome, prices, unfinished: [] });
}

interface Done {
  readonly wish: Omit<AdjustmentWish<unknown>, 'what'>;
  readonly scope: AdjustmentScope;
  readonly outcome: AdjustmentOutcome;
  readonly prices: readonly PriceAgreement[];
  readonly unfinished: readonly JobId[];
}

async function shown(
  operator: Operator,
  account_id: AccountId,
  { wish, scope, outcome, prices, unfinished }: Done,
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
      const changed = outcome.outcome === 'recorded';
      const fact = factShown(adjustmentAt(outcome.adjustment, prices));
      return { ...fact, unfinished_jobs: unfinished, changed, ...dry };
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
