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

  async settle(reach: Reach): Promise<readonly InvariantReport[]> {
    const { recent, accounts } = this;
    this.recent = new Set();
    this.accounts = new Set();
    if (accounts.size === 0) return new StatementsAreExact().concludeOnly(recent);
    const begin = (): Promise<StatementsAreExact> =>
      StatementsAreExact.ofAccounts(reach.log, accounts, reach.upTo);
    const check = await begin();
    const start = check.startFor(recent);
    await readLines(check, start, reach);
    const reports = check.concludeOnly(recent);
    if (reports.every(({ ok }) => ok) || start === LOG_START) return reports;
    const whole = await begin();
    await readLines(whole, LOG_START, reach);
    return whole.concludeOnly(recent);
  }
}

async function readLines(
  check: StatementsAreExact,
  start: Position,
  { log, upTo, pace }: Reach,
): Promise<void> {
  check.beginAt(start);
  const lines = { after: start, categories: CATEGORIES, limit: EVENTS_PER_PAGE };
  for await (const { events } of logPages(log, lines, upTo)) {
    for (const recorded of events)
      if (check.has(Number(recorded.metadata['account']) as AccountId)) check.take(recorded);
    await pace();
  }
}
