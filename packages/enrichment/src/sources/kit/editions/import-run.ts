/** Runs an import over its files: counts their rows and makes the edition's facts. */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import { datesInFileNames } from './edition-date.js';
import type { EditionFacts } from './edition-file.js';
import type { DateBasis } from './edition.js';
import { ImportRefusal, type ImportProgress } from './import-outcome.js';
import { importBytesOf, type BuildRequest } from './importer.js';
import { tablesOf, type PublishedFile, type PublishedTable } from './published-file.js';

/** The edition that is filled while the files are read. */
export interface FilledEdition {
  readonly rows: number;
  finish(facts: EditionFacts): unknown;
  /** Closes the file without finishing it. */
  abandon(): unknown;
}

/** The result of the build. */
interface Built extends Pick<FilledEdition, 'rows'> {
  /** The facts of the edition that was updated; null: none was. */
  readonly updated: EditionFacts | null;
  /** The origin of `dataDay`. Absent: the records themselves. */
  readonly basis?: DateBasis;
}

export class ImportRun {
  /** The names of the tables that were begun. */
  readonly tables = new Set<string>();
  bytesRead = 0;
  /** The number of usable rows, including rows that state that a company has no records. */
  usable = 0;
  /** True if the files themselves state that they lack companies. */
  partial = false;
  /** The day of the data by its records (mostly the newest), or a time on that day; empty: unknown. */
  dataDay = '';
  protected file = '';
  /** True if each record has the day of its file. */
  protected readonly recordsHaveDays: boolean = false;

  constructor(protected readonly request: BuildRequest) {}

  /** The tables of all files, one after the other. @throws ImportRefusal while reading a broken archive */
  async *tablesOfFiles(members: RegExp): AsyncGenerator<PublishedTable> {
    for (const file of this.request.files) yield* this.tablesIn(file, members);
  }

  tablesIn(file: PublishedFile, members: RegExp): AsyncGenerator<PublishedTable> {
    return tablesOf(file, (bytes) => (this.bytesRead += bytes), members);
  }

  reject(line: number, reason: string): void {
    this.request.rejects.add({ file: this.file, line, reason });
  }

  report(phase: ImportProgress['phase']): void {
    const { request, usable: rows, file, bytesRead: bytes } = this;
    const rejected = request.rejects.count;
    request.onProgress({ file, rows, rejected, bytes, bytes_total: importBytesOf(request), phase });
  }

  /** Fills an edition and finishes it; abandons it after an error. @throws ImportRefusal, SqliteFileError */
  fill(
    edition: FilledEdition,
    read: () => Promise<void>,
    origin: Omit<Built, 'rows'>,
  ): Promise<EditionFacts> {
    return abandonedOnFault(edition, async () => {
      await read();
      this.report('indexing');
      const facts = await this.facts({ rows: edition.rows, ...origin });
      await edition.finish(facts);
      return facts;
    });
  }

  /** Makes the edition's facts. @throws ImportRefusal if too few rows are usable or no date is known */
  async facts({ rows, updated, basis = 'newest_record' }: Built): Promise<EditionFacts> {
    this.checkCounts();
    const { day, oldest = day, as_of_basis } = this.dated(basis);
    // Older files don't make the updated edition older.
    const as_of = updated !== null && updated.as_of > day ? updated.as_of : day;
    const files: { name: string; sha256: string }[] = [];
    for (const file of this.request.files) files.push({ name: file.name, sha256: await file.sha256() });
    const part = this.request.part || (updated === null ? this.partial : updated.part === true);
    const whole_as_of = updated === null ? oldest : (updated.whole_as_of ?? updated.as_of);
    return {
      ...{ as_of, as_of_basis, rows, rejected: this.request.rejects.count, files },
      ...(whole_as_of < as_of && { whole_as_of }),
      ...(part && { part }),
    };
  }

  protected begin(file: string): void {
    this.file = file;
    this.tables.add(file);
  }

  /** Keeps the time if it is the newest so far. */
  protected noteTime(time: string): void {
    if (time > this.dataDay) this.dataDay = time;
  }

  private checkCounts(): void {
    const { usable, request } = this;
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

  /**
   * The day of the data, never the day of the import, and its origin. `oldest` is the oldest day of the
   * files, up to which they hold for every company. It is the day of all data if records have no own day.
   */
  private dated(basis: DateBasis): { day: IsoDate; oldest?: IsoDate; as_of_basis: DateBasis } {
    if (this.request.asOf !== null) return { day: this.request.asOf, as_of_basis: 'argument' };
    const named = datesInFileNames([...this.tables]);
    const [oldest] = named;
    const day = this.recordsHaveDays ? named.at(-1) : oldest;
    if (oldest !== undefined && day !== undefined) return { day, oldest, as_of_basis: 'file_name' };
    // As a last resort the day comes from the records, because the data are not older.
    if (this.dataDay !== '') return { day: this.dataDay.slice(0, 'YYYY-MM-DD'.length), as_of_basis: basis };
    throw new ImportRefusal('invalid_date', 'neither the file names nor any row tell the date of the data');
  }
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

/** Builds an edition, and abandons it if the work fails. */
export async function abandonedOnFault<T>(
  edition: Pick<FilledEdition, 'abandon'>,
  build: () => Promise<T>,
): Promise<T> {
  try {
    return await build();
  } catch (error) {
    await edition.abandon();
    throw error;
  }
}
