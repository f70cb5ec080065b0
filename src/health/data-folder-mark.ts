/** Marks the answers of a port with the data folder of its process, so that `doctor` knows the listener. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';

/** The servers of a process. Each has a port of its own. */
export type ServerName = 'api' | 'console' | 'metrics';

/** Names the server and the mark of its data folder: `console 5f0c...`. */
export const DATA_FOLDER_HEADER = 'X-Data-Folder';

/**
 * Returns a text that two processes of one machine share only if they use the same folder, by whatever path.
 * The text is a digest, since strangers may see it.
 * @returns null if the folder isn't there
 */
export function dataFolderMark(dataDir: string): string | null {
  const folderStats = statSync(dataDir, { bigint: true, throwIfNoEntry: false });
  if (folderStats === undefined) return null;
  return createHash('sha256').update(`${folderStats.dev}:${folderStats.ino}`).digest('hex').slice(0, 16);
}

/** The marks found so far. A known mark needs no disk, so a disk that hangs later stops no answer. */
const markByFolder = new Map<string, string>();

function markFor(dataDir: string): string {
  const knownMark = markByFolder.get(dataDir);
  if (knownMark !== undefined) return knownMark;
  try {
    const mark = dataFolderMark(dataDir) ?? '';
    if (mark !== '') markByFolder.set(dataDir, mark);
    return mark;
  } catch {
    return '';
  }
}

/** The header of an answer of this server. Never fails. */
export const dataFolderHeader = (server: ServerName, dataDir: string): Record<string, string> => ({
  [DATA_FOLDER_HEADER]: `${server} ${markFor(dataDir)}`,
});
