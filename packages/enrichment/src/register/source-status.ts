import { cohortsOutdatedBy } from '../sources/cohorts/cohorts-importer.js';
import { liveSourceStatus, type LiveSourceStatus } from '../live/readings/live-sources.js';
import { type SourceName, SOURCE_NAMES } from '../sources/index.js';
import { registerStatus, type EditionStatus } from '../sources/kit/editions/register-status.js';
import { importNoteOf, type ImportNote } from '../sources/kit/editions/import-note.js';
import type { RegisterContext } from './register-context.js';

export interface SourceEdition extends EditionStatus {
  /** Sources of a derived edition that have a newer edition in force. Left out: none. */
  readonly outdated_by?: readonly SourceName[];
}

/** Lists every edition, and every source that is asked live. */
export async function sourceStatus({
  settings,
  coordination,
}: Pick<RegisterContext, 'settings' | 'coordination'>): Promise<(SourceEdition | LiveSourceStatus)[]> {
  return [...editionStatus(settings.dataDir), ...(await liveSourceStatus(settings, coordination))];
}

function editionStatus(dataDir: string): SourceEdition[] {
  const outdated_by = cohortsOutdatedBy(dataDir);
  return registerStatus(dataDir).map((line) =>
    line.source === 'cohorts' && line.active && outdated_by.length > 0 ? { ...line, outdated_by } : line,
  );
}

/** Lists the last imports, the newest first. */
export const importStatus = ({ settings }: Pick<RegisterContext, 'settings'>): ImportNote[] =>
  SOURCE_NAMES.flatMap((source) => importNoteOf(settings.dataDir, source) ?? []).sort((a, b) =>
    a.started_at < b.started_at ? 1 : -1,
  );
