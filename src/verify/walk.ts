/**
 * Walks over the log, from its beginning or from a checkpoint on, in one piece or in many. Every check sees
 * every event once, with what the memory knows from earlier events. A walk from a checkpoint reads earlier
 * events back when it needs them (`recall.ts`). Memory is bounded by what is under way, and by the
 * comparisons.
 */
import { STREAM_DELETED, LOG_START, amongOwn } from '../../packages/platform/src/event-store/event-store.js';
import type {
  EventStore,
  Position,
  RecordedEvent,
} from '../../packages/platform/src/event-store/event-store.js';
import { logPages } from '../../packages/platform/src/event-store/stored-events.js';
import { decode } from '../streams/index.js';
import { AcceptedSurvives } from './checks/accepted-survives.check.js';
import { ChargesStandOnRows } from './checks/charges-stand-on-rows.check.js';
import { RowsAsDelivered } from './checks/rows-as-delivered.check.js';
import { OnceOnly } from './checks/once-only.check.js';
import { OneAccount } from './checks/one-account.check.js';
import { OnlyAvailableCharged } from './checks/only-available-charged.check.js';
import { RowsAddUp } from './checks/rows-add-up.check.js';
import { UsageIsTheFold } from './checks/usage-is-the-fold.check.js';
import {
  mergedReports,
  type Comparison,
  type InvariantCheck,
  type InvariantReport,
  type JudgedJobs,
} from './invariant.js';
import { PassMemory } from './pass-memory.js';
import { readable } from './readable.js';
import { Recall, forgetMissing, isFree } from './recent/recall.js';

export interface WalkSource {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream'>;
  /** Called between small portions of work. It rests if the walk must not take a whole core. */
  readonly pace?: () => Promise<void>;
  /** Called after each page with the number of stored events read so far. */
  readonly onProgress?: (events: number) => void;
  /** Called with each stored event, which has its number among our own events as its revision. */
  readonly onStored?: (recorded: RecordedEvent) => void;
  /** True if rows that are still kept are read and compared with their record; left out: yes. */
  readonly keptRows?: boolean;
}

/** Stored events in one read. Packs are some 100 KB each, so a page stays in the tens of megabytes. */
const EVENTS_PER_PAGE = 200;
const PAGE_BETWEEN_RESTS = 50;

export class Walk {
  /** Stored events seen, and rows recorded in them. */
  events = 0;
  rows = 0;
  private readonly memory = new PassMemory();
  private readonly recall: Recall | null;
  protected readonly pace: () => Promise<void>;

  /** @param walked the log was checked before up to this position */
  constructor(
    private readonly source: WalkSource,
    private walked: Position,
    private readonly comparisons: readonly Comparison[],
  ) {
    const isWhole = walked === LOG_START;
    this.recall = isWhole ? null : new Recall(source.eventStore, this.memory, (past) => this.remember(past));
    this.pace = source.pace ?? (() => Promise.resolve());
  }

  /** The log is checked up to here. */
  get position(): Position {
    return this.walked;
  }

  get unfinishedJobs(): number {
    return this.memory.open.size;
  }

  /** Walks on to `to` (inclusive), or over about `maxEvents` stored events, and reports. */
  async advance(to: Position, maxEvents: number, judged: JudgedJobs): Promise<readonly InvariantReport[]> {
    const { eventStore: log } = this.source;
    const checks = logChecks(this.memory, this.source.keptRows ?? true);
    if (maxEvents > 0 && this.walked < to) await this.read(to, this.events + maxEvents, checks);
    // An erasure explains why the data of its rows are missing.
    await forgetMissing(this.memory, (job) => isFree(log, job));
    const reports: (readonly InvariantReport[])[] = [
      checks.all.map((check) => check.findings.report(check.end?.(judged) ?? null)),
    ];
    // Missing data are reported once.
    await forgetMissing(this.memory, () => true);
    const reach = { log, upTo: this.walked, pace: this.pace };
    for (const comparison of this.comparisons) reports.push(await comparison.settle(reach));
    return mergedReports(...reports);
  }

  private async read(to: Position, end: number, checks: LogChecks): Promise<void> {
    const { eventStore, pace, onProgress } = this.source;
    const limit = pace === undefined ? EVENTS_PER_PAGE : PAGE_BETWEEN_RESTS;
    for await (const page of logPages(eventStore, { after: this.walked, limit }, to)) {
      for (const recorded of page.events) {
        if (this.recall?.needs(recorded) === true) await this.recall.before(recorded);
        this.see(amongOwn(recorded), checks);
      }
      this.walked = page.position;
      this.events += page.events.length;
      onProgress?.(this.events);
      await this.pace();
      if (this.events >= end) return;
    }
  }

  private see(recorded: RecordedEvent, { all, survives }: LogChecks): void {
    this.source.onStored?.(recorded);
    if (recorded.type === STREAM_DELETED) return survives.deleted(recorded);
    const entries = readable(recorded, (error) => survives.unreadable(recorded, error));
    try {
      this.memory.take(entries, recorded, (entry, place) => {
        for (const check of all) check.observe(entry, place);
        for (const comparison of this.comparisons) comparison.observe(entry, place, true);
        if (entry.event.type === 'RowResolved' || entry.event.type === 'RowFailed') this.rows++;
      });
    } catch (error) {
      // Somebody edited the event into another shape. The walk goes on, so that it names the seal.
      survives.unreadable(recorded, error);
    }
  }

  /** Takes in an event from before the walk began, without judging it. */
  private remember(event: RecordedEvent): void {
    const recorded = amongOwn(event);
    this.memory.take(decode(recorded), recorded, (entry, place) => {
      for (const comparison of this.comparisons) comparison.observe(entry, place, false);
    });
  }
}

/** The checks that need only the log, for one piece of a walk. */
interface LogChecks {
  readonly all: readonly InvariantCheck[];
  /** The one of them that also judges unreadable events and deletions. */
  readonly survives: AcceptedSurvives;
}

function logChecks(memory: PassMemory, keptRows: boolean): LogChecks {
  const survives = new AcceptedSurvives(memory);
  const all = [
    new RowsAddUp(),
    new OnceOnly(memory),
    new ChargesStandOnRows(memory),
    ...(keptRows ? [new RowsAsDelivered()] : []),
    new OnlyAvailableCharged(),
    new UsageIsTheFold(),
    new OneAccount(memory),
    survives,
  ];
  return { all, survives };
}
