/** The editions that a process has open. Each is opened once and read by every batch that names it. */
import { SqliteFileError } from '../platform/sqlite/sqlite-file.js';
import { CompaniesEdition } from '../sources/companies/companies.edition.js';
import type { EditionId, EditionSet, SourceName } from '../sources/editions/edition.js';
import { SOURCES, activeEdition, activeMark, editionPath, editionsOf } from '../sources/editions/edition.js';

/** The one in force, the one before it for chunks that began with it, and one more. */
const MOST_OPEN = 3;

export class EditionShelf {
  private readonly inForce = new Map<SourceName, { readonly mark: string; readonly id: EditionId | null }>();
  /** In order of last use. */
  private readonly companies = new Map<string, CompaniesEdition>();

  constructor(private readonly dataDir: string) {}

  /** The editions in force, by source. Empty while nothing was ever imported. */
  current(): EditionSet {
    const editions: Record<string, string> = {};
    for (const source of SOURCES) {
      const active = this.active(source);
      if (active !== null) editions[source] = active;
    }
    return editions;
  }

  private active(source: SourceName): EditionId | null {
    const mark = activeMark(this.dataDir, source);
    const known = this.inForce.get(source);
    if (known?.mark === mark) return known.id;
    const id = activeEdition(this.dataDir, source);
    this.inForce.set(source, { mark, id });
    return id;
  }

  /** Whether this machine has all of these editions. */
  holds(editions: EditionSet): boolean {
    return SOURCES.every((source) => {
      const edition = editions[source];
      return edition === undefined || editionsOf(this.dataDir, source).includes(edition);
    });
  }

  /** @throws SqliteFileError where it is missing or damaged */
  openCompanies(id: string): CompaniesEdition {
    const open = this.companies.get(id) ?? CompaniesEdition.open(editionPath(this.dataDir, 'companies', id));
    this.companies.delete(id);
    this.companies.set(id, open);
    for (const oldest of this.companies.keys()) {
      if (this.companies.size <= MOST_OPEN) break;
      this.drop(oldest);
    }
    return open;
  }

  /**
   * Reads from an edition; when that fails, once more with the file opened anew, because a file may have been restored
   * or a disk may be mounted again in between.
   * @throws SqliteFileError when it fails again
   */
  readCompanies<T>(id: string, read: (edition: CompaniesEdition) => T): T {
    try {
      return read(this.openCompanies(id));
    } catch (error) {
      if (!(error instanceof SqliteFileError)) throw error;
      this.drop(id);
      return read(this.openCompanies(id));
    }
  }

  close(): void {
    for (const id of [...this.companies.keys()]) this.drop(id);
  }

  private drop(id: string): void {
    this.companies.get(id)?.close();
    this.companies.delete(id);
  }
}
