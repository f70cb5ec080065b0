/** One run over the files of an import: what is known of them so far, and what the edition will say of itself. */
import type { IsoDate } from '../../../shared/calendar.js';
import type { EditionFacts } from './edition-file.js';
import type { DateBasis } from './edition.js';
import type { ImportProgress } from './import-outcome.js';
import { bytesOf, editionFacts, type BuildRequest } from './importer.js';
import { tablesOf, type PublishedFile, type PublishedTable } from './published-file.js';

/** What became of it. */
interface Built {
  readonly rows: number;
  /** What the edition says of itself that was brought up to date; null: the files stand alone. */
  readonly updated: EditionFacts | null;
  /** How the newest day is known. Default: by the records themselves. */
  readonly basis?: DateBasis;
}

export class ImportRun {
  /** The tables that were begun, by name. */
  readonly tables = new Set<string>();
  bytesRead = 0;
  /** Usable rows. */
  usable = 0;
  /** The files themselves tell that they don't hold everybody. */
  partial = false;
  /** A day or a time of that day; empty: none is known. */
  newest = '';
  protected file = '';

  constructor(protected readonly request: BuildRequest) {}

  /** Those of all files, to be read one after the other. @throws ImportRefusal while reading a broken archive */
  async *tablesOfFiles(members: RegExp): AsyncGenerator<PublishedTable> {
    for (const file of this.request.files) yield* this.tablesIn(file, members);
  }

  /** The same of one file. */
  tablesIn(file: PublishedFile, members: RegExp): AsyncGenerator<PublishedTable> {
    return tablesOf(file, (bytes) => (this.bytesRead += bytes), members);
  }

  reject(line: number, reason: string): void {
    this.request.rejects.add({ file: this.file, line, reason });
  }

  report(phase: ImportProgress['phase']): void {
    const { request, usable: rows, file, bytesRead: bytes } = this;
    const rejected = request.rejects.count;
    request.onProgress({ file, rows, rejected, bytes, bytes_total: bytesOf(request), phase });
  }

  /** What the edition will say of itself. @throws ImportRefusal */
  facts({ rows, updated, basis = 'newest_record' }: Built): Promise<EditionFacts> {
    const { usable, tables, partial } = this;
    const day: IsoDate = this.newest.slice(0, 'YYYY-MM-DD'.length);
    const newest = day === '' ? null : { day, basis };
    return editionFacts(this.request, { rows, usable, tables, newest, updated, partial });
  }

  protected begin(file: string): void {
    this.file = file;
    this.tables.add(file);
  }

  protected heardOf(time: string): void {
    if (time > this.newest) this.newest = time;
  }
}

/** What is filled while the files are read. */
interface Target {
  abandon(): unknown;
}

/** Builds into a target, which is abandoned where that breaks off. */
export async function abandonedOnFault<T>(target: Target, build: () => Promise<T>): Promise<T> {
  try {
    return await build();
  } catch (error) {
    await target.abandon();
    throw error;
  }
}
