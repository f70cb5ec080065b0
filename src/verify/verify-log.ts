/**
 * `verify`: the eleven invariants (Architecture 8.1 to 8.11) over the whole log in one streaming pass, in memory bounded
 * by what is under way at any point of the log (`pass-memory.ts`); jobs with adjusted charges are read again. It writes
 * nothing and takes no lock: it may run beside live servers. The read models are compared as they stood when it began, a
 * portion at a time.
 */
import { randomInt } from 'node:crypto';
import { jobOfJobStream } from '../streams/job/job.events.js';
import type { EventStore, LogPage, Position, RecordedEvent } from '../platform/event-store/event-store.js';
import { LOG_START } from '../platform/event-store/event-store.js';
import { ReversedOnce } from './checks/reversed-once.check.js';
import { StatementsAreExact } from './checks/statements-are-exact.check.js';
import type { ComparedReadModels } from './documents.js';
import type { InvariantReport } from './invariant.js';
import { PassMemory } from './pass-memory.js';
import { PagesComparison } from './pages-comparison.js';
import { UsageComparison } from './usage-comparison.js';
import { nameUsageDifferences } from './usage-differences.js';
import { VerifyPass } from './verify-pass.js';

export interface VerifySource {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream' | 'head'>;
  /** Null: 5 and 6 are checked as far as the log alone goes. */
  readonly readModels: ComparedReadModels | null;
  /** Called from time to time with the number of stored events read so far. */
  readonly onProgress?: (events: number) => void;
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

/** Packs are some 100 KB each: a page of this many stays in the tens of megabytes. */
const PAGE = 200;

/** Checks everything up to the head of the log at this moment. */
export async function verifyLog(source: VerifySource): Promise<VerifyReport> {
  const { eventStore, readModels } = source;
  const usage = readModels === null ? null : await UsageComparison.begin(readModels, randomInt(2 ** 31));
  const pages = readModels === null ? null : await PagesComparison.begin(readModels);
  const head = await eventStore.head();
  const memory = new PassMemory();
  const reversals = new ReversedOnce(memory);
  const statements = await StatementsAreExact.begin(eventStore, head);
  const pass = new VerifyPass(memory, { usage, pages, reversals, statements });
  await readLog(source, head, (recorded) => pass.observe(recorded));
  await forgiveErasedSince(eventStore, head, memory, pages);
  await nameUsage(source, usage);
  await reversals.readCharges(eventStore);
  const invariants = pass.conclude('all jobs');
  const ok = invariants.every((invariant) => invariant.ok);
  const { events, rows } = pass;
  return { ok, events, rows, since: null, position: head, unfinished_jobs: memory.open.size, invariants };
}

/** Every stored event up to `head`, the next page on its way while one is looked at. */
async function readLog(
  { eventStore, onProgress }: VerifySource,
  head: Position,
  see: (recorded: RecordedEvent) => void,
): Promise<void> {
  let read = 0;
  let next: Promise<LogPage> | null = eventStore.readAll({ after: LOG_START, limit: PAGE });
  while (next !== null) {
    const page: LogPage = await next;
    next =
      page.atHead || page.position >= head ? null : eventStore.readAll({ after: page.position, limit: PAGE });
    for (const recorded of page.events) if (recorded.position <= head) see(recorded);
    onProgress?.((read += page.events.length));
  }
}

/** While the pass ran, live servers may have erased rows that it then did not find: the log after `head` says which. */
async function forgiveErasedSince(
  eventStore: VerifySource['eventStore'],
  head: Position,
  memory: PassMemory,
  pages: PagesComparison | null,
): Promise<void> {
  let after = head;
  for (;;) {
    const page = await eventStore.readAll({ after, categories: ['job'], limit: PAGE });
    for (const { type, stream } of page.events) {
      if (type !== 'JobRowsErased') continue;
      memory.kept.delete(jobOfJobStream(stream));
      pages?.forget(jobOfJobStream(stream));
    }
    if (page.atHead) return;
    after = page.position;
  }
}

async function nameUsage(
  { eventStore, readModels }: VerifySource,
  usage: UsageComparison | null,
): Promise<void> {
  const uneven = usage?.unevenBuckets();
  if (readModels === null || usage === null || uneven === undefined || uneven.size === 0) return;
  usage.name(await nameUsageDifferences(eventStore, readModels, (key) => uneven.has(usage.bucketOf(key))));
}
