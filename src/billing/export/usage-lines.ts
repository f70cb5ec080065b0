/** Reads the lines of a month's usage from the log, in its order and in bounded memory. */
import type { IssuedStatement } from '../../streams/statement/statement.decider.js';
import { adjustmentsStreams } from '../../streams/adjustments/adjustments.events.js';
import { isCredit } from '../../streams/adjustments/adjustments.state.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { begunCurrencyOn, currencyOn } from '../../streams/account/price-terms.js';
import {
  LOG_START,
  categoryOf,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../../../packages/platform/src/event-store/event-store.js';
import { logPages } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { STATEMENT_FORMAT } from '../../../packages/statement-check/src/format/head.js';
import type { ChargeFact } from '../../../packages/statement-check/src/format/facts.js';
import { Totals } from '../../../packages/statement-check/src/format/totals.js';
import { lastDayOf, monthAfter, monthOf } from '../../../packages/words/src/month.js';
import { adjustmentFact, creditFact } from '../statements/write/adjustment-fact.js';
import { chargesOf } from '../statements/write/charges-of-event.js';
import { STATEMENT_CATEGORIES } from '../statements/write/statement-writer.js';
import type { UsageMonthRule } from '../usage/usage-schemas.js';
import { exportLines, monthRuleLine, type ExportLine } from './export-line.js';

export interface MonthToExport {
  readonly account: AccountId;
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** In the order in which they were agreed. */
  readonly prices: readonly PriceAgreement[];
  /** The account's complete statements, in the order of months. */
  readonly complete: readonly Pick<IssuedStatement, 'head'>[];
  /** What the month's rules come to, as usage shows them. */
  readonly monthRules: readonly UsageMonthRule[];
}

export interface LogToExport {
  readonly log: Pick<EventStore, 'readAll'>;
  /** The last position that is read. */
  readonly head: Position;
}

/** Events read at once. Packed events have 10 to 100 KB each. */
const EVENTS_PER_PAGE = 100;

/** The lines of the charges, adjustments and credits of the month's usage, then those of its rules. */
export async function* usageLines({ log, head }: LogToExport, of: MonthToExport): AsyncGenerator<ExportLine> {
  const { account, month } = of;
  const billedMonths = new BilledMonths(of.complete);
  const read = { after: LOG_START, categories: STATEMENT_CATEGORIES, limit: EVENTS_PER_PAGE };
  for await (const { events } of logPages(log, read, head))
    for (const recorded of events) {
      if (Number(recorded.metadata['account']) !== account) continue;
      yield* linesOfEvent(recorded, of, billedMonths);
      billedMonths.pass(recorded.id);
    }
  for (const rule of of.monthRules)
    yield monthRuleLine({ ...rule, account_id: account, late: false, terms: rule[rule.rule] }, month);
}

/**
 * Which month's statement has an event, at its place in the log: that of its own month, or, where that was
 * issued without it, the next (`StatementMembership`).
 */
class BilledMonths {
  /** The number of statements that end before this place in the log. */
  private passed = 0;

  constructor(private readonly complete: MonthToExport['complete']) {
    this.pass(null);
  }

  /** Moves past the event with this id. */
  pass(id: string | null): void {
    while (this.passed < this.complete.length && this.complete[this.passed]?.head.through === id)
      this.passed++;
  }

  /** @param month of the event, YYYY-MM */
  monthOf(month: string): string {
    const next = this.complete.slice(this.passed).find(({ head }) => head.month >= month);
    if (next !== undefined) return next.head.month;
    const last = this.complete.at(-1)?.head.month;
    return last === undefined || last < month ? month : monthAfter(last);
  }
}

function* linesOfEvent(
  recorded: RecordedEvent,
  { account, month, prices }: MonthToExport,
  billedMonths: BilledMonths,
): Generator<ExportLine> {
  const own = monthOf(recorded.metadata['time'] ?? '');
  const billed = (): string => billedMonths.monthOf(own);
  if (categoryOf(recorded.stream) === 'adjustments') {
    const entry = adjustmentsStreams.decode(recorded);
    if (isCredit(entry.event.data)) {
      if (own === month) yield* exportLines({ kind: 'credit', fact: creditFact(entry, false) }, billed());
      return;
    }
    const fact = adjustmentFact(entry, { format: STATEMENT_FORMAT, agreements: prices, late: false });
    const lines = (fact.lines ?? []).filter(({ date }) => monthOf(date) === month);
    const currency = currencyOn(prices, lines[0]?.date ?? '');
    if (lines.length > 0)
      yield* exportLines({ kind: 'adjustment', fact: { ...fact, currency, lines } }, billed());
    return;
  }
  if (own !== month) return;
  // As in usage, a month before the first price has no amounts, even if prices are agreed later.
  const agreements = begunCurrencyOn(prices, lastDayOf(month)) === null ? [] : prices;
  for (const { text } of chargesOf(recorded, { account, agreements, totals: new Totals() }, false))
    yield* exportLines({ kind: 'charge', fact: JSON.parse(text.text) as ChargeFact }, billed());
}
