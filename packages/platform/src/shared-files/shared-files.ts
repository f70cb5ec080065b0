/** The SharedFiles port: large files that every machine can fetch whole, and notes on which file counts. */

/** A file differs from the one that was put, or is only a part of it. */
export class BadCopyError extends Error {
  override readonly name = 'BadCopyError';
}

/** @param done bytes so far */
export type OnBytes = (done: number, total: number) => void;

export interface SharedFile {
  readonly name: string;
  readonly bytes: number;
}

/** Says which file of a group counts. Each write has a mark of its own. */
export interface SharedNote {
  readonly group: string;
  /** The file that counts in the group. */
  readonly file: string;
  /** A new one with every change of `file`. */
  readonly mark: string;
  /** Names that were dropped, and that every machine drops. */
  readonly dropped: readonly string[];
}

export interface SharedFiles {
  /** Puts a file there whole, or not at all. A file that is there already stays as it is. */
  put(name: string, path: string, onBytes?: OnBytes): Promise<void>;
  /** Null where the file isn't there. */
  find(name: string): Promise<SharedFile | null>;
  /** Writes the file to this path. @throws BadCopyError; the caller then throws that file away */
  fetch(name: string, path: string, onBytes?: OnBytes): Promise<void>;
  /** Names that begin with the prefix, in order. */
  names(prefix: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
  notes(): Promise<readonly SharedNote[]>;
  /** Says that this file counts. If it was dropped before, it is no longer. */
  note(note: Omit<SharedNote, 'dropped'>): Promise<void>;
  noteDropped(group: string, files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
