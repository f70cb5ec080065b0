/**
 * Invariant 9 for the charges that adjustments name. It reads these jobs again and marks by block and row, in
 * log order, what each adjustment takes back. It shares no rule with the decider.
 */
import type { AdjustedDay, ChargeAdjusted } from '../streams/adjustments/adjustments.events.js';
import { ChargedBlocks, type ChargedBlock } from '../streams/adjustments/charged-blocks.js';
import { decodeJobEvent, jobStream, type Submission } from '../streams/job/job.events.js';
import { decodeRowsEvents, rowsStream } from '../streams/rows/rows.events.js';
import type { EventStore } from '../platform/event-store/event-store.js';
import { firstEvent, storedEvents } from '../platform/event-store/stored-events.js';
import type { AdjustmentId, JobId } from '../shared/ids.js';
import { RowSet } from '../shared/row-set.js';
import { countText } from '../shared/text/formats.js';

/** What an adjustment claims to take back of one job. */
export interface ClaimedReversal {
  readonly made: ChargeAdjusted['data'];
  readonly days: readonly AdjustedDay[];
}

/** The reversal of an adjustment of the job. */
export interface ClaimedUndoing {
  readonly reverses: AdjustmentId;
}

type Streams = Pick<EventStore, 'readStream'>;

/**
 * Faults of the adjustments of one job, as sentences.
 * @param steps in log order
 */
export async function wrongReversals(
  log: Streams,
  job: JobId,
  steps: readonly (ClaimedReversal | ClaimedUndoing)[],
): Promise<readonly { readonly claim: ClaimedReversal; readonly detail: string }[]> {
  const claims = steps.filter((step) => 'made' in step);
  const submission = await submissionOf(log, job);
  if (submission === null)
    return claims.map((claim) => ({
      claim,
      detail: `${idOf(claim)} adjusts ${job}, which was never submitted`,
    }));
  const foreign = claims.filter(({ made }) => made.account_id !== submission.account_id);
  if (foreign.length > 0)
    return foreign.map((claim) => ({
      claim,
      detail: `${idOf(claim)} of account ${claim.made.account_id} adjusts ${job}, which is account ${submission.account_id}'s`,
    }));
  const held = new Map<ChargedBlock, Held>();
  for (const block of await chargesOf(log, submission))
    held.set(block, { standing: new RowSet(submission.rows), by: new Map<AdjustmentId, number[]>() });
  return steps.flatMap((step) => {
    if ('reverses' in step) {
      for (const { standing, by } of held.values())
        for (const row of by.get(step.reverses) ?? []) standing.delete(row);
      return [];
    }
    return differences(step, takeBack(step, held)).map((what) => ({
      claim: step,
      detail: `${idOf(step)} ${what} of ${job}`,
    }));
  });
}

/** Rows of a charged block that adjustments took back. */
interface Held {
  /** By adjustments that stand. */
  readonly standing: RowSet;
  /** By each adjustment, also when it was reversed since. */
  readonly by: Map<AdjustmentId, readonly number[]>;
}

const idOf = ({ made }: ClaimedReversal): string => made.adjustment_id;

async function submissionOf(log: Streams, job: JobId): Promise<Submission | null> {
  const first = await firstEvent(log, jobStream(job));
  if (first === undefined) return null;
  const { event } = decodeJobEvent(first);
  return event.type === 'JobSubmitted' ? event.data : null;
}

async function chargesOf(
  log: Streams,
  { job_id, rows, chunks }: Submission,
): Promise<readonly ChargedBlock[]> {
  const charged = new ChargedBlocks(job_id, rows);
  for (const chunk of chunks.keys())
    for await (const recorded of storedEvents(log, rowsStream(job_id, chunk)))
      for (const entry of decodeRowsEvents(recorded)) charged.add(entry);
  return charged.all();
}

/**
 * Units that the claim takes back and no standing adjustment holds, by `date block`. Marks them in `held`.
 */
function takeBack(
  { made: { adjustment_id, scope, except } }: ClaimedReversal,
  held: ReadonlyMap<ChargedBlock, Held>,
): Map<string, number> {
  const left = new Map<string, number>();
  for (const [{ day, block, each, rows }, { standing, by }] of held) {
    if (scope.block !== null && scope.block !== block) continue;
    if ((scope.from ?? day) > day || (scope.to ?? day) < day) continue;
    const excepted = new RowSet(rows.capacity);
    for (const other of except) for (const row of by.get(other) ?? []) excepted.add(row);
    const taken: number[] = [];
    const [first, end] = scope.row === null ? [0, rows.capacity] : [scope.row, scope.row + 1];
    for (let row = first; row < end; row++)
      if (rows.has(row) && !excepted.has(row) && standing.add(row)) taken.push(row);
    if (taken.length === 0) continue;
    by.set(adjustment_id, taken);
    const name = `${day} ${block}`;
    left.set(name, (left.get(name) ?? 0) + taken.length * each);
  }
  return left;
}

function differences({ days }: ClaimedReversal, left: ReadonlyMap<string, number>): string[] {
  const claimed = new Map<string, number>();
  for (const { date, units } of days)
    for (const [block, count] of Object.entries(units)) {
      const name = `${date} ${block}`;
      claimed.set(name, (claimed.get(name) ?? 0) - count);
    }
  return [...new Set([...claimed.keys(), ...left.keys()])].sort().flatMap((name) => {
    const [said, there] = [claimed.get(name) ?? 0, left.get(name) ?? 0];
    if (said === there) return [];
    const [date, block] = name.split(' ');
    return [
      `takes back ${countText(said, 'unit')} of ${block} on ${date} where ${there} were charged and not taken back yet`,
    ];
  });
}
