/**
 * Keeps the note of the last import of a source on this machine, for other processes: a file beside the
 * editions, replaced while the import runs and when it ends.
 *
 *     DATA_DIR/editions/SOURCE/last-import.json
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../../../../platform/src/secrets/private-files.js';
import { systemClock } from '../../../../../platform/src/time/clock.js';
import { sourceFolder, type EditionId } from './edition.js';
import type { HeldUnread, ImportOutcome, ImportProgress, Reject, RejectList } from './import-outcome.js';

export interface ImportNote extends HeldUnread {
  readonly source: string;
  /** A process that died leaves `running`. Then `at` shows how long ago it wrote last. */
  readonly state: 'running' | 'imported' | 'refused';
  readonly started_at: string;
  readonly at: string;
  readonly files: readonly string[];
  /** The last reported progress; null: no row was read yet. */
  readonly progress: ImportProgress | null;
  /** The imported edition; null: the import runs or was refused. */
  readonly imported: { readonly edition: EditionId; readonly rows: number } | null;
  /** The reason of the refusal, in a sentence; null: not refused. */
  readonly refused: string | null;
  readonly rejected: number;
  readonly rejects: readonly Reject[];
}

const MAX_REJECTS_NOTED = 20;
const EVERY_MS = 500;

const pathOf = (dataDir: string, source: string): string =>
  join(sourceFolder(dataDir, source), 'last-import.json');

const now = (): string => systemClock.now().toISOString();

/** Writes the note of one import. A note that can't be written is dropped, so no import fails for it. */
export class ImportNotes {
  private readonly startedAt = now();
  private writtenAt = -Infinity;
  private progress: ImportProgress | null = null;

  constructor(
    private readonly of: {
      readonly dataDir: string;
      readonly source: string;
      readonly files: readonly string[];
    },
    private readonly rejects: RejectList,
  ) {
    this.write({ state: 'running' });
  }

  /** Notes the progress. It writes the note at most every `EVERY_MS`. */
  noteProgress(progress: ImportProgress): void {
    this.progress = progress;
    const at = performance.now();
    if (at - this.writtenAt < EVERY_MS) return;
    this.writtenAt = at;
    this.write({ state: 'running' });
  }

  ended(outcome: ImportOutcome): void {
    if (outcome.outcome === 'refused') return this.write({ state: 'refused', refused: outcome.detail });
    const { edition, rows } = outcome;
    this.write({ state: 'imported', imported: { edition, rows } });
  }

  private write(changes: Pick<ImportNote, 'state'> & Partial<ImportNote>): void {
    const { dataDir, source, files } = this.of;
    const note: ImportNote = {
      source,
      started_at: this.startedAt,
      at: now(),
      files: files.map((file) => basename(file)),
      progress: this.progress,
      imported: null,
      refused: null,
      rejected: this.rejects.count,
      rejects: this.rejects.first.slice(0, MAX_REJECTS_NOTED),
      ...this.rejects.held,
      ...changes,
    };
    const path = pathOf(dataDir, source);
    try {
      writeFileSync(`${path}.new`, JSON.stringify(note), { mode: PRIVATE_FILE_MODE });
      renameSync(`${path}.new`, path);
    } catch {
      // A full disk also ends the import itself, which reports it.
    }
  }
}

/** The note of the last import; null: no import ever ran here, or the note is unreadable. */
export function importNoteOf(dataDir: string, source: string): ImportNote | null {
  try {
    // Written by `ImportNotes`.
    return JSON.parse(readFileSync(pathOf(dataDir, source), 'utf8')) as ImportNote;
  } catch {
    return null;
  }
}
