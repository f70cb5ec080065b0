/**
 * Invariant 9 for the charges that adjustments and repricings name. It reads these jobs again and marks by
 * block and row, in log order, what each entry takes back or corrects. It shares no rule with the decider.
 */
import type {
  AdjustedDay,
  ChargeAdjusted,
  ChargesRepriced,
} from '../streams/adjustments/adjustments.events.js';
import { ChargedBlocks, type ChargedBlock } from '../streams/adjustments/charged-blocks.js';
import { decodeJobEvent, jobStream, type Submission } from '../streams/job/job.events.js';
import { decodeRowsEvents, rowsStream } from '../streams/rows/rows.events.js';
import type { LoggedEvent } from '../streams/index.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { firstEvent, storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import type { AdjustmentId, JobId } from '../../packages/contract/src/ids.js';
import { RowSet } from '../streams/rows/row-set.js';
import { countText } from '../../packages/words/src/text/formats.js';

/** An adjustment or a repricing. */
export type Taking = ChargeAdjusted['data'] | ChargesRepriced['data'];

/** The charges of one job that an adjustment claims to take back, or a repricing to correct. */
export interface ClaimedReversal {
  readonly made: Taking;
  readonly days: readonly AdjustedDay[];
}

/** The reversal of an entry on the job. */
export interface ClaimedUndoing {
  readonly reverses: AdjustmentId;
  readonly by: { readonly adjustment_id: AdjustmentId; readonly entry: LoggedEvent };
}

export interface WrongStep {
  readonly step: ClaimedReversal | ClaimedUndoing;
  readonly detail: string;
}

type StreamsOfLog = Pick<EventStore, 'readStream'>;

/**
 * Faults of the adjustments of one job, as sentences.
 * @param steps in log order
 */
export async function wrongReversals(
  log: StreamsOfLog,
  job: JobId,
  steps: readonly (ClaimedReversal | ClaimedUndoing)[],
): Promise<readonly WrongStep[]> {
  const claims = steps.filter((step) => 'made' in step);
  const submission = await submissionOf(log, job);
  if (submission === null)
    return claims.map((step) => ({
      step,
      detail: `${idOf(step)} adjusts ${job}, which was never submitted`,
    }));
  const foreign = claims.filter(({ made }) => made.account_id !== submission.account_id);
  if (foreign.length > 0)
    return foreign.map((step) => ({
      step,
      detail: `${idOf(step)} of account ${step.made.account_id} adjusts ${job}, which is account ${submission.account_id}'s`,
    }));
  const held = new Map<ChargedBlock, Held>();
  for (const block of await chargesOf(log, submission))
    held.set(block, { standing: new RowSet(submission.rows), by: new Map(), repriced: new Map() });
  return steps.flatMap((step): readonly WrongStep[] => {
    if ('reverses' in step) {
      const later = undo(step.reverses, held);
      const detail = `${step.by.adjustment_id} reverses ${step.reverses}, on which ${later} stands in ${job}`;
      return later === null ? [] : [{ step, detail }];
    }
    const left = unitsLeftFor(step.made, held);
    return differences(step, left).map((what) => ({ step, detail: `${idOf(step)} ${what} of ${job}` }));
  });
}

/** Takes an entry off its rows. Returns an entry that stands on it, or null. */
function undo(id: AdjustmentId, held: ReadonlyMap<ChargedBlock, Held>): AdjustmentId | null {
  let later: AdjustmentId | null = null;
  for (const { standing, by, repriced } of held.values())
    for (const row of by.get(id) ?? []) {
      const stack = repriced.get(row) ?? [];
      if (!stack.includes(id)) {
        standing.delete(row);
        continue;
      }
      if (stack.at(-1) !== id) later = stack.at(-1) ?? null;
      else if (standing.has(row)) later = holderOf(row, by, id);
      repriced.set(
        row,
        stack.filter((other) => other !== id),
      );
    }
  return later;
}

const holderOf = (row: number, by: Held['by'], other: AdjustmentId): AdjustmentId | null =>
  [...by].findLast(([id, rows]) => id !== other && rows.includes(row))?.[0] ?? null;

