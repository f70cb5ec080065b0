/** Notes since when each version of the program answered rows here: another may read records differently. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateFolder } from '../../../../platform/src/secrets/private-files.js';
import { SOURCE_NAMES } from '../../sources/index.js';
import { activeEdition, sourceFolder } from '../../sources/kit/editions/edition.js';
import { inForceBetween, knownSwitches, noteSwitch } from '../../sources/kit/history/in-force.js';

export const changesFolder = (dataDir: string): string => join(dataDir, 'changes');
const switchFiles = (dataDir: string) => ({ history: join(changesFolder(dataDir), 'programs'), pointer: '' });

/** Tells whether an edition was put in force by a program that kept no list of programs. */
const wasInUse = (dataDir: string): boolean =>
  SOURCE_NAMES.some(
    (source) =>
      activeEdition(dataDir, source) !== null && !existsSync(join(sourceFolder(dataDir, source), 'in-force')),
  );

/** Notes that this version answers rows, unless it did already. */
export function noteProgram(dataDir: string, version: string, at: Date): void {
  const { history } = switchFiles(dataDir);
  const switches = existsSync(history) ? knownSwitches(switchFiles(dataDir), null) : [];
  if (switches.at(-1)?.edition === version) return;
  privateFolder(dirname(history));
  const epoch = new Date(0).toISOString();
  const firstVersion = wasInUse(dataDir) ? null : version;
  if (switches.length === 0) noteSwitch(switchFiles(dataDir), [], { at: epoch, edition: firstVersion });
  if (firstVersion === version && switches.length === 0) return;
  const noted = knownSwitches(switchFiles(dataDir), null);
  noteSwitch(switchFiles(dataDir), noted, { at: at.toISOString(), edition: version });
}

/** The time of the last change of the program between two times; null: there was none. */
export function programChanged(dataDir: string, from: string, to: string): string | null {
  const switches = existsSync(switchFiles(dataDir).history) ? knownSwitches(switchFiles(dataDir), null) : [];
  return inForceBetween(switches, from, to).switches.at(-1)?.at ?? null;
}
