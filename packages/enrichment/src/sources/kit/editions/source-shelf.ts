/** Holds the open editions of one source. Each is opened once for all batches that name it. */
import { SqliteFileError } from '../../../../../platform/src/sqlite/sqlite-file.js';
import {
  NOTHING_SUPPRESSED,
  type SuppressedValues,
} from '../../../../../contract/src/suppression/suppressed.js';
import type { OpenEdition, Source } from '../../define-source.js';
import { activeEdition, activeMark, editionPath, editionsOf, type EditionId } from './edition.js';
import { unreadInForce, whyUnread, type UnreadEdition } from './readable-edition.js';

/** The maximum of open editions: the one in force, the one before it, and one more. */
const MAX_OPEN = 3;

/** Requests that come this close together look at the pointer once. */
const LOOK_EVERY_MS = 5;
/** The pause while the edition in force can't be read: then every edition is looked at. */
const LOOK_AGAIN_MS = 500;

export class SourceShelf<E extends OpenEdition = OpenEdition> {
  private mark = '';
  private inForce: EditionId | null = null;
  private unread: UnreadEdition | null = null;
  /** The time of the last look, by `performance.now()`. */
  private lookedAt = -LOOK_AGAIN_MS;
  /** Open editions in the order of their last use. */
  private readonly open = new Map<EditionId, E>();

  constructor(
    private readonly dataDir: string,
    readonly source: Source<string, string | null, E>,
    /** The values that the editions leave out of every answer. */
    private readonly suppressed: SuppressedValues = NOTHING_SUPPRESSED,
  ) {}

  /**
   * Returns the edition in force, some milliseconds late at most, or a readable one before it; null: none was
   * ever imported.
   */
  current(): EditionId | null {
    const unread = this.unreadInForce();
    return unread?.instead ?? this.inForce;
  }

  /** The edition in force, where this program can't read it. */
  unreadInForce(): UnreadEdition | null {
    const now = performance.now();
    if (now - this.lookedAt < (this.unread === null ? LOOK_EVERY_MS : LOOK_AGAIN_MS)) return this.unread;
    this.lookedAt = now;
    const { dataDir, source } = this;
    const mark = activeMark(dataDir, source.name);
    if (this.mark !== mark || this.unread !== null) {
      this.mark = mark;
      this.inForce = activeEdition(dataDir, source.name);
      this.unread = unreadInForce(dataDir, source);
    }
    return this.unread;
  }

  /** Makes the next request look at the pointer, however short the time since the last look. */
  lookAgain(): void {
    this.lookedAt = -LOOK_AGAIN_MS;
  }

  /** Tells whether this machine has the edition, and this program can read it. */
  holds(id: EditionId): boolean {
    const { dataDir, source } = this;
    if (this.open.has(id)) return true;
    return editionsOf(dataDir, source.name).includes(id) && whyUnread(dataDir, source, id) === null;
  }

  /**
   * Reads from an edition. Opens the file once more after a failure: it may have been restored meanwhile.
   * @throws SqliteFileError when it fails again
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

  /** @throws SqliteFileError where it is missing or damaged */
  private opened(id: EditionId): E {
    const edition = this.open.get(id) ?? this.opening(id);
    this.open.delete(id);
    this.open.set(id, edition);
    for (const oldest of this.open.keys()) {
      if (this.open.size <= MAX_OPEN) break;
      this.drop(oldest);
    }
    return edition;
  }

  private opening(id: EditionId): E {
    return this.source.open(editionPath(this.dataDir, this.source.name, id), this.suppressed);
  }

  private drop(id: EditionId): void {
    this.open.get(id)?.close();
    this.open.delete(id);
  }
}
