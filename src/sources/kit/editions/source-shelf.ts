/** The editions of one source that a process has open. Each is opened once and read by every batch that names it. */
import { SqliteFileError } from '../../../platform/sqlite/sqlite-file.js';
import { NOTHING_WITHHELD, type Withheld } from '../../../shared/suppression/withheld.js';
import type { OpenEdition, Source } from '../../define-source.js';
import { activeEdition, activeMark, editionPath, editionsOf, type EditionId } from './edition.js';

/** The one in force, the one before it for chunks that began with it, and one more. */
const MOST_OPEN = 3;

/** Requests that come this close together look at the pointer once. */
const LOOK_EVERY_MS = 5;

export class SourceShelf<E extends OpenEdition = OpenEdition> {
  private inForce: { readonly mark: string; readonly id: EditionId | null } = { mark: '', id: null };
  /** By `performance.now()`. */
  private lookedAt = -LOOK_EVERY_MS;
  /** In order of last use. */
  private readonly open = new Map<EditionId, E>();

  constructor(
    private readonly dataDir: string,
    readonly source: Source<string, string | null, E>,
    /** What its editions leave out of all that they are asked for. */
    private readonly withheld: Withheld = NOTHING_WITHHELD,
  ) {}

  /** The edition in force, or the one that was some milliseconds ago; null while none was ever imported. */
  current(): EditionId | null {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_EVERY_MS) return this.inForce.id;
    this.lookedAt = now;
    const { name } = this.source;
    const mark = activeMark(this.dataDir, name);
    if (this.inForce.mark !== mark) this.inForce = { mark, id: activeEdition(this.dataDir, name) };
    return this.inForce.id;
  }

  /** Whether this machine has it. */
  holds(id: EditionId): boolean {
    return editionsOf(this.dataDir, this.source.name).includes(id);
  }

  /**
   * Reads from an edition; when that fails, once more with the file opened anew, because a file may have been restored
   * or a disk may be mounted again in between.
   * @throws SqliteFileError when it fails again
   */
  read<T>(id: EditionId, query: (edition: E) => T): T {
    try {
      return query(this.opened(id));
    } catch (error) {
      if (!(error instanceof SqliteFileError)) throw error;
      this.drop(id);
      return query(this.opened(id));
    }
  }

  close(): void {
    for (const id of [...this.open.keys()]) this.drop(id);
  }

  /** @throws SqliteFileError where it is missing or damaged */
  private opened(id: EditionId): E {
    const edition = this.open.get(id) ?? this.opening(id);
    this.open.delete(id);
    this.open.set(id, edition);
    for (const oldest of this.open.keys()) {
      if (this.open.size <= MOST_OPEN) break;
      this.drop(oldest);
    }
    return edition;
  }

  private opening(id: EditionId): E {
    return this.source.open(editionPath(this.dataDir, this.source.name, id), this.withheld);
  }

  private drop(id: EditionId): void {
    this.open.get(id)?.close();
    this.open.delete(id);
  }
}
