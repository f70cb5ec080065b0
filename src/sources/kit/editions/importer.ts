/** What every published source brings: how its files become an edition. One implementation in each source's folder. */
import type { IsoDate } from '../../../shared/calendar.js';
import { dateInFileNames } from './edition-date.js';
import type { EditionFacts } from './edition-file.js';
import type { DateBasis } from './edition.js';
import { ImportRefusal, type ImportProgress, type RejectList } from './import-outcome.js';
import type { PublishedFile } from './published-file.js';

/** Below it a thread takes longer to start than the whole import takes. */
export const THREAD_FROM_BYTES = 16 * 1024 * 1024;

export interface BuildRequest {
  readonly files: readonly PublishedFile[];
  /** Where to build; a new file. */
  readonly path: string;
  /** The day named by the operator, or null: then it is taken from the files. */
  readonly asOf: IsoDate | null;
  /** Of the clock: nothing was published after it. */
  readonly today: IsoDate;
  /** The operator says that the files don't hold everybody. */
  readonly part: boolean;
  /** The edition that the files bring up to date, or null: they stand alone. */
  readonly updates: string | null;
  readonly maxRejectedPercent: number;
  /** Filled while the import runs, so that a refused one can still say what it saw. */
  readonly rejects: RejectList;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** How an edition is made out of one that an earlier program wrote, whose published files may be gone. */
export interface Rewriting {
  /** Whether editions of this older layout hold all that one of today's does. */
  takes(layout: number): boolean;
  /**
   * Builds and closes the file.
   * @param from the older edition
   * @throws ImportRefusal, SqliteFileError; the file is then worthless
   */
  build(request: BuildRequest, from: string): Promise<EditionFacts>;
}

export interface Importer {
  /** Version of the edition's layout; a part of the edition's name. */
  readonly layout: number;
  /** Version of the rules by which its documents are read; a part of the edition's name too. Left out: it reads none. */
  readonly reader?: number;
  /** Left out: what an earlier layout leaves out stands in the published files only. */
  readonly rewriting?: Rewriting;
  /** Whether an edition can be made of an earlier one and newer files. */
  readonly updates: boolean;
  /** Builds and closes the file. @throws ImportRefusal, SqliteFileError; the file is then worthless */
  build(request: BuildRequest): Promise<EditionFacts>;
}

/** On disk. */
export const bytesOf = ({ files }: Pick<BuildRequest, 'files'>): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** What was read of the files. */
export interface ReadFiles {
  /** Usable rows. */
  readonly rows: number;
  /** Left out: as many as rows. Files may say that there is nothing, which is worth an edition too. */
  readonly usable?: number;
  /** The tables that they stood in, by name. */
  readonly tables: Iterable<string>;
  /** The last resort where neither operator nor names tell a date: the data are at least as new. */
  readonly newest: { readonly day: IsoDate; readonly basis: DateBasis } | null;
  /** The files themselves tell that they don't hold everybody. */
  readonly partial?: boolean;
  /** What the edition says of itself that the files brought up to date. */
  readonly updated?: EditionFacts | null;
}

function noValidRow({ files, rejects }: BuildRequest): ImportRefusal {
  const names = files.map(({ name }) => name).join(', ');
  const [first] = rejects.first;
  const why =
    first === undefined
      ? `nothing stands below the header in ${names}`
      : `no row of ${names} can be used; the first, ${first.file} line ${first.line}: ${first.reason}`;
  return new ImportRefusal('no_valid_row', why);
}

function checkCounts(request: BuildRequest, { rows, usable = rows }: ReadFiles): void {
  if (usable === 0) throw noValidRow(request);
  const { maxRejectedPercent } = request;
  const rejected = request.rejects.count;
  const percent = (100 * rejected) / (usable + rejected);
  if (percent > maxRejectedPercent) {
    throw new ImportRefusal(
      'too_many_rejected',
      `${rejected} of ${usable + rejected} rows can't be used (${percent.toFixed(2)} %), more than ${maxRejectedPercent} %`,
    );
  }
}

/** The day the data speak of, never the day of the import, and how it is known. */
function dateOf(asOf: IsoDate | null, { tables, newest }: ReadFiles): [IsoDate, DateBasis] {
  if (asOf !== null) return [asOf, 'argument'];
  const named = dateInFileNames([...tables]);
  if (named !== null) return [named, 'file_name'];
  if (newest !== null) return [newest.day, newest.basis];
  throw new ImportRefusal('invalid_date', 'neither the file names nor any row tell the date of the data');
}

/** What the edition will say of itself. @throws ImportRefusal where too few rows can be used, or no date is known */
export async function editionFacts(request: BuildRequest, read: ReadFiles): Promise<EditionFacts> {
  const { rows, updated } = read;
  const rejected = request.rejects.count;
  checkCounts(request, read);
  const [day, as_of_basis] = dateOf(request.asOf, read);
  // Older files don't make what they are added to older.
  const as_of = updated && updated.as_of > day ? updated.as_of : day;
  const files: { name: string; sha256: string }[] = [];
  for (const file of request.files) files.push({ name: file.name, sha256: await file.sha256() });
  const part = request.part || (updated ? updated.part === true : read.partial === true);
  const whole_as_of = updated?.whole_as_of ?? updated?.as_of ?? as_of;
  return {
    ...{ as_of, as_of_basis, rows, rejected, files },
    ...(whole_as_of < as_of && { whole_as_of }),
    ...(part && { part }),
  };
}
