/**
 * The invariants behind a checkpoint: each event after it is judged as in a pass over the whole log, with what came before
 * read back where it is needed (`recall.ts`). Figures and pages are compared when their job has ended. Memory is bounded
 * by the jobs under way and by the events seen since it was made.
 */
import type { EventStore, LogPage, Position, RecordedEvent } from '../../platform/event-store/event-store.js';
import { decode } from '../../streams/index.js';
import type { ComparedReadModels } from '../documents.js';
import type { InvariantReport, Judged } from '../invariant.js';
import { PassMemory } from '../pass-memory.js';
import { NOT_COMPARED, VerifyPass } from '../verify-pass.js';
import { Recall, forgetMissing, forgiveErased } from './recall.js';
import { RecentPages } from './recent-pages.js';
import { RecentReversals } from './recent-reversals.js';
import { RecentStatements } from './recent-statements.js';
import { RecentUsage } from './recent-usage.js';
import { mergedReports } from './merged-reports.js';

export interface RecentSource {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly readModels: ComparedReadModels;
  /** Called between small portions of work: rests, where the check must not take a whole core. */
  readonly pace?: () => Promise<void>;
}

/** What was found between two positions. */
export interface RecentReport {
  /** Stored events seen, and rows recorded in them. */
  readonly events: number;
  readonly rows: number;
  readonly invariants: readonly InvariantReport[];
}

/** Packs are some 100 KB each. */
const PAGE = 50;

const NO_PACE = (): Promise<void> => Promise.resolve();

export class RecentCheck {
  private readonly memory = new PassMemory();
  private readonly usage = new RecentUsage();
  private readonly pages = new RecentPages();
  private readonly reversals = new RecentReversals();
  private readonly statements = new RecentStatements();
  private readonly recall: Recall;
  private readonly pace: () => Promise<void>;
  private seen = 0;

  /** @param checked everything up to this position was checked before */
  constructor(
    private readonly source: RecentSource,
    private checked: Position,
  ) {
    this.recall = new Recall(source.eventStore, this.memory, (recorded) => this.remember(recorded));
    this.pace = source.pace ?? NO_PACE;
  }

  /** Everything up to here is checked, days of usage that `daysTouched` counts aside. */
  get position(): Position {
    return this.checked;
  }

  /** Stored events seen since this check was made. */
  get events(): number {
    return this.seen;
  }

  get daysTouched(): number {
    return this.usage.days;
  }

  get unfinishedJobs(): number {
    return this.memory.open.size;
  }

  /**
   * Goes on to `to` (inclusive), or as far as about `most` stored events reach. The lanes of pages and billing must have
   * passed `to`.
   */
  async advance(to: Position, most: number, judged: Judged): Promise<RecentReport> {
    const { eventStore, readModels } = this.source;
    const pass = new VerifyPass(this.memory, NOT_COMPARED, (entry, place) => {
      this.usage.observe(entry, place, true);
      this.pages.observe(entry, place, true);
      this.reversals.observe(entry);
      this.statements.observe(entry);
    });
    while (pass.events < most && this.checked < to) {
      const page = await eventStore.readAll({ after: this.checked, limit: PAGE });
      await this.look(page, to, pass);
      await this.pace();
      if (page.atHead) break;
    }
    this.seen += pass.events;
    await forgiveErased(eventStore, this.memory);
    const invariants = pass.conclude(judged);
    forgetMissing(this.memory);
    const { events, rows } = pass;
    const figures = await this.usage.settleJobs(readModels, this.pace);
    const pages = await this.pages.settle(eventStore, readModels, this.pace);
    const reversals = await this.reversals.settle(eventStore, this.checked);
    const lines = { log: eventStore, upTo: this.checked, pace: this.pace };
    const statements = await this.statements.settle(lines);
    return {
      events,
      rows,
      invariants: [...mergedReports(invariants, [figures, pages]), reversals, ...statements],
    };
  }

  /** Compares the days of usage that were touched since the last call. */
  async settleDays(): Promise<InvariantReport> {
    return this.usage.settleDays(this.source.readModels, this.pace);
  }

  private async look(page: LogPage, to: Position, pass: VerifyPass): Promise<void> {
    for (const recorded of page.events) {
      if (recorded.position > to) break;
      if (this.recall.needs(recorded)) await this.recall.before(recorded);
      pass.observe(recorded);
    }
    this.checked = page.position < to ? page.position : to;
  }

  /** An event from before the checkpoint: known from now on, and not judged again. */
  private remember(recorded: RecordedEvent): void {
    this.memory.take(decode(recorded), recorded, (entry, place) => {
      this.usage.observe(entry, place, false);
      this.pages.observe(entry, place, false);
    });
  }
}
