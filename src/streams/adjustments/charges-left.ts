/** The charged units within a scope that no standing adjustment holds, with their last repricings. */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import type { AdjustmentScope } from './adjustments.events.js';
import {
  adjustmentsByJob,
  correctedPriceOf,
  type AdjustmentsState,
  type StandingOrNot,
} from './adjustments.state.js';
import { meansBlock, type ChargedBlock, type ChargedBlocks } from './charged-blocks.js';
import { TakenCharges } from './taken-charges.js';

export interface NamedCharges {
  readonly scope: AdjustmentScope;
  /** All charges of every job in the scope. Each of these jobs has ended. */
  readonly charged: readonly Pick<ChargedBlocks, 'job' | 'all'>[];
}

/** Units of a block on one day. */
export interface LeftUnits {
  readonly units: number;
  /** The number of rows with a corrected price, by the repricing that gave it. */
  readonly corrected: ReadonlyMap<AdjustmentId, number>;
}

export type LeftByDay = ReadonlyMap<string, ReadonlyMap<BlockKey, LeftUnits>>;

interface Left {
  readonly any: boolean;
  /** Units that no standing adjustment holds. */
  readonly left: ReadonlyMap<JobId, LeftByDay>;
  /** Standing adjustments of charges within the scope, in the order in which they were made. */
  readonly except: readonly AdjustmentId[];
  /** Entries on charges within the scope that were reversed. */
  readonly undone: readonly AdjustmentId[];
}

export function chargesLeft(state: AdjustmentsState, { scope, charged }: NamedCharges): Left {
  const earlier = adjustmentsByJob(state, new Set(charged.map(({ job }) => job)));
  const metIds = new Set<AdjustmentId>();
  const left = new Map<JobId, LeftByDay>();
  let any = false;
  for (const blocks of charged) {
    const { job } = blocks;
    const before = earlier.get(job) ?? [];
    const meant = blocks.all().filter((block) => meansBlock(scope, block));
    if (meant.length > 0) any = true;
    for (const { adjustment_id, scope: theirs } of before)
      if (meant.some((block) => meansBoth(block, scope, theirs))) metIds.add(adjustment_id);
    const taken = new TakenCharges<StandingOrNot>();
    for (const one of before) taken.add(one);
    const days = leftByDay(meant, (block) => unitsLeft(block, scope, taken));
    if (days.size > 0) left.set(job, days);
  }
  const metEntries = [...state].filter(([id]) => metIds.has(id));
  const holding = metEntries.filter(([, { made, reversal }]) => reversal === null && isHolding(made));
  const undone = metEntries.filter(([, { reversal }]) => reversal !== null).map(([id]) => id);
  return { any, left, except: holding.map(([id]) => id), undone };
}

/** Returns true if an entry takes charges back. A repricing leaves them where they are. */
const isHolding = (made: object): boolean => correctedPriceOf(made) === null;
const holds = (one: StandingOrNot): boolean => one.stands && isHolding(one);
const corrects = (one: StandingOrNot): boolean => one.stands && !isHolding(one);

function unitsLeft(
  block: ChargedBlock,
  scope: AdjustmentScope,
  taken: TakenCharges<StandingOrNot>,
): LeftUnits {
  const corrected = new Map<AdjustmentId, number>();
  const { each, rows } = block;
  if (!taken.all().some((one) => corrects(one) && meansBlock(one.scope, block)))
    return { units: rowsLeft(block, scope, taken) * each, corrected };
  let units = 0;
  const [first, end] = scope.row === null ? [0, rows.capacity] : [scope.row, scope.row + 1];
  for (let row = first; row < end; row++) {
    const takers = rows.has(row) ? taken.takersOf({ ...block, row }) : null;
    if (takers === null || takers.some(holds)) continue;
    units += each;
    const last = takers.findLast(corrects)?.adjustment_id;
    if (last !== undefined) corrected.set(last, (corrected.get(last) ?? 0) + each);
  }
  return { units, corrected };
}

/** Rows of a charged block that the scope includes and no standing adjustment holds. */
function rowsLeft(block: ChargedBlock, { row }: AdjustmentScope, taken: TakenCharges<StandingOrNot>): number {
  if (row !== null) return taken.takersOf({ ...block, row }).some(holds) ? 0 : 1;
  const counts = taken.rowsTaken(block);
  let left = block.rows.count;
  for (const one of taken.all()) if (holds(one)) left -= counts.get(one.adjustment_id) ?? 0;
  return left;
}

/** Returns true if both scopes include a row of this charged block. */
const meansBoth = (block: ChargedBlock, one: AdjustmentScope, other: AdjustmentScope): boolean =>
  meansBlock(one, block) &&
  meansBlock(other, block) &&
  (one.row === null || other.row === null || one.row === other.row);

function leftByDay(blocks: readonly ChargedBlock[], leftOf: (block: ChargedBlock) => LeftUnits): LeftByDay {
  const days = new Map<string, Map<BlockKey, LeftUnits>>();
  for (const charged of blocks) {
    const left = leftOf(charged);
    if (left.units === 0) continue;
    const day = days.get(charged.day) ?? new Map<BlockKey, LeftUnits>();
    day.set(charged.block, together(day.get(charged.block), left));
    days.set(charged.day, day);
  }
  return days;
}

function together(before: LeftUnits | undefined, more: LeftUnits): LeftUnits {
  if (before === undefined) return more;
  const corrected = new Map(before.corrected);
  for (const [id, units] of more.corrected) corrected.set(id, (corrected.get(id) ?? 0) + units);
  return { units: before.units + more.units, corrected };
}
