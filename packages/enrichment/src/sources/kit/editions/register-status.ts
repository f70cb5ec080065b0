/** Implements `register status` and `register prune`. */
import { rmSync } from 'node:fs';
import { daysBetween, type IsoDate } from '../../../../../words/src/calendar.js';
import { clockDay } from '../../../../../platform/src/time/clock.js';
import { SqliteFileError } from '../../../../../platform/src/sqlite/sqlite-file.js';
import { SOURCES, SOURCE_NAMES, sourceNamed, type SourceName } from '../../index.js';
import { activeEdition, editionPath, editionsOf, lockSource, type EditionId } from './edition.js';
import { dropDigests } from '../history/digests.js';
import { factsOfEdition } from './edition-file.js';
import { unreadInForce, unreadWords, whyUnread, type UnreadEdition } from './readable-edition.js';

export interface EditionStatus {
  readonly source: SourceName;
  readonly edition: EditionId;
  readonly as_of: IsoDate;
  /** The number of rows; null: the edition is unreadable. */
  readonly rows: number | null;
  /** The reason why this program can't read the edition, with the fix. Absent: it can. */
  readonly unread?: string;
  readonly active: boolean;
  /** The days from `as_of` to today. */
  readonly age_days: number;
  /** True if the edition is older than the source's `stale_after_days`. */
  readonly stale: boolean;
}

/** The rows, and the reason if it is unreadable. @throws SqliteFileError if a readable edition is damaged */
function contentsOf(dataDir: string, source: SourceName, edition: EditionId) {
  const unread = whyUnread(dataDir, sourceNamed(source), edition);
  const rowsOf = (): number => factsOfEdition(dataDir, source, edition).rows;
  if (unread === null) return { rows: rowsOf() };
  try {
    return { rows: rowsOf(), unread };
  } catch (error) {
    if (error instanceof SqliteFileError) return { rows: null, unread };
    throw error;
  }
}

/** The age of a source's data, and true in `stale` if they are too old. */
function ageOf(source: SourceName, as_of: IsoDate, today: IsoDate): { age_days: number; stale: boolean } {
  const age_days = daysBetween(as_of, today);
  return { age_days, stale: age_days > sourceNamed(source).stale_after_days };
}

/** Every edition of every source, by source and date. @throws SqliteFileError if an edition is damaged */
export function registerStatus(dataDir: string, today = clockDay()): EditionStatus[] {
  return SOURCE_NAMES.flatMap((source) => {
    const active = activeEdition(dataDir, source);
    return editionsOf(dataDir, source).map((edition) => ({
      source,
      edition,
      as_of: edition.slice(0, 10),
      ...contentsOf(dataDir, source, edition),
      active: edition === active,
      ...ageOf(source, edition.slice(0, 10), today),
    }));
  });
}

/** The age of the edition in force of every source that has one. */
export const agesInForce = (dataDir: string, today = clockDay()) =>
  SOURCE_NAMES.flatMap((source) => {
    const edition = activeEdition(dataDir, source);
    return edition === null ? [] : [{ source, ...ageOf(source, edition.slice(0, 10), today) }];
  });

/** The editions in force that this program can't read. */
export const unreadEditions = (dataDir: string): UnreadEdition[] =>
  SOURCES.flatMap((source) => unreadInForce(dataDir, source) ?? []);

/** The unread editions, in sentences for operators. */
export const unreadInWords = (dataDir: string): readonly string[] => unreadEditions(dataDir).map(unreadWords);

export interface PruneOutcome {
  readonly dropped: readonly { readonly source: SourceName; readonly edition: EditionId }[];
  /** The sources that were skipped because an import of them is running. */
  readonly busy: readonly SourceName[];
}

export interface PruneTerms {
  /** Tells which editions are in use. Absent: none is. */
  readonly inUse?: (source: SourceName, edition: EditionId) => boolean;
  /** The sources to prune. Absent: all. */
  readonly sources?: readonly SourceName[];
}

/** Removes all editions except the newest `keep` of each source, the one in force, and those in use. */
export function pruneRegister(
  dataDir: string,
  keep: number,
  { inUse = () => false, sources = SOURCE_NAMES }: PruneTerms = {},
): PruneOutcome {
  const dropped: { source: SourceName; edition: EditionId }[] = [];
  const busy: SourceName[] = [];
  for (const source of sources) {
    const lock = lockSource(dataDir, source);
    if (lock === null) {
      busy.push(source);
      continue;
    }
    try {
      const active = activeEdition(dataDir, source);
      for (const edition of editionsOf(dataDir, source).slice(0, -Math.max(1, keep))) {
        if (edition === active || inUse(source, edition)) continue;
        rmSync(editionPath(dataDir, source, edition), { force: true });
        dropDigests(dataDir, source, edition);
        dropped.push({ source, edition });
      }
    } finally {
      lock.release();
    }
  }
  return { dropped, busy };
}
