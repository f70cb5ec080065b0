/** Writes the bodies of many statements in one pass over the log. Memory does not grow with their lines. */
import {
  LOG_START,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../../../../packages/platform/src/event-store/event-store.js';
import { logPages } from '../../../../packages/platform/src/event-store/stored-events.js';
import type { DraftedFile } from './drafted-file.js';
import {
  EarlierMonthError,
  STATEMENT_CATEGORIES,
  type StatementDraft,
  type StatementPlan,
  type StatementWriter,
} from './statement-writer.js';

/** The number of events in one read. Packed events have 10 to 100 KB each. */
const EVENTS_PER_PAGE = 100;

export interface StatementInProgress {
  readonly plan: Pick<StatementPlan, 'account'>;
  readonly writer: StatementWriter;
  readonly output: DraftedFile;
}

export interface DraftsPass {
  readonly log: Pick<EventStore, 'readAll'>;
  /** The last position that is read. */
  readonly until: Position;
  readonly onProgress?: (events: number) => void;
}

/** Returns each statement's draft, or an error if an earlier month has charges but no statement. */
export async function writeDrafts<Statement extends StatementInProgress>(
  { log, until, onProgress }: DraftsPass,
  statements: readonly Statement[],
): Promise<ReadonlyMap<Statement, StatementDraft | EarlierMonthError>> {
  const openStatements = new Map<number, Statement>(
    statements.map((statement) => [statement.plan.account, statement]),
  );
  const outcomes = new Map<Statement, StatementDraft | EarlierMonthError>();
  let eventCount = 0;
  const logRead = { after: LOG_START, categories: STATEMENT_CATEGORIES, limit: EVENTS_PER_PAGE };
  for await (const { events } of logPages(log, logRead, until)) {
    const changedStatements = new Set<Statement>();
    for (const recorded of events) {
      const account = Number(recorded.metadata['account']);
      const statement = openStatements.get(account);
      if (statement === undefined) continue;
      changedStatements.add(statement);
      const error = tryAddEvent(statement, recorded);
      if (error === null) continue;
      openStatements.delete(account);
      outcomes.set(statement, error);
    }
    for (const { writer, output } of changedStatements) await output.write(writer.drain());
    onProgress?.((eventCount += events.length));
  }
  for (const statement of openStatements.values())
    outcomes.set(statement, await statement.writer.end((bytes) => statement.output.write(bytes)));
  return outcomes;
}

/** Adds the event to the statement. Returns null, or the error if the statement can't be written. */
function tryAddEvent({ writer }: StatementInProgress, recorded: RecordedEvent): EarlierMonthError | null {
  try {
    writer.addEvent(recorded);
    return null;
  } catch (error) {
    if (error instanceof EarlierMonthError) return error;
    throw error;
  }
}
