/**
 * Which charges of an account an operator may take back, and which adjustments reverse. Pure: charges and
 * prices are arguments. At any time at most one standing adjustment holds a block of a charge. An adjustment
 * is reversed once; then its charges can be adjusted again. A request for what is so already records nothing.
 */
import Big from 'big.js';
import { MAX_APPEND_BYTES } from '../../platform/event-store/event-store.js';
import { holdsApiKey } from '../../shared/api-key.js';
import { sortBlockKeys, type BlockKey } from '../../shared/block-key.js';
import { derivedId } from '../../shared/derived-id.js';
import { groupBy } from '../../shared/group-by.js';
import { adjustmentIdFrom, type AccountId, type AdjustmentId, type JobId } from '../../shared/ids.js';
import { decided, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import type {
  AdjustedDay,
  AdjustedJobs,
  AdjustmentReason,
  AdjustmentReversed,
  AdjustmentScope,
  AdjustmentsEvent,
  ChargeAdjusted,
} from './adjustments.events.js';
import { adjustmentsByJob, type AdjustmentsState, type StandingOrNot } from './adjustments.state.js';
import { meansBlock, type ChargedBlock, type ChargedBlocks } from './charged-blocks.js';
import { TakenCharges } from './taken-charges.js';

export type AdjustmentRefusalCode =
  | 'invalid_amount'
  | 'invalid_note'
  | 'no_prices'
  | 'not_reversible'
  | 'nothing_charged'
  | 'other_currency'
  | 'too_many_jobs'
  | 'unknown_adjustment';

export type AdjustmentRefusal = DetailedRefusal<AdjustmentRefusalCode>;
export type AdjustmentDecision = Decision<AdjustmentsEvent, AdjustmentRefusal>;

/** Why: a code, and the operator's own words. */
export interface AdjustmentWords {
  readonly reason: AdjustmentReason;
  readonly note: string;
}

export interface ChargesToAdjust extends AdjustmentWords {
  readonly account: AccountId;
  readonly scope: AdjustmentScope;
  /** All charges of every job in the scope. Each of these jobs has ended. */
  readonly charged: readonly Pick<ChargedBlocks, 'job' | 'all'>[];
}

/** The account's prices. */
export interface AdjustmentPrices {
  /** Null where no prices were ever agreed. */
  readonly currency: string | null;
  /** The exact cost of units charged on a day; null where none of them has a price. */
  readonly amountOf: (day: string, units: AdjustedDay['units']) => Big | null;
}

const MAX_NOTE = 500;
const UNWRITTEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A reversal repeats its adjustment and adds a few fields, so the limit leaves room for them. */
const MAX_EVENT_BYTES = MAX_APPEND_BYTES - 10_000;

/** Takes back the charges within the scope that no standing adjustment holds, if any are left. */
export function adjustCharges(
  state: AdjustmentsState,
  order: ChargesToAdjust,
  prices: AdjustmentPrices,
): AdjustmentDecision {
  const problem = noteProblem(order.note);
  if (problem !== null) return refuseWith('invalid_note', problem);
  const { any, left, except, undone } = chargesLeft(state, order);
  if (!any) return refuseWith('nothing_charged', `Nothing was charged to account ${order.account} there.`);
  if (left.size === 0) return decided();
  const { account: account_id, scope, reason, note } = order;
  const figures = figuresOf(left, prices);
  // With the reversed ones: an adjustment of the same charges after a reversal needs an id of its own.
  const parts = JSON.stringify([scope, except, figures, ...undone]);
  const data: ChargeAdjusted['data'] = {
    adjustment_id: adjustmentIdFrom(derivedId('ChargeAdjusted', account_id, parts)),
    account_id,
    scope,
    except,
    reason,
    note,
    ...figures,
  };
  return Buffer.byteLength(JSON.stringify(data)) > MAX_EVENT_BYTES
    ? refuseWith(
        'too_many_jobs',
        `The charges of ${left.size} jobs don't fit one adjustment, which is made whole or not at all: name fewer days or a block.`,
      )
    : decided({ type: 'ChargeAdjusted', data });
}

/** The standing adjustments of charges within the scope, in the order in which they were made. */
export const heldBy = (
  state: AdjustmentsState,
  order: Pick<ChargesToAdjust, 'scope' | 'charged'>,
): readonly AdjustmentId[] => chargesLeft(state, order).except;

/** Bills again what an adjustment or a credit took off. Records nothing where it was reversed before. */
export function reverseAdjustment(
  state: AdjustmentsState,
  order: AdjustmentWords & { readonly account: AccountId; readonly reverses: AdjustmentId },
): AdjustmentDecision {
  const { account: account_id, reverses, reason, note } = order;
  const problem = noteProblem(note);
  if (problem !== null) return refuseWith('invalid_note', problem);
  const known = state.get(reverses);
  if (known === undefined) return unknownOrReversal(state, reverses);
  if (known.reversal !== null) return decided();
  const { scope, units, currency, amount, charges } = known.made;
  const data: AdjustmentReversed['data'] = {
    adjustment_id: adjustmentIdFrom(derivedId('AdjustmentReversed', account_id, reverses)),
    account_id,
    reverses,
    scope,
    reason,
    note,
    units: 0 - units,
    currency,
    amount: opposite(amount),
    charges: charges.map(({ jobs, days }) => ({ jobs, days: days.map(oppositeDay) })),
  };
  return decided({ type: 'AdjustmentReversed', data });
}

function unknownOrReversal(state: AdjustmentsState, id: AdjustmentId): AdjustmentRefusal {
  const isReversal = [...state.values()].some(({ reversal }) => reversal?.adjustment_id === id);
  return isReversal
    ? refuseWith('not_reversible', `${id} is a reversal itself: adjust its charges again instead.`)
    : refuseWith('unknown_adjustment', `There is no adjustment ${id}.`);
}

/** What is wrong with an operator's note, or null. The note stays in the log for ever. */
export function noteProblem(note: string): string | null {
  if (note.trim() === '' || note.length > MAX_NOTE) return `A note of 1 to ${MAX_NOTE} characters is needed.`;
  if (UNWRITTEN.test(note)) return 'A note is one line, without control characters.';
  return holdsApiKey(note) ? 'The note holds an API key, which may enter no event: name it by its id.' : null;
}

type UnitsByDay = Map<string, Map<BlockKey, number>>;

interface Left {
  /** Whether anything was charged within the scope. */
  readonly any: boolean;
  /** Units that no standing adjustment holds. */
  readonly left: ReadonlyMap<JobId, UnitsByDay>;
  /** Standing adjustments of charges within the scope, in the order in which they were made. */
  readonly except: readonly AdjustmentId[];
  /** Adjustments of charges within the scope that were reversed. */
  readonly undone: readonly AdjustmentId[];
}

function chargesLeft(
  state: AdjustmentsState,
  { scope, charged }: Pick<ChargesToAdjust, 'scope' | 'charged'>,
): Left {
  const earlier = adjustmentsByJob(state, new Set(charged.map(({ job }) => job)));
  const met = new Set<AdjustmentId>();
  const left = new Map<JobId, UnitsByDay>();
  let any = false;
  for (const blocks of charged) {
    const { job } = blocks;
    const before = earlier.get(job) ?? [];
    const meant = blocks.all().filter((block) => meansBlock(scope, block));
    if (meant.length > 0) any = true;
    for (const { adjustment_id, scope: theirs } of before)
      if (meant.some((block) => meansBoth(block, scope, theirs))) met.add(adjustment_id);
    const taken = new TakenCharges<StandingOrNot>();
    for (const one of before) taken.add(one);
    const days = unitsByDay(meant, (block) => rowsLeft(block, scope, taken) * block.each);
    if (days.size > 0) left.set(job, days);
  }
  const known = [...state].filter(([id]) => met.has(id));
  const except = known.filter(([, { reversal }]) => reversal === null).map(([id]) => id);
  const undone = known.filter(([, { reversal }]) => reversal !== null).map(([id]) => id);
  return { any, left, except, undone };
}

/** Rows of a charged block that the scope includes and no standing adjustment holds. */
function rowsLeft(block: ChargedBlock, { row }: AdjustmentScope, taken: TakenCharges<StandingOrNot>): number {
  if (row !== null) return taken.takersOf({ ...block, row }).some(({ stands }) => stands) ? 0 : 1;
  const counts = taken.rowsTaken(block);
  let left = block.rows.count;
  for (const { adjustment_id, stands } of taken.all()) if (stands) left -= counts.get(adjustment_id) ?? 0;
  return left;
}

/** Whether both scopes include a row of this charged block. */
const meansBoth = (block: ChargedBlock, one: AdjustmentScope, other: AdjustmentScope): boolean =>
  meansBlock(one, block) &&
  meansBlock(other, block) &&
  (one.row === null || other.row === null || one.row === other.row);

function unitsByDay(blocks: readonly ChargedBlock[], unitsOf: (block: ChargedBlock) => number): UnitsByDay {
  const days: UnitsByDay = new Map();
  for (const charged of blocks) {
    const units = unitsOf(charged);
    if (units === 0) continue;
    const day = days.get(charged.day) ?? new Map<BlockKey, number>();
    day.set(charged.block, (day.get(charged.block) ?? 0) + units);
    days.set(charged.day, day);
  }
  return days;
}

type Figures = Pick<ChargeAdjusted['data'], 'units' | 'currency' | 'amount' | 'charges'>;

function figuresOf(left: ReadonlyMap<JobId, UnitsByDay>, prices: AdjustmentPrices): Figures {
  const alike = groupBy([...left.keys()], (job) => JSON.stringify(unitEntries(left.get(job))));
  const charges = [...alike.values()].map((jobs): AdjustedJobs => {
    const days = unitEntries(jobs[0] === undefined ? undefined : left.get(jobs[0]));
    return { jobs, days: days.map(([date, units]) => takenBack(date, units, prices)) };
  });
  let amount: Big | null = null;
  let total = 0;
  for (const { jobs, days } of charges)
    for (const day of days) {
      total += jobs.length * Object.values(day.units).reduce((sum, units) => sum + units, 0);
      if (day.amount !== null) amount = (amount ?? new Big(0)).plus(new Big(day.amount).times(jobs.length));
    }
  return { units: total, currency: prices.currency, amount: amount?.toFixed() ?? null, charges };
}

type UnitEntries = readonly (readonly [date: string, units: readonly (readonly [BlockKey, number])[]])[];

/** In the order of days, then of the catalogue, so that equal figures give equal JSON. */
const unitEntries = (days: UnitsByDay = new Map()): UnitEntries =>
  [...days].map(([date, units]) => [
    date,
    sortBlockKeys(units.keys()).map((block) => [block, units.get(block) ?? 0]),
  ]);

function takenBack(date: string, units: UnitEntries[number][1], { amountOf }: AdjustmentPrices): AdjustedDay {
  const amount = amountOf(date, Object.fromEntries(units));
  const negative = Object.fromEntries(units.map(([block, count]) => [block, -count]));
  return { date, units: negative, amount: opposite(amount?.toFixed() ?? null) };
}

const opposite = (amount: string | null): string | null =>
  amount === null ? null : new Big(0).minus(amount).toFixed();

const oppositeDay = ({ date, units, amount }: AdjustedDay): AdjustedDay => ({
  date,
  units: Object.fromEntries(Object.entries(units).map(([block, count]) => [block, -(count ?? 0)])),
  amount: opposite(amount),
});
