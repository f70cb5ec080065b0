/** The SharedFiles port: large files that every machine can fetch whole, and small notes beside them that say which counts. */

/** A file is not what was put there, or only a part of it. */
export class BadCopyError extends Error {
  override readonly name = 'BadCopyError';
}

/** @param done bytes so far */
export type OnBytes = (done: number, total: number) => void;

export interface SharedFile {
  readonly name: string;
  readonly bytes: number;
}

/** Says what counts of a group of files; each write has a mark of its own. */
export interface SharedNote {
  readonly group: string;
  /** Of the group's files, the one that counts. */
  readonly file: string;
  /** Another with every change of `file`. */
  readonly mark: string;
  /** Names that were dropped, and are to be dropped everywhere. */
  readonly dropped: readonly string[];
}

export interface SharedFiles {
  /** Puts a file there whole, or not at all; one that is there already is left as it is. */
  put(name: string, path: string, onBytes?: OnBytes): Promise<void>;
  /** Null: it isn't there. */
  find(name: string): Promise<SharedFile | null>;
  /**
   * Writes the file to this path, digest checked.
   * @throws BadCopyError; what is at the path then is to be thrown away
   */
  fetch(name: string, path: string, onBytes?: OnBytes): Promise<void>;
  /** Names that begin so, in order. */
  names(prefix: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
  notes(): Promise<readonly SharedNote[]>;
  /** A file that was dropped and counts again is dropped no longer. */
  note(note: Omit<SharedNote, 'dropped'>): Promise<void>;
  noteDropped(group: string, files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
