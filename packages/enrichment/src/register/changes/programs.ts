/** Remembers which version of the program answered rows here since when: another may read otherwise. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateFolder } from '../../../../platform/src/secrets/private-files.js';
import { SOURCE_NAMES } from '../../sources/index.js';
import { activeEdition, sourceFolder } from '../../sources/kit/editions/edition.js';
import { inForceBetween, knownSwitches, noteSwitch } from '../../sources/kit/history/in-force.js';

export const changesFolder = (dataDir: string): string => join(dataDir, 'changes');
const files = (dataDir: string) => ({ history: join(changesFolder(dataDir), 'programs'), pointer: '' });

/** Tells whether an edition was put in force by a program that kept no list of programs. */
const wasInUse = (dataDir: string): boolean =>
  SOURCE_NAMES.some(
    (source) =>
      activeEdition(dataDir, source) !== null && !existsSync(join(sourceFolder(dataDir, source), 'in-force')),
  );

/** Notes that this version answers rows, unless it did already. */
export function noteProgram(dataDir: string, version: string, at: Date): void {
  const { history } = files(dataDir);
  const known = existsSync(history) ? knownSwitches(files(dataDir), null) : [];
  if (known.at(-1)?.edition === version) return;
  privateFolder(dirname(history));
  const always = new Date(0).toISOString();
  const first = wasInUse(dataDir) ? null : version;
  if (known.length === 0) noteSwitch(files(dataDir), [], { at: always, edition: first });
  if (first === version && known.length === 0) return;
  const before = knownSwitches(files(dataDir), null);
  noteSwitch(files(dataDir), before, { at: at.toISOString(), edition: version });
}

/** The last change of the program over a time; null: there was none. */
export function programChanged(dataDir: string, from: string, to: string): string | null {
  const known = existsSync(files(dataDir).history) ? knownSwitches(files(dataDir), null) : [];
  return inForceBetween(known, from, to).switches.at(-1)?.at ?? null;
}
