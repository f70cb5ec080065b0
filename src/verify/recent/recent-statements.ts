/**
 * Invariants 10 and 11 for statements that were issued after a checkpoint. Their lines are made again from
 * the log, read once for all of them, from where the first of their months began. If something differs, the
 * whole log is read for these accounts: a charge that came very late may lie before that part.
 */
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import { logPages } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { LoggedEvent } from '../../streams/index.js';
import { statementStreams } from '../../streams/statement/statement.events.js';
import { StatementsAreExact } from '../checks/statements-are-exact.check.js';
import type { Comparison, InvariantReport, Reach } from '../invariant.js';
import type { Place } from '../pass-memory.js';

/** The streams with charges and adjustments. */
const CATEGORIES = ['rows', 'adjustments'] as const;
/** Events read at once. Packs are some 10 to 100 KB each. */
const EVENTS_PER_PAGE = 50;

export class RecentStatements implements Comparison {
  /** Ids of events that issued statements since the last call, and their accounts. */
  private recent = new Set<string>();
  private accounts = new Set<AccountId>();

  observe(entry: LoggedEvent, _place: Place, isJudged: boolean): void {
    if (!isJudged || entry.event.type !== 'StatementIssued') return;
    this.recent.add(entry.id);
    this.accounts.add(statementStreams.idOf(entry.stream));
  }

  async settle({ log, upTo, pace }: Reach): Promise<readonly InvariantReport[]> {
    const { recent, accounts } = this;
    this.recent = new Set();
    this.accounts = new Set();
    if (accounts.size === 0) return new StatementsAreExact().concludeOnly(recent);
    const reportsFrom = async (startOf: (check: StatementsAreExact) => Position) => {
      const check = await StatementsAreExact.ofAccounts(log, accounts, upTo);
      const start = startOf(check);
      check.beginAt(start);
      const lines = { after: start, categories: CATEGORIES, limit: EVENTS_PER_PAGE };
      for await (const { events } of logPages(log, lines, upTo)) {
        for (const recorded of events)
          if (check.has(Number(recorded.metadata['account']) as AccountId)) check.take(recorded);
        await pace();
      }
      return { start, reports: check.concludeOnly(recent) };
    };
    const { start, reports } = await reportsFrom((check) => check.startFor(recent));
    if (reports.every(({ ok }) => ok) || start === LOG_START) return reports;
    return (await reportsFrom(() => LOG_START)).reports;
  }
}
