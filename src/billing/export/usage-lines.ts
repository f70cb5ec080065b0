/** Reads the lines of a month's usage from the log, in log order and with bounded memory. */
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
  /** Price agreements in the order in which they were made. */
  readonly prices: readonly PriceAgreement[];
  /** The account's complete statements, in the order of months. */
  readonly completeStatements: readonly Pick<IssuedStatement, 'head'>[];
  /** The results of the month's rules, as usage shows them. */
  readonly monthRules: readonly UsageMonthRule[];
}

export interface LogRange {
  readonly log: Pick<EventStore, 'readAll'>;
  /** The last position that is read. */
  readonly until: Position;
}

/** The number of events in one read. Packed events have 10 to 100 KB each. */
const EVENTS_PER_PAGE = 100;

/** Yields the lines of the charges, adjustments and credits of the month's usage, then those of its rules. */
export async function* usageLines(
  { log, until }: LogRange,
  monthToExport: MonthToExport,
): AsyncGenerator<ExportLine> {
  const { account, month } = monthToExport;
  const billedMonths = new BilledMonths(monthToExport.completeStatements);
  const logRead = { after: LOG_START, categories: STATEMENT_CATEGORIES, limit: EVENTS_PER_PAGE };
  for await (const { events } of logPages(log, logRead, until))
    for (const recorded of events) {
      if (Number(recorded.metadata['account']) !== account) continue;
      yield* linesOfEvent(recorded, monthToExport, billedMonths);
      billedMonths.moveBeyond(recorded.id);
    }
  for (const rule of monthToExport.monthRules)
    yield monthRuleLine({ ...rule, account_id: account, late: false, terms: rule[rule.rule] }, month);
}

/**
 * Finds the month whose statement contains an event. It is the event's own month, unless the statement of
 * that month ends before the event. Then it is the next month whose statement ends later
 * (`StatementMembership`).
 */
class BilledMonths {
  /** The number of statements that end before the current place in the log. */
  private passedCount = 0;

  constructor(private readonly completeStatements: MonthToExport['completeStatements']) {
    this.moveBeyond(null);
  }

  /** Moves past the event with this id. */
  moveBeyond(id: string | null): void {
    const statements = this.completeStatements;
    while (statements[this.passedCount]?.head.through === id) this.passedCount++;
  }

  /** @param useMonth the month of the event, YYYY-MM */
  billedMonthOf(useMonth: string): string {
    const statement = this.completeStatements
      .slice(this.passedCount)
      .find(({ head }) => head.month >= useMonth);
    if (statement !== undefined) return statement.head.month;
    const lastMonth = this.completeStatements.at(-1)?.head.month;
    return lastMonth === undefined || lastMonth < useMonth ? useMonth : monthAfter(lastMonth);
  }
}

function* linesOfEvent(
  recorded: RecordedEvent,
  { account, month, prices }: MonthToExport,
  billedMonths: BilledMonths,
): Generator<ExportLine> {
  const eventMonth = monthOf(recorded.metadata['time'] ?? '');
  const billedMonth = (): string => billedMonths.billedMonthOf(eventMonth);
  if (categoryOf(recorded.stream) === 'adjustments') {
    const entry = adjustmentsStreams.decode(recorded);
    if (isCredit(entry.event.data)) {
      if (eventMonth === month)
        yield* exportLines({ kind: 'credit', fact: creditFact(entry, false) }, billedMonth());
      return;
    }
    const fact = adjustmentFact(entry, { format: STATEMENT_FORMAT, agreements: prices, late: false });
    const lines = (fact.lines ?? []).filter(({ date }) => monthOf(date) === month);
    const currency = currencyOn(prices, lines[0]?.date ?? '');
    if (lines.length > 0)
      yield* exportLines({ kind: 'adjustment', fact: { ...fact, currency, lines } }, billedMonth());
    return;
  }
  if (eventMonth !== month) return;
  // As in usage, a month before the first price has no amounts, even if prices are agreed later.
  const agreements = begunCurrencyOn(prices, lastDayOf(month)) === null ? [] : prices;
  for (const { factText } of chargesOf(recorded, { account, agreements, totals: new Totals() }, false))
    yield* exportLines({ kind: 'charge', fact: JSON.parse(factText.text) as ChargeFact }, billedMonth());
}
