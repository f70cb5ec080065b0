/** Shows the last import of every source on this machine: its progress, its rejects and how it ended. */
import { importNoteOf, type ImportNote } from '../../sources/kit/editions/import-note.js';
import { SOURCE_NAMES } from '../../sources/index.js';
import type { Operator } from '../operator.js';

/** Lists the last imports, the newest first. */
export const importStatus = ({ settings }: Pick<Operator, 'settings'>): ImportNote[] =>
  SOURCE_NAMES.flatMap((source) => importNoteOf(settings.dataDir, source) ?? []).sort((a, b) =>
    a.started_at < b.started_at ? 1 : -1,
  );
