/**
 * The statements of accounts, as `verify` makes them again. Each collects its charges and adjustments from
 * the log and is then compared with what was signed. This file decides which charge belongs to which
 * statement, independently of the writer of statements.
 */
import type { MonthRules, PriceAgreement } from '../streams/account/account.state.js';
import { firstDayOf } from '../../packages/words/src/month.js';
import type { LoggedEvent } from '../streams/index.js';
import { LOG_START, type Position } from '../../packages/platform/src/event-store/event-store.js';
import type { StatementIssued } from '../streams/statement/statement.events.js';
import { CompactRange } from '../../packages/statement-check/src/merkle/compact-range.js';
import type { CountedUnits } from '../../packages/statement-check/src/rules/month-rule.js';
import { StatedNet } from './stated-net.js';

const CLOCKS_DIFFER_MS = 3_600_000;

/** A statement in the log, and what its part of the log gives. */
export interface StatedMonth {
  readonly entry: LoggedEvent;
  readonly data: StatementIssued['data'];
  /** The number of complete statements of the account that were issued before it. */
  readonly earlier: number;
  readonly leaves: CompactRange;
  /** The figures of its charges and adjustments in the log. */
  readonly net: StatedNet;
  /** True if the walk has passed its last event. */
  isOver: boolean;
}

export interface StatementOfEntry {
  readonly statement: StatedMonth;
  readonly late: boolean;
}

export class StatedAccount {
  secret: Buffer = Buffer.alloc(0);
  /** The agreements, in the order in which they were made. */
  readonly agreements: PriceAgreement[] = [];
  /** Agreements of month rules, in that order. */
  readonly monthRules: MonthRules[] = [];
  /** The statements, in the order in which they were issued; includes partial ones. */
  readonly statements: StatedMonth[] = [];
  private readonly complete: StatedMonth[] = [];
  private last: string | null = null;

  issued(entry: LoggedEvent, data: StatementIssued['data']): void {
    const { previous_tree_size: begin, through, partial } = data.head;
    const earlier = this.complete.length;
    const empty = { leaves: new CompactRange(begin), net: new StatedNet(), isOver: through === null };
    const statement = { entry, data, earlier, ...empty };
    this.statements.push(statement);
    if (!partial) this.complete.push(statement);
  }

  /** True if a statement is of a later month than the complete one before it, and begins where that ends. */
  goesOn({ data: { head }, earlier }: StatedMonth): boolean {
    const before = head.partial ? undefined : this.complete[earlier - 1]?.data.head;
    return before === undefined
      ? head.after === null
      : head.after === before.through && head.month > before.month;
  }

  /** The net units of all complete statements before this one, by day, block and price. */
  unitsBefore(
    { earlier }: StatedMonth,
    prices: readonly PriceAgreement[],
  ): ReadonlyMap<string, CountedUnits> {
    const sums = new Map<string, CountedUnits>();
    for (const { net } of this.complete.slice(0, earlier)) net.addUnits(sums, prices);
    return sums;
  }

  /** See `StatementsAreExact.startFor`. */
  startFor(recent: ReadonlySet<string>): Position {
    const months = this.statements.filter(({ entry }) => recent.has(entry.id));
    const [first] = months.map(({ data }) => data.head.month).sort();
    if (first === undefined) return LOG_START;
    const begun = new Date(Date.parse(firstDayOf(first)) - CLOCKS_DIFFER_MS).toISOString();
    return this.complete.findLast(({ entry }) => entry.time < begun)?.entry.position ?? LOG_START;
  }

  /** See `StatementsAreExact.beginAt`. */
  beginAt(position: Position): void {
    for (const statement of this.statements) statement.isOver ||= statement.entry.position <= position;
  }

  /** Called at each stored event of charges or adjustments. Ends statements that end at the one before. */
  begin(id: string): void {
    for (const statement of this.statements) statement.isOver ||= statement.data.head.through === this.last;
    this.last = id;
  }

  /** The statements that include a charge or adjustment that is dated in this month and read now. */
  holding(month: string): readonly StatementOfEntry[] {
    return this.statements
      .filter(({ data, isOver, earlier }) => {
        const before = this.complete.slice(0, earlier);
        const taken = before.some((other) => !other.isOver && other.data.head.month >= month);
        return !isOver && data.head.month >= month && !taken;
      })
      .map((statement) => ({ statement, late: statement.data.head.month > month }));
  }

  /** Returns true if the walk has reached the last event that the statement names. */
  reached({ isOver, data }: StatedMonth): boolean {
    return isOver || data.head.through === this.last;
  }
}
