/** Reads and writes the common parts of every edition's file: its layout number and its facts. */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import {
  ReadOnlyFile,
  SqliteFileError,
  type BulkFile,
} from '../../../../../platform/src/sqlite/sqlite-file.js';
import { editionPath, type DateBasis, type EditionId } from './edition.js';

export interface EditionFacts {
  readonly as_of: IsoDate;
  /** The day up to which it holds for every company, if updates are newer for some. Absent: `as_of`. */
  readonly whole_as_of?: IsoDate;
  readonly as_of_basis: DateBasis;
  readonly rows: number;
  readonly rejected: number;
  /** The files lack companies: those were not looked up (Blocks 1.11). Absent: they hold every company. */
  readonly part?: true;
  /** The version of the rules that read its documents. Absent: the first version, or no documents. */
  readonly reader?: number;
  /** The imported files: name and SHA-256. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** The reader version of documents that were read before editions stated their rules. */
export const FIRST_READER = 1;

/** Writes the facts of an edition. In a copy of another edition they replace that edition's facts. */
export function writeFacts(file: BulkFile, facts: EditionFacts): void {
  writeItem(file, 'facts', JSON.stringify(facts));
}

/** Writes another item of the edition beside its facts. */
export function writeItem(file: BulkFile, item: string, value: string): void {
  file.run('CREATE TABLE IF NOT EXISTS edition (item TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  file.inserter('INSERT OR REPLACE INTO edition VALUES (?, ?)')(item, value);
}

/** Reads an item; null: there is no such item. @throws SqliteFileError if the file is no edition */
export function itemOf(file: ReadOnlyFile, item: string): string | null {
  const [row] = file.prepare('SELECT value FROM edition WHERE item = ?').all(item);
  return row === undefined ? null : String(row[0]);
}

/** @throws SqliteFileError if the file is no edition */
export function editionFactsOf(file: ReadOnlyFile): EditionFacts {
  const written = itemOf(file, 'facts');
  if (written === null) throw new SqliteFileError('damaged', 'this edition says nothing of itself');
  // Written by `writeFacts`.
  return JSON.parse(written) as EditionFacts;
}

function factsIn(file: ReadOnlyFile): EditionFacts {
  try {
    return editionFactsOf(file);
  } finally {
    file.close();
  }
}

/** The facts of an edition on this machine. @throws SqliteFileError if the file is missing or no edition */
export const factsOfEdition = (dataDir: string, source: string, edition: EditionId): EditionFacts =>
  factsIn(ReadOnlyFile.open(editionPath(dataDir, source, edition)));

/** Reports an edition with a layout that this program doesn't read. */
export class OtherLayoutError extends SqliteFileError {
  constructor(
    readonly layout: number,
    readonly layoutRead: number,
    mend = layout > layoutRead ? 'a newer program made it, upgrade this one' : 'run register upgrade',
  ) {
    super('damaged', `it has layout ${layout}, this program reads ${layoutRead}: ${mend}`);
  }
}

/** @throws SqliteFileError, with the fix, if the file is missing, damaged or of another layout */
export function openEditionFile(path: string, layout: number): ReadOnlyFile {
  const file = ReadOnlyFile.open(path);
  try {
    const foundLayout = file.layoutVersion;
    if (foundLayout === layout) return file;
    throw new OtherLayoutError(foundLayout, layout);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The facts of an edition that is to be updated; null: there is none. @throws SqliteFileError */
export const factsToUpdate = (path: string | null, layout: number): EditionFacts | null =>
  path === null ? null : factsIn(openEditionFile(path, layout));
