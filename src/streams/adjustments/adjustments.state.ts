/** The adjustments of an account so far: the fold of its stream. Pure. */
import type { AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import type {
  AdjustmentScope,
  AdjustmentsEvent,
  ChargeAdjusted,
  ChargesRepriced,
  CreditGranted,
} from './adjustments.events.js';

/** An adjustment, a repricing or a credit, and the reversal that undid it; null where it counts. */
export interface MadeAdjustment {
  readonly made: ChargeAdjusted['data'] | ChargesRepriced['data'] | CreditGranted['data'];
  readonly reversal: Extract<AdjustmentsEvent, { type: 'AdjustmentReversed' }>['data'] | null;
}

/** The adjustments, in the order in which they were made. */
export type AdjustmentsState = ReadonlyMap<AdjustmentId, MadeAdjustment>;

export const NOTHING_ADJUSTED: AdjustmentsState = new Map();

/** Returns the state after these events. One that can't follow the state changes nothing. */
export function evolve(state: AdjustmentsState, events: Iterable<AdjustmentsEvent>): AdjustmentsState {
  const next = new Map(state);
  for (const { type, data } of events) {
    if (type !== 'AdjustmentReversed') {
      if (!next.has(data.adjustment_id)) next.set(data.adjustment_id, { made: data, reversal: null });
      continue;
    }
    const reversed = next.get(data.reverses);
    if (reversed?.reversal === null) next.set(data.reverses, { ...reversed, reversal: data });
  }
  return next;
}

/** An adjustment or a repricing, and whether it counts: no reversal undid it. */
export type StandingOrNot = (ChargeAdjusted['data'] | ChargesRepriced['data']) & {
  readonly stands: boolean;
};

/** Returns the corrected price of a repricing; null for an adjustment, which takes charges back. */
export const correctedPriceOf = (made: object): string | null =>
  'price' in made && typeof made.price === 'string' ? made.price : null;

/** Finds the last standing entry of exactly this scope. @param price of a repricing; else null */
export function standingIn(
  state: AdjustmentsState,
  scope: AdjustmentScope,
  price: string | null,
): MadeAdjustment['made'] | undefined {
  const text = JSON.stringify(scope);
  return [...state.values()].findLast(
    ({ made, reversal }) =>
      reversal === null && correctedPriceOf(made) === price && JSON.stringify(made.scope) === text,
  )?.made;
}

/** Returns the newest standing entry that stands on units of this repricing. */
export const standingOn = (state: AdjustmentsState, id: AdjustmentId): MadeAdjustment | undefined =>
  [...state.values()].findLast(
    ({ made, reversal }) =>
      reversal === null &&
      made.charges.some(({ days }) => days.some(({ corrected }) => corrected?.some(({ by }) => by === id))),
  );

/** Returns the adjustments and repricings that name each of these jobs. */
export function adjustmentsByJob(
  state: AdjustmentsState,
  jobs: ReadonlySet<JobId>,
): ReadonlyMap<JobId, readonly StandingOrNot[]> {
  const byJob = new Map<JobId, StandingOrNot[]>();
  for (const { made, reversal } of state.values()) {
    if (!('except' in made)) continue;
    for (const group of made.charges)
      for (const job of group.jobs) {
        if (!jobs.has(job)) continue;
        const adjustments = byJob.get(job) ?? [];
        byJob.set(job, adjustments);
        adjustments.push({ ...made, stands: reversal === null });
      }
  }
  return byJob;
}

/** Returns true for a credit or the reversal of one: it names no charge. Every other entry names some. */
export const isCredit = ({ charges }: Pick<AdjustmentsEvent['data'], 'charges'>): boolean =>
  charges.length === 0;

/** Returns the name of the kind of an entry, or of the entry that it reverses. */
export const kindOf = (
  entry: Pick<AdjustmentsEvent['data'], 'charges'>,
): 'Credit' | 'Adjustment' | 'Repricing' =>
  isCredit(entry) ? 'Credit' : correctedPriceOf(entry) === null ? 'Adjustment' : 'Repricing';

export const reversesOf = (entry: AdjustmentsEvent['data']): AdjustmentId | null =>
  'reverses' in entry ? entry.reverses : null;

/** The scope of what names no charge. */
export const NO_SCOPE: AdjustmentScope = { job_id: null, row: null, block: null, from: null, to: null };
