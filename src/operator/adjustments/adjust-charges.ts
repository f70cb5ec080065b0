/** Adjusts charges, corrects prices, grants credits, and reverses these entries. All can be previewed. */
import { priceAdjustment } from '../../billing/adjustments/adjustment-rule.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { correctedPriceOf, NO_SCOPE, reversesOf } from '../../streams/adjustments/adjustments.state.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { currenciesBy } from '../../streams/account/price-terms.js';
import type { AdjustmentWords } from '../../streams/adjustments/adjustments.decider.js';
import type { CreditTerms } from '../../streams/adjustments/credits.decider.js';
import type { AdjustmentReason, AdjustmentScope } from '../../streams/adjustments/adjustments.events.js';
import type { ChangeOrPreview } from '../accounts/change-account.js';
import { findAccount } from '../accounts/find-account.js';
import { driveLane, send, driveLanesToHead, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { sealAndSignPromise, type PromiseNoteFields } from './promise-note.js';
import { owedSteps, owedByDay, type OwedDay, type OwedStep } from './owed-amounts.js';
import { AdjustmentsModule } from './adjustments.module.js';
import { accountOfAdjustment } from './find-adjustments.js';
import type { AdjustmentData, AdjustmentOutcome } from './commands.js';
import { AdjustCharges, GrantCredit, RepriceCharges, ReverseAdjustment } from './commands.js';
import { endOfPrefix } from '../../../projections/key-parts.js';
import { USAGE_JOBS } from '../../../projections/usage/usage.document.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { ChargedBlocks } from '../../streams/adjustments/charged-blocks.js';
import { decodeJobEvent, jobStream } from '../../streams/job/job.events.js';
import { NO_JOB, evolve, isEnded, type JobState } from '../../streams/job/job.state.js';
import { decodeRowsEvents, rowsStream } from '../../streams/rows/rows.events.js';

/**
 * An adjustment as it was or would be written. Units and amounts that are taken back are negative. `promise`
 * is absent in a preview. `sides`: the amounts owed before and after the entry.
 */
export interface AdjustmentResult
  extends AdjustmentScope, Partial<PromiseNoteFields>, ChangeOrPreview<readonly OwedStep[]> {
  /** Null where nothing was left to take back. */
  readonly adjustment_id: AdjustmentId | null;
  readonly account_id: AccountId;
  readonly units: number;
  /** The corrected price; present in a repricing. */
  readonly price?: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly reason: AdjustmentReason;
  readonly note: string;
  /** The adjustment that this one reverses, or null. */
  readonly reverses: AdjustmentId | null;
  /** Units and amounts by job and by day of the charges. Jobs with equal units and amounts share an entry. */
  readonly charges: AdjustmentData['charges'];
  /** Earlier adjustments that took back other charges of the same target. */
  readonly held_by: readonly AdjustmentId[];
  /** Jobs in the range of days that have not ended. Their charges were left out. */
  readonly unfinished_jobs: readonly JobId[];
  /** The amounts for each day of the charges; only where there are several days. */
  readonly sides_by_day?: readonly OwedDay[];
}

export interface AdjustmentRequest<Target> extends AdjustmentWords {
  readonly target: Target;
  /** True for a preview: nothing is written. */
  readonly dryRun: boolean;
}

const scopeOf = (target: ChargeSelection): AdjustmentScope => ({
  ...NO_SCOPE,
  block: target.block,
  ...('job' in target ? { job_id: target.job, row: target.row } : { from: target.from, to: target.to }),
});

/** Reads the price agreements of an account, and drives the lanes that an adjustment needs. */
async function readPrices(
  operator: OperatorServices,
  account: AccountId,
): Promise<readonly PriceAgreement[]> {
  await driveLanesToHead(operator, 'access', 'billing');
  return (await findAccount(operator, account)).prices;
}

/** @throws WrongRequest where the command is refused */
export async function adjustAccountCharges(
  operator: OperatorServices,
  account: AccountId,
  { target, ...request }: AdjustmentRequest<ChargeSelection>,
): Promise<AdjustmentResult> {
  const prices = await readPrices(operator, account);
  const { charged, unfinishedJobs } = await chargesToAdjust(operator, account, target);
  const scope = scopeOf(target);
  const input = { ...request, account, scope, charged, agreements: prices };
  const outcome = await send(operator, AdjustmentsModule, new AdjustCharges(operator.context, input));
  return adjustmentResult(operator, account, { request, scope, outcome, prices, unfinishedJobs });
}

export type RepricingTarget = ChargeSelection & {
  readonly block: BlockKey;
  /** The corrected price of a unit: a decimal string. */
  readonly price: string;
};

/** Corrects the price of charges. @throws WrongRequest where the command is refused */
export async function repriceAccountCharges(
  operator: OperatorServices,
  account: AccountId,
  { target, ...request }: AdjustmentRequest<RepricingTarget>,
): Promise<AdjustmentResult> {
  const prices = await readPrices(operator, account);
  const { charged, unfinishedJobs } = await chargesToAdjust(operator, account, target);
  const { block, price } = target;
  const scope = { ...scopeOf(target), block };
  const billedCurrencies = currenciesBy(prices, dayOf(new Date()));
  const input = { ...request, account, scope, charged, price, agreements: prices, billedCurrencies };
  const outcome = await send(operator, AdjustmentsModule, new RepriceCharges(operator.context, input));
  return adjustmentResult(operator, account, { request, scope, outcome, prices, unfinishedJobs });
}

/** Grants a credit that is tied to no charge. @throws WrongRequest where the command is refused */
export async function creditAccount(
  operator: OperatorServices,
  account: AccountId,
  { target, ...request }: AdjustmentRequest<Pick<CreditTerms, 'amount' | 'currency'>>,
): Promise<AdjustmentResult> {
  const prices = await readPrices(operator, account);
  const input = { ...request, ...target, account, billedCurrencies: currenciesBy(prices, dayOf(new Date())) };
  const outcome = await send(operator, AdjustmentsModule, new GrantCredit(operator.context, input));
  return adjustmentResult(operator, account, { request, scope: NO_SCOPE, outcome, prices });
}

/** @throws WrongRequest where the command is refused */
export async function reverseAccountAdjustment(
  operator: OperatorServices,
  { target: reverses, ...request }: AdjustmentRequest<AdjustmentId>,
): Promise<AdjustmentResult> {
  await driveLanesToHead(operator, 'access');
  const account = await accountOfAdjustment(operator, reverses);
  const command = new ReverseAdjustment(operator.context, { ...request, account, reverses });
  const outcome = await send(operator, AdjustmentsModule, command);
  const { prices } = await findAccount(operator, account);
  return adjustmentResult(operator, account, { request, scope: NO_SCOPE, outcome, prices });
}

interface ResultParts {
  readonly request: Omit<AdjustmentRequest<unknown>, 'target'>;
  readonly scope: AdjustmentScope;
  readonly outcome: AdjustmentOutcome;
  readonly prices: readonly PriceAgreement[];
  readonly unfinishedJobs?: readonly JobId[];
}

async function adjustmentResult(
  operator: OperatorServices,
  account_id: AccountId,
  { request, scope, outcome, prices, unfinishedJobs = [] }: ResultParts,
): Promise<AdjustmentResult> {
  const { reason, note, dryRun } = request;
  const dryRunField = dryRun ? ({ dry_run: true } as const) : {};
  switch (outcome.outcome) {
    case 'refused':
      throw new WrongRequest(outcome.code, outcome.detail);
    case 'taken_back_before': {
      const emptyCharges = { units: 0, amount: null, currency: null, charges: [], unfinished_jobs: [] };
      const fields = { account_id, ...scope, reason, note, reverses: null, ...emptyCharges };
      return { adjustment_id: null, ...fields, held_by: outcome.holders, changed: false, ...dryRunField };
    }
    case 'recorded':
    case 'previewed':
    case 'unchanged': {
      if (!dryRun) await driveLane(operator, 'billing', outcome.position);
      const changed = outcome.outcome === 'recorded';
      const fields = adjustmentFields(priceAdjustment(outcome.adjustment, prices));
      const sides = outcome.outcome === 'previewed' ? await sidesOf(operator, { ...fields, account_id }) : {};
      const noteFields = dryRun ? {} : await sealAndSignPromise(operator, fields);
      return { ...fields, unfinished_jobs: unfinishedJobs, changed, ...sides, ...noteFields, ...dryRunField };
    }
  }
}

async function sidesOf(
  operator: OperatorServices,
  entry: Parameters<typeof owedSteps>[1],
): Promise<Pick<AdjustmentResult, 'sides' | 'sides_by_day'>> {
  const [sides, days] = [await owedSteps(operator, entry), await owedByDay(operator, entry)];
  return { sides, ...(days.length === 0 ? {} : { sides_by_day: days }) };
}

function adjustmentFields(
  adjustment: AdjustmentData,
): Omit<AdjustmentResult, 'adjustment_id' | 'unfinished_jobs' | 'changed'> &
  Pick<AdjustmentData, 'adjustment_id'> {
  const { adjustment_id, account_id, scope, units, amount, currency, reason, note, charges } = adjustment;
  const reverses = reversesOf(adjustment);
  const held_by = 'except' in adjustment ? adjustment.except : [];
  const figures = { units, amount, currency, reason, note, reverses };
  const price = correctedPriceOf(adjustment);
  const priceField = price === null ? {} : { price };
  return { adjustment_id, account_id, ...scope, ...priceField, ...figures, charges, held_by };
}

/** Selects the charges of a job or one of its rows, or those of a range of days (both inclusive, UTC). */
export type ChargeSelection = { readonly block: BlockKey | null } & (
  | { readonly job: JobId; readonly row: number | null }
  | { readonly from: string; readonly to: string }
);

/**
 * Selecting by days needs a billing lane that is up to date. @throws WrongRequest
 * @returns `unfinishedJobs`: jobs that were left out, since they may still be charged
 */
export async function chargesToAdjust(
  operator: Pick<OperatorServices, 'stores' | 'models'>,
  account: AccountId,
  selection: ChargeSelection,
) {
  const { eventStore } = operator.stores;
  const charged: ChargedBlocks[] = [];
  const unfinishedJobs: JobId[] = [];
  if ('job' in selection) {
    charged.push(await checkedChargesOf(eventStore, account, selection.job, selection.row));
    return { charged, unfinishedJobs };
  }
  // The read model names the jobs that were charged in these days. Their charges are read from the log.
  const jobs = new Set<JobId>();
  const query = { index: 'by_day', equals: [account], from: selection.from, to: endOfPrefix(selection.to) };
  for await (const { job_id } of everyFields(operator.models, USAGE_JOBS, query)) jobs.add(job_id);
  for (const job of [...jobs].sort()) {
    const state = await readJobState(eventStore, job);
    if (isEnded(state)) charged.push(await readCharges(eventStore, state.submission));
    else unfinishedJobs.push(job);
  }
  return { charged, unfinishedJobs };
}

/**
 * Checks that the account has the job and the row, and that the job has ended. Returns the charges of the
 * whole job.
 * @throws WrongRequest
 */
async function checkedChargesOf(
  log: EventStore,
  account: AccountId,
  job: JobId,
  row: number | null,
): Promise<ChargedBlocks> {
  const state = await readJobState(log, job);
  if (!('submission' in state) || state.submission.account_id !== account)
    throw new WrongRequest('unknown_job', `Account ${account} has no job ${job}.`);
  if (!isEnded(state))
    throw new WrongRequest('job_not_ended', `Job ${job} is not over yet: what it is charged may still grow.`);
  const { rows } = state.submission;
  if (row !== null && row >= rows)
    throw new WrongRequest('unknown_row', `Job ${job} has rows 0 to ${rows - 1}, no row ${row}.`);
  return readCharges(log, state.submission);
}

async function readJobState(log: EventStore, job: JobId): Promise<JobState> {
  let state = NO_JOB;
  for await (const recorded of storedEvents(log, jobStream(job)))
    state = evolve(state, decodeJobEvent(recorded));
  return state;
}

async function readCharges(
  log: EventStore,
  { job_id, rows, chunks }: Readonly<{ job_id: JobId; rows: number; chunks: readonly number[] }>,
): Promise<ChargedBlocks> {
  const charged = new ChargedBlocks(job_id, rows);
  for (const chunk of chunks.keys())
    for await (const recorded of storedEvents(log, rowsStream(job_id, chunk)))
      for (const entry of decodeRowsEvents(recorded)) charged.add(entry);
  return charged;
}
