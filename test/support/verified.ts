/** `verify` as tests ask for it: what it found, by invariant. */
import type { BlockOutcomes } from '../../packages/contract/src/row.js';
import type { InvariantReport } from '../../src/verify/invariant.js';
import { verifyLog } from '../../src/verify/verify-log.js';
import type { VerifySource } from '../../src/verify/verify-log.js';
import type { Submission } from '../../src/streams/job/job.events.js';
import type { RowRecord } from '../../src/streams/rows/rows.events.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { aSubmission } from './logs/job-builders.js';
import { LogBuilder } from './logs/log-builder.js';
import { MemoryEventStore } from './stores/memory-event-store.js';
import { BOTH } from './logs/row-stories.js';

/** Offenders' sentences by the number of their invariant; an empty object where nothing is wrong. */
export async function breaches(
  source: Omit<VerifySource, 'readModels'> & Partial<VerifySource>,
): Promise<Record<number, string[]>> {
  const { invariants, ok } = await verifyLog({ readModels: null, ...source });
  const broken = invariants.filter((invariant) => !invariant.ok);
  if (ok !== (broken.length === 0)) throw new Error('the verdict contradicts the findings');
  return Object.fromEntries(broken.map(({ id, offenders }) => [id, offenders.map(({ detail }) => detail)]));
}

interface StoppableWorld {
  readonly stores: { readonly eventStore: VerifySource['eventStore'] };
  stop(): Promise<void>;
}

/** Stops these worlds, also where something is wrong with the log of one of them. */
export async function stopVerified(...worlds: readonly StoppableWorld[]): Promise<void> {
  const found: Record<number, string[]>[] = [];
  for (const world of worlds) {
    found.push(await breaches({ eventStore: world.stores.eventStore }));
    await world.stop();
  }
  expect(found).toEqual(worlds.map(() => ({})));
}

/** The report of one invariant. */
export async function reportOf(
  id: number,
  source: Omit<VerifySource, 'readModels'> & Partial<VerifySource>,
): Promise<InvariantReport> {
  const { invariants } = await verifyLog({ readModels: null, ...source });
  const report = invariants.find((invariant) => invariant.id === id);
  if (report === undefined) throw new Error(`no invariant ${id}`);
  return report;
}

export const OTHER_JOB = 'job_01JDXB8Z5N0000000000000002' as JobId;
export const TWO = [BOTH, BOTH];

/** A log with an account and its key. */
export async function aLog(): Promise<LogBuilder> {
  const log = new LogBuilder(new MemoryEventStore());
  await log.openAccount();
  return log;
}

export const found = (log: LogBuilder): Promise<Record<number, string[]>> =>
  breaches({ eventStore: log.store });

/** A job of two rows, told up to its only chunk's start; the test gets the rest wrong. */
export async function started(
  changes: Partial<Submission> = {},
): Promise<{ log: LogBuilder; job: Submission }> {
  const log = await aLog();
  const job = aSubmission(2, 2, changes);
  await log.submit(job);
  await log.start(job, 0);
  return { log, job };
}

/** A delivered row with a charge that may be anything. */
export const charging = (units: Record<string, number>, blocks: BlockOutcomes = BOTH): RowRecord => ({
  company_number: '01234567',
  matched_on: 'company_number',
  match_confidence: 1,
  blocks,
  charge: { units, not_billed: {} },
});
