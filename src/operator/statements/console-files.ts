/** Names and removes files of statements that the console issued. Each can be written again from the log. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { statementFileName } from '../../billing/statements/kept-file.js';
import { errorCode } from '../../../packages/platform/src/errors/error-code.js';
import { privateFolder } from '../../../packages/platform/src/secrets/private-files.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { OperatorServices } from '../operator.js';

const DAY_MS = 24 * 3_600_000;
const MAX_AGE_DAYS = 7;

const folderOf = (dataDir: string): string => join(dataDir, 'console');

/** Returns the path of a statement's file and creates its folder. @param month YYYY-MM */
export function statementFilePath(
  { settings }: Pick<OperatorServices, 'settings'>,
  account: AccountId,
  month: string,
): string {
  const folder = folderOf(settings.dataDir);
  privateFolder(folder);
  return join(folder, statementFileName(account, month));
}

/**
 * Removes statement files older than seven days, complete or unfinished.
 * @returns the number of removed files
 */
export function pruneConsoleFiles(dataDir: string, now: Date): number {
  const oldFiles = filesIn(folderOf(dataDir)).filter(
    (path) =>
      (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) <
      now.getTime() - MAX_AGE_DAYS * DAY_MS,
  );
  for (const path of oldFiles) rmSync(path, { force: true });
  return oldFiles.length;
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.startsWith('statement-'))
      .map(({ name }) => join(folder, name));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
