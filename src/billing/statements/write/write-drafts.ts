/** One pass over the log that writes the bodies of many statements, each in memory that doesn't grow with its lines. */
import {
  LOG_START,
  type EventStore,
  type LogPage,
  type Position,
  type RecordedEvent,
} from '../../../platform/event-store/event-store.js';
import type { StatementFile } from './statement-file.js';
import {
  EarlierMonthError,
  STATED,
  type StatementDraft,
  type StatementWriting,
} from './statement-writing.js';

/** Packs are some 10 to 100 KB each. */
const PAGE = 100;

export interface WrittenStatement {
  readonly writing: StatementWriting;
  readonly file: StatementFile;
}

export interface DraftsPass {
  readonly log: Pick<EventStore, 'readAll'>;
  /** The last position that is looked at. */
  readonly head: Position;
  readonly onProgress?: (events: number) => void;
}

/** By account. Where a month in between has no statement, that of the account is given up and its error returned. */
export async function writeDrafts<Account extends number>(
  { log, head, onProgress }: DraftsPass,
  statements: ReadonlyMap<Account, WrittenStatement>,
): Promise<Map<Account, StatementDraft | EarlierMonthError>> {
  const under = new Map<number, WrittenStatement>(statements);
  const done = new Map<Account, StatementDraft | EarlierMonthError>();
  let read = 0;
  for await (const page of pagesUpTo(log, head)) {
    const touched = new Set<WrittenStatement>();
    for (const recorded of page) {
      const account = Number(recorded.metadata['account']) as Account;
      const statement = under.get(account);
      const refused = statement === undefined ? null : seen(statement, recorded);
      if (statement === undefined) continue;
      touched.add(statement);
      if (refused === null) continue;
      under.delete(account);
      done.set(account, refused);
    }
    for (const { writing, file } of touched) await file.write(writing.take());
    onProgress?.((read += page.length));
  }
  for (const [account, { writing, file }] of statements)
    if (!done.has(account)) done.set(account, await writing.end((bytes) => file.write(bytes)));
  return done;
}

function seen({ writing }: WrittenStatement, recorded: RecordedEvent): EarlierMonthError | null {
  try {
    writing.see(recorded);
    return null;
  } catch (error) {
    if (error instanceof EarlierMonthError) return error;
    throw error;
  }
}

async function* pagesUpTo(log: DraftsPass['log'], head: Position): AsyncGenerator<readonly RecordedEvent[]> {
  const read = (after: Position): Promise<LogPage> => log.readAll({ after, categories: STATED, limit: PAGE });
  let next: Promise<LogPage> | null = read(LOG_START);
  while (next !== null) {
    const page: LogPage = await next;
    // The next page is on its way while this one is worked on.
    next = page.atHead || page.position >= head ? null : read(page.position);
    yield page.events.filter(
      ({ position, metadata }) => position <= head && metadata['account'] !== undefined,
    );
  }
}
