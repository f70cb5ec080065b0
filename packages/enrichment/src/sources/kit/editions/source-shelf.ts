/** Holds the open editions of one source. Each edition is opened once for all batches that name it. */
import { SqliteFileError } from '../../../../../platform/src/sqlite/sqlite-file.js';
import {
  NOTHING_SUPPRESSED,
  type SuppressedValues,
} from '../../../../../contract/src/suppression/suppressed.js';
import type { OpenEdition, Source } from '../../define-source.js';
import { activeEdition, activeMark, editionPath, editionsOf, type EditionId } from './edition.js';
import { unreadInForce, whyUnread, type UnreadEdition } from './readable-edition.js';

/** The maximum number of open editions: the one in force, the one before it, and one more. */
const MAX_OPEN = 3;

/** The minimum time between two checks of the pointer. */
const CHECK_EVERY_MS = 5;
/** The minimum time while the edition in force is unreadable, because a check then opens other editions. */
const CHECK_UNREAD_EVERY_MS = 500;

export class SourceShelf<E extends OpenEdition = OpenEdition> {
  private mark = '';
  private inForce: EditionId | null = null;
  private unread: UnreadEdition | null = null;
  /** The time of the last check, by `performance.now()`. */
  private checkedAt = -CHECK_UNREAD_EVERY_MS;
  /** The open editions in the order of their last use. */
  private readonly open = new Map<EditionId, E>();

  constructor(
    private readonly dataDir: string,
    readonly source: Source<string, string | null, E>,
    /** The values to leave out of every answer. */
    private readonly suppressed: SuppressedValues = NOTHING_SUPPRESSED,
  ) {}

  /**
   * Returns the edition in force, at most some milliseconds late, or an earlier readable one; null: none was
   * ever imported.
   */
  current(): EditionId | null {
    const unread = this.unreadInForce();
    return unread?.instead ?? this.inForce;
  }

  /** The edition in force if this program can't read it; null: it is readable, or none is in force. */
  unreadInForce(): UnreadEdition | null {
    const now = performance.now();
    if (now - this.checkedAt < (this.unread === null ? CHECK_EVERY_MS : CHECK_UNREAD_EVERY_MS))
      return this.unread;
    this.checkedAt = now;
    const { dataDir, source } = this;
    const mark = activeMark(dataDir, source.name);
    if (this.mark !== mark || this.unread !== null) {
      this.mark = mark;
      this.inForce = activeEdition(dataDir, source.name);
      this.unread = unreadInForce(dataDir, source);
    }
    return this.unread;
  }

  /** Makes the next request check the pointer, even shortly after the last check. */
  lookAgain(): void {
    this.checkedAt = -CHECK_UNREAD_EVERY_MS;
  }

  /** Returns true if this machine has the edition and this program can read it. */
  holds(id: EditionId): boolean {
    const { dataDir, source } = this;
    if (this.open.has(id)) return true;
    return editionsOf(dataDir, source.name).includes(id) && whyUnread(dataDir, source, id) === null;
  }

  /**
   * Reads from an edition. After a failure it opens the file again, which may have been restored meanwhile.
   * @throws SqliteFileError if reading fails again
   */
  read<T>(id: EditionId, query: (edition: E) => T): T {
    try {
      return query(this.opened(id));
    } catch (error) {
      if (!(error instanceof SqliteFileError)) throw error;
      this.drop(id);
      this.mark = '';
      return query(this.opened(id));
    }
  }

  close(): void {
    for (const id of [...this.open.keys()]) this.drop(id);
  }

  /** @throws SqliteFileError if the edition is missing or damaged */
  private opened(id: EditionId): E {
    const edition = this.open.get(id) ?? this.openFile(id);
    this.open.delete(id);
    this.open.set(id, edition);
    for (const oldest of this.open.keys()) {
      if (this.open.size <= MAX_OPEN) break;
      this.drop(oldest);
    }
    return edition;
  }

  private openFile(id: EditionId): E {
    return this.source.open(editionPath(this.dataDir, this.source.name, id), this.suppressed);
  }

  private drop(id: EditionId): void {
    this.open.get(id)?.close();
    this.open.delete(id);
  }
}
