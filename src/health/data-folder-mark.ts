/** How a port says which data folder its process serves, so that `doctor` knows who listens there. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';

/** The servers of a process. Each has a port of its own. */
export type ServerName = 'api' | 'console' | 'metrics';

/** Names the server and the mark of its data folder: `console 5f0c...`. */
export const DATA_FOLDER_HEADER = 'X-Data-Folder';

/**
 * Text that two processes of one machine share only if they use the same folder, by whatever path. It is a
 * digest, since strangers may see it. Null: the folder isn't there.
 */
export function dataFolderMark(dataDir: string): string | null {
  const found = statSync(dataDir, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  return createHash('sha256').update(`${found.dev}:${found.ino}`).digest('hex').slice(0, 16);
}

/** A mark is looked for until it is found: a disk that hangs or fails later stops no answer. */
const marks = new Map<string, string>();

function markFor(dataDir: string): string {
  const known = marks.get(dataDir);
  if (known !== undefined) return known;
  try {
    const mark = dataFolderMark(dataDir) ?? '';
    if (mark !== '') marks.set(dataDir, mark);
    return mark;
  } catch {
    return '';
  }
}

/** The header of an answer of this server. Never fails. */
export const dataFolderHeader = (server: ServerName, dataDir: string): Record<string, string> => ({
  [DATA_FOLDER_HEADER]: `${server} ${markFor(dataDir)}`,
});
