/**
 * `verify`: checks the eleven invariants (Architecture 8.1 to 8.11) and the seals (8.13) in one walk over the
 * whole log. Its memory is bounded by what is under way at any point of the log (`pass-memory.ts`). It reads
 * jobs with adjusted charges again. It writes nothing and takes no lock, so it may run beside live servers.
 * It compares read models as they were when it began, a portion at a time.
 */
import {
  LOG_START,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../../packages/platform/src/event-store/event-store.js';
import { StatementsAreExact } from './checks/statements-are-exact.check.js';
import type { ComparedReadModels } from './documents.js';
import { pagesFindings, usageFindings, type Comparison, type InvariantReport } from './invariant.js';
import { HeadsCheck, type HeadsReport, type KeptCheckpoint } from './heads/logged-heads.js';
import { PagesComparison } from './whole/pages-comparison.js';
import { GivenLists } from './checks/given-lists.js';
import { PriceStarts } from './price-starts.js';
import { ReversedOnce } from './checks/reversed-once.check.js';
import { SealsCheck, type KeptSeal, type SealsReport } from './sealed-log.js';
import { Walk, type WalkSource } from './walk.js';
import { WholeUsage } from './whole/usage-comparison.js';

export interface VerifySource extends WalkSource {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream' | 'head'>;
  /** Null: of invariants 5 and 6 only the part in the log is checked. */
  readonly readModels: ComparedReadModels | null;
  /** A seal that was kept outside of the log; left out for none. */
  readonly keptSeal?: KeptSeal | null;
  /** A checkpoint of the log of heads that was kept outside; left out for none. */
  readonly keptCheckpoint?: KeptCheckpoint | null;
}

export interface VerifyReport {
  readonly ok: boolean;
  /** Stored events read. */
  readonly events: number;
  /** Rows recorded in them. */
  readonly rows: number;
  /** The position where the check began; null where the whole log was checked. */
  readonly since: Position | null;
  /** The position up to which the log was checked. The next run may go on from it. */
  readonly position: Position;
  readonly unfinished_jobs: number;
  readonly invariants: readonly InvariantReport[];
  readonly seals: SealsReport;
  /** The log of heads; null where only a part of the log was checked. */
  readonly heads: HeadsReport | null;
  /** Streams with names of ours in which other programs wrote, as far as they were met; left out for none. */
  readonly foreign_streams?: readonly string[];
}

/** Checks the log up to its head at this moment. */
export async function verifyLog(source: VerifySource): Promise<VerifyReport> {
  const { eventStore, readModels, keptSeal = null, keptCheckpoint = null } = source;
  const compared =
    readModels === null
      ? [NOT_COMPARED]
      : [await WholeUsage.begin(readModels), await PagesComparison.begin(readModels)];
  const head = await eventStore.head();
  const statements = await StatementsAreExact.begin(eventStore, head);
  const seals = await SealsCheck.begin(eventStore, head, keptSeal);
  const heads = new HeadsCheck(keptCheckpoint);
  const onStored = (recorded: RecordedEvent): void => {
    seals.take(recorded);
    heads.take(recorded);
  };
  const walk = new Walk({ ...source, onStored }, LOG_START, [
    ...compared,
    new ReversedOnce(),
    statements,
    new PriceStarts(true),
    new GivenLists(),
  ]);
  const invariants = await walk.advance(head, Infinity, 'all jobs');
  const parts = { since: null, invariants, seals: seals.report(), heads: heads.report() };
  return { ...reportOfWalk(walk, parts), position: head };
}

/** The report of a walk. */
export const reportOfWalk = (
  { events, rows, position, unfinishedJobs: unfinished_jobs }: Walk,
  parts: Pick<VerifyReport, 'since' | 'invariants' | 'seals' | 'heads'>,
): VerifyReport => {
  const { since, invariants, seals, heads } = parts;
  const ok = seals.ok && heads?.ok !== false && invariants.every((report) => report.ok);
  return { ok, events, rows, since, position, unfinished_jobs, invariants, seals, heads };
};

const NO_MODEL = 'no read model to compare with';
const NOT_COMPARED: Comparison = {
  observe: () => undefined,
  settle: () => Promise.resolve([usageFindings().report(NO_MODEL), pagesFindings().report(NO_MODEL)]),
};
