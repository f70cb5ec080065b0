/**
 * Invariant 9 for the charges that adjustments name. It reads these jobs again and counts by block and row,
 * in log order, what an adjustment could take back. It shares no rule with the decider.
 */
import type { AdjustedDay, ChargeAdjusted } from '../streams/adjustments/adjustments.events.js';
import { ChargedBlocks, type ChargedBlock } from '../streams/adjustments/charged-blocks.js';
import { decodeJobEvent, jobStream, type Submission } from '../streams/job/job.events.js';
import { decodeRowsEvents, rowsStream } from '../streams/rows/rows.events.js';
import type { EventStore } from '../platform/event-store/event-store.js';
import { firstEvent, storedEvents } from '../platform/event-store/stored-events.js';
import type { JobId } from '../shared/ids.js';
import { RowSet } from '../shared/row-set.js';
import { counted } from '../shared/text/words.js';

/** What an adjustment claims to take back of one job. */
export interface ClaimedReversal {
  readonly made: ChargeAdjusted['data'];
  readonly days: readonly AdjustedDay[];
}

type Streams = Pick<EventStore, 'readStream'>;

/**
 * Faults of the adjustments of one job, as sentences.
 * @param claims in log order
 */
export async function wrongReversals(
  log: Streams,
  job: JobId,
  claims: readonly ClaimedReversal[],
): Promise<readonly { readonly claim: ClaimedReversal; readonly detail: string }[]> {
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
  const charged = await chargesOf(log, submission);
  const taken = new Map<ChargedBlock, RowSet>(charged.map((block) => [block, new RowSet(submission.rows)]));
  return claims.flatMap((claim) => {
    const left = takeBack(claim, taken);
    return differences(claim, left).map((what) => ({ claim, detail: `${idOf(claim)} ${what} of ${job}` }));
  });
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

/** Units that the claim's scope could take back, by `date block`. Marks them in `taken`. */
function takeBack(
  { made: { scope } }: ClaimedReversal,
  taken: ReadonlyMap<ChargedBlock, RowSet>,
): Map<string, number> {
  const left = new Map<string, number>();
  for (const [{ day, block, each, rows }, gone] of taken) {
    if (scope.block !== null && scope.block !== block) continue;
    if ((scope.from ?? day) > day || (scope.to ?? day) < day) continue;
    const before = gone.count;
    const [first, end] = scope.row === null ? [0, rows.size] : [scope.row, scope.row + 1];
    for (let row = first; row < end; row++) if (rows.has(row)) gone.add(row);
    if (gone.count > before) {
      const name = `${day} ${block}`;
      left.set(name, (left.get(name) ?? 0) + (gone.count - before) * each);
    }
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
      `takes back ${counted(said, 'unit')} of ${block} on ${date} where ${there} were charged and not taken back yet`,
    ];
  });
}
