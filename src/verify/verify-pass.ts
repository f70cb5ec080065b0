/**
 * One pass over events in log order: every check sees every logical event once, beside what the memory knows from the
 * events before it.
 */
import { decode } from '../streams/index.js';
import type { LoggedEvent } from '../streams/index.js';
import { STREAM_DELETED, type RecordedEvent } from '../platform/event-store/event-store.js';
import { AcceptedSurvives } from './checks/accepted-survives.check.js';
import { ChargesStandOnRows } from './checks/charges-stand-on-rows.check.js';
import { OnceOnly } from './checks/once-only.check.js';
import { OneAccount } from './checks/one-account.check.js';
import { OnlyAvailableCharged } from './checks/only-available-charged.check.js';
import { PagesAreWhole } from './checks/pages-are-whole.check.js';
import type { StatementsAreExact } from './checks/statements-are-exact.check.js';
import type { ReversedOnce } from './checks/reversed-once.check.js';
import { StatementsSayUsage } from './checks/statements-say-usage.check.js';
import { RowsAddUp } from './checks/rows-add-up.check.js';
import { UsageIsTheFold } from './checks/usage-is-the-fold.check.js';
import type { InvariantCheck, InvariantReport, Judged } from './invariant.js';
import type { PagesComparison } from './pages-comparison.js';
import type { PassMemory, Place } from './pass-memory.js';
import type { UsageComparison } from './usage-comparison.js';

/** Read models to compare with as they stood when the pass began; null: only what the log alone can show. */
export interface WholeComparisons {
  readonly usage: UsageComparison | null;
  readonly pages: PagesComparison | null;
  /** Remembers every adjustment; null: they are judged elsewhere. */
  readonly reversals: ReversedOnce | null;
  /** Makes every statement again from the first event on; null: they are not judged. */
  readonly statements: StatementsAreExact | null;
}

export const NOT_COMPARED: WholeComparisons = {
  usage: null,
  pages: null,
  reversals: null,
  statements: null,
};

/** Sees an event beside the checks. */
export type Witness = (entry: LoggedEvent, place: Place) => void;

export class VerifyPass {
  /** Stored events seen, and rows recorded in them. */
  events = 0;
  rows = 0;
  private readonly survives: AcceptedSurvives;
  private readonly checks: readonly InvariantCheck[];

  constructor(
    private readonly memory: PassMemory,
    { usage, pages, reversals, statements }: WholeComparisons,
    private readonly witness: Witness = () => undefined,
  ) {
    this.survives = new AcceptedSurvives(memory);
    this.checks = [
      new RowsAddUp(),
      new OnceOnly(memory),
      new ChargesStandOnRows(memory),
      new OnlyAvailableCharged(),
      new UsageIsTheFold(usage),
      new PagesAreWhole(pages),
      new OneAccount(memory),
      this.survives,
      ...(reversals === null ? [] : [reversals]),
      ...(statements === null ? [] : [statements, new StatementsSayUsage(() => statements.stated())]),
    ];
  }

  observe(recorded: RecordedEvent): void {
    this.events++;
    if (recorded.type === STREAM_DELETED) return this.survives.deleted(recorded);
    // All logical events of a stored one are of one job and chunk.
    this.memory.take(this.decoded(recorded), recorded, (entry, place) => {
      for (const check of this.checks) check.observe(entry, place);
      this.witness(entry, place);
      if (entry.event.type === 'RowResolved' || entry.event.type === 'RowFailed') this.rows++;
    });
  }

  /** One report an invariant; to be called once. */
  conclude(judged: Judged): readonly InvariantReport[] {
    return this.checks.map((check) => check.conclude(judged));
  }

  private decoded(recorded: RecordedEvent): readonly LoggedEvent[] {
    try {
      return decode(recorded);
    } catch (error) {
      this.survives.unreadable(recorded, error instanceof Error ? error : new Error(String(error)));
      return [];
    }
  }
}
