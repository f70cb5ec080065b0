/** Opens the files of changes for a process that serves them. */
import { dayOf, type IsoDate } from '../../../../words/src/calendar.js';
import { OWN_RECORDS } from './block-sources.js';
import { DayFiles, dropOldChanges, oldestChangesDay, type DayFilesSetup } from './day-files.js';

/** What a client must know before it asks for files. */
export interface ChangesIndex {
  /** Changes that came into force before this time are in today's file, if it is asked for now. */
  readonly as_of: string;
  /** Milliseconds for which rows may still be answered as before a change. */
  readonly late_ms: Readonly<Record<'editions' | 'program', number>>;
  readonly first_day: IsoDate;
  readonly today: IsoDate;
  /** The blocks that follow from a company's own records, each with the kinds of facts that it reads. */
  readonly own_records: Readonly<Record<string, readonly string[]>>;
}

export interface Changes {
  readonly files: DayFiles;
  readonly index: (now: Date) => ChangesIndex;
}

const HERE = { editions: 100, program: 900_000 };
const ELSEWHERE = { editions: 900_000, program: 900_000 };

/** @param setup.shared whether editions are shared with other machines */
export async function openChanges(
  setup: DayFilesSetup & { readonly shared: boolean },
  now: Date,
): Promise<Changes> {
  dropOldChanges(setup.dataDir, now);
  return {
    files: new DayFiles(setup),
    index: (at) => ({
      as_of: at.toISOString(),
      late_ms: setup.shared ? ELSEWHERE : HERE,
      first_day: oldestChangesDay(at),
      today: dayOf(at),
      own_records: Object.fromEntries(OWN_RECORDS),
    }),
  };
}
