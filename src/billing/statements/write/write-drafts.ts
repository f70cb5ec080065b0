/** One pass over the log that writes the bodies of many statements, each in memory that doesn't grow with its lines. */
import {
  LOG_START,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../../../platform/event-store/event-store.js';
import { logPages } from '../../../platform/event-store/stored-events.js';
import type { StatementFile } from './statement-file.js';
import {
  EarlierMonthError,
  STATED,
  type StatementDraft,
  type StatementPlan,
  type StatementWriting,
} from './statement-writing.js';

/** Packs are some 10 to 100 KB each. */
const PAGE = 100;

export interface StatementOutput {
  readonly plan: Pick<StatementPlan, 'account'>;
  readonly writing: StatementWriting;
  readonly output: StatementFile;
}

export interface DraftsPass {
  readonly log: Pick<EventStore, 'readAll'>;
  /** The last position that is looked at. */
  readonly head: Position;
  readonly onProgress?: (events: number) => void;
}

/** Each with its draft. Where a month in between has no statement, that one is given up, and has its error. */
export async function writeDrafts<Statement extends StatementOutput>(
  { log, head, onProgress }: DraftsPass,
  statements: readonly Statement[],
): Promise<ReadonlyMap<Statement, StatementDraft | EarlierMonthError>> {
  const under = new Map<number, Statement>(statements.map((each) => [each.plan.account, each]));
  const done = new Map<Statement, StatementDraft | EarlierMonthError>();
  let read = 0;
  const facts = { after: LOG_START, categories: STATED, limit: PAGE };
  for await (const { events } of logPages(log, facts, head)) {
    const touched = new Set<Statement>();
    for (const recorded of events) {
      const account = Number(recorded.metadata['account']);
      const statement = under.get(account);
      if (statement === undefined) continue;
      touched.add(statement);
      const refused = seen(statement, recorded);
      if (refused === null) continue;
      under.delete(account);
      done.set(statement, refused);
    }
    for (const { writing, output } of touched) await output.write(writing.take());
    onProgress?.((read += events.length));
  }
  for (const statement of under.values())
    done.set(statement, await statement.writing.end((bytes) => statement.output.write(bytes)));
  return done;
}

function seen({ writing }: StatementOutput, recorded: RecordedEvent): EarlierMonthError | null {
  try {
    writing.see(recorded);
    return null;
  } catch (error) {
    if (error instanceof EarlierMonthError) return error;
    throw error;
  }
}
