/**
 * The lines of statements that were issued behind a checkpoint, made again from the part of the log that they are about:
 * one reading for all of them, from where the first of their months began. Only where something differs is the whole log
 * read for these accounts, since a charge that came very late may lie before that part.
 */
import { LOG_START, type EventStore, type Position } from '../../platform/event-store/event-store.js';
import type { AccountId } from '../../shared/ids.js';
import { StatementsAreExact } from '../checks/statements-are-exact.check.js';
import type { InvariantReport } from '../invariant.js';

export interface LinesSource {
  readonly log: Pick<EventStore, 'readAll' | 'readStream'>;
  /** Inclusive. */
  readonly upTo: Position;
  /** Called between pages: rests, where the check must not take a whole core. */
  readonly pace: () => Promise<void>;
}

/** Ids of the events that issued statements, by account. */
export type Touched = ReadonlyMap<AccountId, ReadonlySet<string>>;

/** What lines stand in. */
const CATEGORIES = ['rows', 'adjustments'] as const;
/** Packs are some 10 to 100 KB each. */
const PAGE = 50;

/** What invariants 10 and 11 say of these statements. */
export type LinesReports = readonly [lines: InvariantReport, nets: InvariantReport];

/** Nothing is read of the log where there are no statements: null. */
export async function reportsOfLines(source: LinesSource, touched: Touched): Promise<LinesReports | null> {
  if (touched.size === 0) return null;
  const recent = new Set([...touched.values()].flatMap((ids) => [...ids]));
  const check = await StatementsAreExact.ofAccounts(source.log, touched.keys(), source.upTo);
  const start = check.startFor(recent);
  const reports = await found(source, { check, start, recent });
  if (reports.every(({ ok }) => ok) || start === LOG_START) return reports;
  const whole = await StatementsAreExact.ofAccounts(source.log, touched.keys(), source.upTo);
  return found(source, { check: whole, start: LOG_START, recent });
}

interface Reading {
  readonly check: StatementsAreExact;
  readonly start: Position;
  readonly recent: ReadonlySet<string>;
}

async function found(
  { log, upTo, pace }: LinesSource,
  { check, start, recent }: Reading,
): Promise<LinesReports> {
  check.beginAt(start);
  for (let after = start; after < upTo;) {
    const page = await log.readAll({ after, categories: CATEGORIES, limit: PAGE });
    for (const recorded of page.events) {
      const account = Number(recorded.metadata['account']) as AccountId;
      if (recorded.position <= upTo && check.has(account)) check.take(recorded);
    }
    if (page.atHead) break;
    after = page.position;
    await pace();
  }
  return check.concludeOnly(recent);
}
