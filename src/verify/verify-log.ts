/**
 * `verify`: the eleven invariants (Architecture 8.1 to 8.11) over the whole log in one walk, in memory bounded by what is
 * under way at any point of the log (`pass-memory.ts`); jobs with adjusted charges are read again. It writes nothing and
 * takes no lock: it may run beside live servers. The read models are compared as they stood when it began, a portion at a
 * time.
 */
import type { EventStore, Position } from '../platform/event-store/event-store.js';
import { LOG_START } from '../platform/event-store/event-store.js';
import { StatementsAreExact } from './checks/statements-are-exact.check.js';
import type { ComparedReadModels } from './documents.js';
import { pagesFindings, usageFindings, type Comparison, type InvariantReport } from './invariant.js';
import { PagesComparison } from './whole/pages-comparison.js';
import { Reversals } from './reversals.js';
import { Walk, type WalkSource } from './walk.js';
import { WholeUsage } from './whole/whole-usage.js';

export interface VerifySource extends WalkSource {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream' | 'head'>;
  /** Null: 5 and 6 are checked as far as the log alone goes. */
  readonly readModels: ComparedReadModels | null;
}

export interface VerifyReport {
  readonly ok: boolean;
  /** Stored events read. */
  readonly events: number;
  /** Rows recorded in them. */
  readonly rows: number;
  /** Null where the whole log was checked. */
  readonly since: Position | null;
  /** Checked up to here: where the next run may go on. */
  readonly position: Position;
  readonly unfinished_jobs: number;
  readonly invariants: readonly InvariantReport[];
}

/** Checks everything up to the head of the log at this moment. */
export async function verifyLog(source: VerifySource): Promise<VerifyReport> {
  const { eventStore, readModels } = source;
  const compared =
    readModels === null
      ? [NOT_COMPARED]
      : [await WholeUsage.begin(readModels), await PagesComparison.begin(readModels)];
  const head = await eventStore.head();
  const statements = await StatementsAreExact.begin(eventStore, head);
  const walk = new Walk(source, LOG_START, [...compared, new Reversals(), statements]);
  const { invariants } = await walk.advance(head, Infinity, 'all jobs');
  return { ...walkedReport(walk, null, invariants), position: head };
}

/** What a walk found, as one report. */
export const walkedReport = (
  { events, rows, position, unfinishedJobs: unfinished_jobs }: Walk,
  since: Position | null,
  invariants: readonly InvariantReport[],
): VerifyReport => ({
  ok: invariants.every(({ ok }) => ok),
  events,
  rows,
  since,
  position,
  unfinished_jobs,
  invariants,
});

const NO_MODEL = 'no read model to compare with';
const NOT_COMPARED: Comparison = {
  observe: () => undefined,
  settle: () => Promise.resolve([usageFindings().report(NO_MODEL), pagesFindings().report(NO_MODEL)]),
};
