/**
 * Writes a folder of files that gets its name only when it is complete: the folder is written beside its
 * target, readable for its owner alone, and renamed at the end.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { BundlePart } from '../../investigate/disputes/write-evidence.js';
import { PRIVATE_FILE_MODE } from '../../../packages/platform/src/secrets/private-files.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

const PIECE_CHARACTERS = 1024 * 1024;

/** A file that is hashed while it is written line by line. */
class PartFile {
  private readonly hash = createHash('sha256');
  private readonly handle: number;
  private unwrittenTexts: string[] = [];
  private unwrittenCharacters = 0;
  private bytes = 0;
  private lines = 0;

  constructor(
    folder: string,
    private readonly name: string,
  ) {
    this.handle = openSync(join(folder, name), 'wx', PRIVATE_FILE_MODE);
  }

  add(text: string): void {
    this.lines++;
    this.unwrittenTexts.push(text);
    this.unwrittenCharacters += text.length;
    if (this.unwrittenCharacters >= PIECE_CHARACTERS) this.flush();
  }

  private flush(): void {
    const piece = Buffer.from(this.unwrittenTexts.join(''));
    for (let writtenBytes = 0; writtenBytes < piece.length;)
      writtenBytes += writeSync(this.handle, piece, writtenBytes);
    this.hash.update(piece);
    this.bytes += piece.length;
    [this.unwrittenTexts, this.unwrittenCharacters] = [[], 0];
  }

  /** Syncs the file to disk and closes it. */
  close(): BundlePart {
    this.flush();
    fsyncSync(this.handle);
    closeSync(this.handle);
    return { name: this.name, bytes: this.bytes, lines: this.lines, sha256: this.hash.digest('hex') };
  }
}

export class BundleFolder {
  private readonly draft: string;
  private readonly openFiles = new Map<string, PartFile>();
  private readonly target: string;

  /** @throws WrongRequest where the target is a file or a folder with content, or its parent is missing */
  constructor(target: string) {
    this.target = resolve(target);
    checkTarget(this.target, target);
    // `mkdtempSync` makes a folder that only its owner can read.
    this.draft = mkdtempSync(`${this.target}.unfinished-`);
  }

  /** Adds a line to a file. The first line makes the file. */
  addLine(name: string, text: string): void {
    this.file(name).add(`${text}\n`);
  }

  /** Returns a file of the folder. Creates it if it is missing, even if nothing will be written to it. */
  file(name: string): PartFile {
    const file = this.openFiles.get(name) ?? new PartFile(this.draft, name);
    this.openFiles.set(name, file);
    return file;
  }

  /** Closes all open files, in the order of their making. */
  close(): readonly BundlePart[] {
    const parts = [...this.openFiles.values()].map((file) => file.close());
    this.openFiles.clear();
    return parts;
  }

  /** Renames the finished folder to its target. */
  publish(): void {
    checkTarget(this.target, this.target);
    // Fails where another program wrote into the folder meanwhile.
    if (existsSync(this.target)) rmdirSync(this.target);
    renameSync(this.draft, this.target);
  }

  /** Removes the folder where it was not published. */
  discard(): void {
    for (const file of this.openFiles.values()) file.close();
    this.openFiles.clear();
    rmSync(this.draft, { recursive: true, force: true });
  }
}

function checkTarget(path: string, shownPath: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) throw new WrongRequest('no_folder', `There is no folder ${parent}.`);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory())
    throw new WrongRequest('not_a_folder', `${shownPath} is there already and no folder.`);
  if (readdirSync(path).length > 0)
    throw new WrongRequest('not_empty', `${shownPath} is there already and not empty.`);
}
