/** Syncs one source: finds what its publisher has, then fetches and imports what is not in force yet. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from '../../../../platform/src/files/free-bytes.js';
import { download } from '../../../../platform/src/http-client/download.js';
import { privateFolder } from '../../../../platform/src/secrets/private-files.js';
import { systemClock } from '../../../../platform/src/time/clock.js';
import { factsOfEdition, type EditionFacts } from '../../sources/kit/editions/edition-file.js';
import { activeEdition } from '../../sources/kit/editions/edition.js';
import type { ImportProgress } from '../../sources/kit/editions/import-outcome.js';
import { describeFile } from '../../sources/kit/editions/published-file.js';
import type { Finder, FoundEdition, FoundFile, TakenFiles } from '../../sources/kit/publication/finder.js';
import { syncNoteOf, writeSyncNote } from '../../sources/kit/publication/sync-note.js';
import type { SourceName } from '../../sources/index.js';
import { NotDone } from '../../../../platform/src/errors/refusal.js';
import { importEdition, type MadeEdition, type RegisterSettings } from '../import-edition.js';
import type { FileHead, HttpPublisherSite } from './http-publisher-site.js';

export interface SyncedSourceParts {
  readonly settings: RegisterSettings;
  readonly source: SourceName;
  readonly finder: Finder;
  readonly site: HttpPublisherSite;
  readonly signal: AbortSignal;
  /** Called with the bytes fetched so far, and with the total, 0 where it is unknown. */
  readonly onDownload: (bytes: number, total: number) => void;
  readonly onImport: (progress: ImportProgress) => void;
}

/** A published edition to fetch. */
export interface NewEdition {
  readonly as_of: string | null;
  readonly update: boolean;
  readonly files: readonly NewFile[];
  /** The size of all files; null where the size of one is unknown. */
  readonly bytes: number | null;
}

interface NewFile extends Omit<FoundFile, 'size'>, FileHead {
  /** The name under which the file is noted once it was imported. */
  readonly taken_as: string;
}

/** Disk space to leave free for other imports and the stores. */
const RESERVED_DISK_BYTES = 64 * 1024 * 1024;
/** The allowed form of a publisher's file name, which names the file on this disk too. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._ -]{0,199}$/;

function factsInForce(dataDir: string, source: SourceName): EditionFacts | null {
  const edition = activeEdition(dataDir, source);
  return edition === null ? null : factsOfEdition(dataDir, source, edition);
}

export class SyncedSource {
  private readonly dataDir: string;

  constructor(private readonly parts: SyncedSourceParts) {
    this.dataDir = parts.settings.dataDir;
  }

  /** Finds a newer edition than that in force; null: none. @throws SiteUnavailable, PageChanged, NotDone */
  async findNewEdition(): Promise<NewEdition | null> {
    const { finder, site, source } = this.parts;
    const facts = factsInForce(this.dataDir, source);
    const taken = this.takenFiles(facts);
    const edition = await finder.find(site, taken);
    if (isNotNewer(edition, taken)) return null;
    const files = await this.withMarks(edition.files);
    if (facts !== null && files.every(({ taken_as }) => taken.names.has(taken_as))) return null;
    const sizes = files.map(({ size }) => size);
    const bytes = sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    return { as_of: edition.as_of, update: edition.update, files, bytes };
  }

  /** Fetches and imports an edition; null: its content is in force. @throws DownloadFailed, NotDone */
  async fetchAndImport(edition: NewEdition): Promise<MadeEdition | null> {
    const { settings, source } = this.parts;
    this.checkRoom(edition);
    const files = await this.download(edition);
    const names = edition.files.map(({ taken_as }) => taken_as);
    const madeEdition = (await this.isInForce(edition, files))
      ? null
      : await importEdition(settings, {
          ...{ source, files },
          update: edition.update,
          onProgress: this.parts.onImport,
        });
    const earlierNames = edition.update ? this.takenFiles(null).names : [];
    writeSyncNote(this.dataDir, source, { taken: [...new Set([...earlierNames, ...names])] });
    this.clear();
    return madeEdition;
  }

  /** Removes the fetched files. */
  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get folder(): string {
    return join(this.dataDir, 'downloads', this.parts.source);
  }

  private takenFiles(facts: EditionFacts | null): TakenFiles {
    const noted = syncNoteOf(this.dataDir, this.parts.source)?.taken ?? [];
    const names = new Set([...noted, ...(facts?.files.map(({ name }) => name) ?? [])]);
    return { as_of: facts?.as_of ?? null, whole: facts !== null && facts.part !== true, names };
  }

  private async withMarks(files: readonly FoundFile[]): Promise<NewFile[]> {
    const marked: NewFile[] = [];
    for (const file of files) {
      if (!PLAIN_NAME.test(file.name))
        throw new NotDone('unusable_name', `${file.name} is no name for a file`);
      const head = file.size === undefined || file.changes ? await this.parts.site.headOf(file) : null;
      const { size, mark } = head ?? { size: file.size ?? null, mark: null };
      const taken_as = file.changes ? `${file.name} ${mark ?? ''}` : file.name;
      marked.push({ ...file, size, mark, taken_as });
    }
    return marked;
  }

  /** @throws NotDone where the disk has no room for the files and the edition made from them */
  private checkRoom({ bytes }: NewEdition): void {
    if (bytes === null) return;
    privateFolder(this.dataDir);
    const free = freeBytes(this.dataDir);
    const needed = bytes * (1 + this.parts.finder.room) + RESERVED_DISK_BYTES;
    if (free < needed)
      throw new NotDone(
        'no_room',
        `${this.parts.source} needs some ${megabytes(needed)} MB on the disk of DATA_DIR, and ${megabytes(free)} MB are free`,
      );
  }

  private async download({ files, bytes }: NewEdition): Promise<string[]> {
    const { finder, site, signal, onDownload } = this.parts;
    const now = (): number => systemClock.now().getTime();
    for (const folder of [join(this.dataDir, 'downloads'), this.folder]) privateFolder(folder);
    const paths: string[] = [];
    let earlierBytes = 0;
    for (const file of files) {
      const path = join(this.folder, file.name);
      // An earlier content of the file may lie under this name.
      if (file.changes) rmSync(path, { force: true });
      let fileBytes = 0;
      await download(
        {
          ...{ locate: file.locate, path, signal },
          size: file.size ?? undefined,
          most: finder.most_gb * 1e9 - earlierBytes,
          onBytes: (count) => onDownload(earlierBytes + (fileBytes = count), bytes ?? 0),
        },
        { door: site.door, now },
      );
      earlierBytes += file.size ?? fileBytes;
      paths.push(path);
    }
    return paths;
  }

  /** Tells whether the edition in force was made of the same bytes, whatever their names or marks. */
  private async isInForce({ update }: NewEdition, paths: readonly string[]): Promise<boolean> {
    const facts = factsInForce(this.dataDir, this.parts.source);
    if (update || facts === null || facts.files.length !== paths.length) return false;
    for (const [index, path] of paths.entries())
      if ((await (await describeFile(path)).sha256()) !== facts.files[index]?.sha256) return false;
    return true;
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

/** Tells whether the edition in force is as new. A partial one never rules out files that replace it. */
const isNotNewer = ({ as_of, update }: FoundEdition, current: TakenFiles): boolean =>
  as_of !== null && current.as_of !== null && (update || current.whole) && current.as_of >= as_of;
