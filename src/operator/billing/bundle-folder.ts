/**
 * A folder of files that bears its name only when it is whole: written beside its place, for its owner alone, and renamed
 * at the end.
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
import type { BundlePart } from '../../investigate/disputes/manifest.js';
import { PRIVATE_FILE_MODE } from '../../platform/secrets/private-files.js';
import { WrongRequest } from '../refusal.js';

const PIECE_CHARACTERS = 1024 * 1024;

/** One file, written line by line and hashed on its way. */
class PartFile {
  private readonly hash = createHash('sha256');
  private readonly handle: number;
  private pending: string[] = [];
  private characters = 0;
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
    this.pending.push(text);
    this.characters += text.length;
    if (this.characters >= PIECE_CHARACTERS) this.flush();
  }

  private flush(): void {
    const piece = Buffer.from(this.pending.join(''));
    for (let at = 0; at < piece.length;) at += writeSync(this.handle, piece, at);
    this.hash.update(piece);
    this.bytes += piece.length;
    [this.pending, this.characters] = [[], 0];
  }

  /** On disk. */
  close(): BundlePart {
    this.flush();
    fsyncSync(this.handle);
    closeSync(this.handle);
    return { name: this.name, bytes: this.bytes, lines: this.lines, sha256: this.hash.digest('hex') };
  }
}

export class BundleFolder {
  private readonly draft: string;
  private readonly open = new Map<string, PartFile>();
  private readonly target: string;

  /** @throws WrongRequest where the target is a file, a folder with something in it, or has no folder to lie in */
  constructor(target: string) {
    this.target = resolve(target);
    checkTarget(this.target, target);
    // For its owner alone from the start.
    this.draft = mkdtempSync(`${this.target}.unfinished-`);
  }

  /** A line of a file; the file is there from its first line on. */
  line(name: string, text: string): void {
    this.file(name).add(`${text}\n`);
  }

  /** Makes the file also where nothing is written to it. */
  file(name: string): PartFile {
    const known = this.open.get(name) ?? new PartFile(this.draft, name);
    this.open.set(name, known);
    return known;
  }

  /** Closes every file that is open, in the order in which they were begun. */
  close(): readonly BundlePart[] {
    const parts = [...this.open.values()].map((file) => file.close());
    this.open.clear();
    return parts;
  }

  /** From here on it bears its name. */
  publish(): void {
    checkTarget(this.target, this.target);
    // Fails where something was put into it meanwhile.
    if (existsSync(this.target)) rmdirSync(this.target);
    renameSync(this.draft, this.target);
  }

  /** Takes away what was not published. */
  drop(): void {
    for (const file of this.open.values()) file.close();
    this.open.clear();
    rmSync(this.draft, { recursive: true, force: true });
  }
}

function checkTarget(path: string, asNamed: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) throw new WrongRequest('no_folder', `There is no folder ${parent}.`);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory())
    throw new WrongRequest('not_a_folder', `${asNamed} is there already and no folder.`);
  if (readdirSync(path).length > 0)
    throw new WrongRequest('not_empty', `${asNamed} is there already and not empty.`);
}