/** Rows of a charged block that adjustments took back. */
interface Held {
  /** The rows that standing adjustments took back. */
  readonly standing: RowSet;
  /** The rows of each adjustment, also if it was reversed since. */
  readonly by: Map<AdjustmentId, readonly number[]>;
  /** The standing repricings of a row, the last one last. */
  readonly repriced: Map<number, readonly AdjustmentId[]>;
}

const idOf = ({ made }: ClaimedReversal): string => made.adjustment_id;

async function submissionOf(log: StreamsOfLog, job: JobId): Promise<Submission | null> {
  const first = await firstEvent(log, jobStream(job));
  if (first === undefined) return null;
  const { event } = decodeJobEvent(first);
  return event.type === 'JobSubmitted' ? event.data : null;
}

async function chargesOf(
  log: StreamsOfLog,
  { job_id, rows, chunks }: Submission,
): Promise<readonly ChargedBlock[]> {
  const charged = new ChargedBlocks(job_id, rows);
  for (const chunk of chunks.keys())
    for await (const recorded of storedEvents(log, rowsStream(job_id, chunk)))
      for (const entry of decodeRowsEvents(recorded)) charged.add(entry);
  return charged.all();
}

/** The rows of a charged block that an entry's scope includes and that those in its `except` didn't take. */
function rowsMeant({ scope, except }: Taking, charged: ChargedBlock, by: Held['by']): readonly number[] {
  const { day, block, rows } = charged;
  if (scope.block !== null && scope.block !== block) return [];
  if ((scope.from ?? day) > day || (scope.to ?? day) < day) return [];
  const excepted = new RowSet(rows.capacity);
  for (const other of except) for (const row of by.get(other) ?? []) excepted.add(row);
  const meant: number[] = [];
  const [first, end] = scope.row === null ? [0, rows.capacity] : [scope.row, scope.row + 1];
  for (let row = first; row < end; row++) if (rows.has(row) && !excepted.has(row)) meant.push(row);
  return meant;
}

/** Units by `date block`, and of those with a corrected price by `date block repricing`. */
type Counts = Map<string, number>;
const count = (counts: Counts, name: string, units: number): void => {
  counts.set(name, (counts.get(name) ?? 0) + units);
};

/**
 * Counts the units that the claim takes back, or whose price it corrects: none that a standing adjustment
 * holds. Marks their rows in `held`.
 */
function unitsLeftFor(made: Taking, held: ReadonlyMap<ChargedBlock, Held>): Counts {
  const isRepricing = 'price' in made;
  const left: Counts = new Map();
  for (const [charged, { standing, by, repriced }] of held) {
    const rows = rowsMeant(made, charged, by).filter((row) =>
      isRepricing ? !standing.has(row) : standing.add(row),
    );
    if (rows.length === 0) continue;
    by.set(made.adjustment_id, rows);
    const { day, block, each } = charged;
    for (const row of rows) {
      const repricings = repriced.get(row) ?? [];
      const last = repricings.at(-1);
      if (last !== undefined) count(left, `${day} ${block} ${last}`, each);
      count(left, isRepricing ? `${day} ${block} itself` : `${day} ${block}`, isRepricing ? -each : each);
      if (isRepricing) repriced.set(row, [...repricings, made.adjustment_id]);
    }
  }
  return left;
}

function differences({ days }: ClaimedReversal, left: ReadonlyMap<string, number>): string[] {
  const claimed = new Map<string, number>();
  for (const { date, units, corrected = [] } of days) {
    for (const [block, each] of Object.entries(units)) count(claimed, `${date} ${block}`, 0 - each);
    for (const { block, by, units: each } of corrected)
      count(claimed, `${date} ${block} ${by ?? 'itself'}`, 0 - each);
  }
  return [...new Set([...claimed.keys(), ...left.keys()])].sort().flatMap((name) => {
    const [claimedUnits, leftUnits] = [claimed.get(name) ?? 0, left.get(name) ?? 0];
    if (claimedUnits === leftUnits) return [];
    const [date, block, by] = name.split(' ');
    if (by !== undefined)
      return [
        `says ${countText(claimedUnits, 'unit')} of ${block} on ${date} by the price of ${by} where it is ${leftUnits}`,
      ];
    return [
      `takes back ${countText(claimedUnits, 'unit')} of ${block} on ${date} where ${leftUnits} were charged and not taken back yet`,
    ];
  });
}
