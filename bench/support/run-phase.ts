/** Runs a step of `audit-phases.ts` in a process of its own. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { PhaseFigures } from './audit-phases.js';

/** @param events how many logical events to write, for the step that writes them */
export const runPhase = (name: string, dataDir: string, events = 0): PhaseFigures =>
  JSON.parse(
    execFileSync(process.execPath, [join(__dirname, 'audit-phases.js'), name, dataDir, String(events)], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }),
  ) as PhaseFigures;
