/** Announces the layouts that each running process reads, so that no unreadable edition comes into force. */
import { hostname } from 'node:os';
import {
  Announcement,
  announced,
  type PresenceTerms,
} from '../../../../../platform/src/coordination/presence.js';
import type { Coordination } from '../../../../../platform/src/coordination/coordination.js';
import { isObject } from '../records/values.js';
import { ImportRefusal } from './import-outcome.js';
import type { LaidOut } from './readable-edition.js';

const KIND = 'editions';
/** The terms of the announcement. A killed process counts as running until `ttlMs` have passed. */
const TERMS: PresenceTerms = { beatMs: 5_000, ttlMs: 20_000 };

/** Announces the layouts that this process reads. Start and stop it with the process that answers rows. */
export const announceLayouts = (coordination: Coordination, sources: readonly LaidOut[]): Announcement =>
  new Announcement(
    coordination,
    KIND,
    {
      process: `process ${process.pid} on ${hostname()}`,
      layouts: Object.fromEntries(sources.map(({ name, importer }) => [name, importer.layout])),
    },
    TERMS,
  );

/** @throws ImportRefusal if a running process reads another layout of the source than this program */
export async function requireReadByAll(
  coordination: Coordination,
  { name, importer }: LaidOut,
): Promise<void> {
  for (const { process: processName, layouts } of await announced(coordination, KIND)) {
    const read = isObject(layouts) ? layouts[name] : undefined;
    if (typeof read !== 'number' || read === importer.layout) continue;
    const mend =
      read < importer.layout ? 'stop it, or start it with this version' : 'use the version that it runs';
    throw new ImportRefusal(
      'not_read_by_all',
      `${typeof processName === 'string' ? processName : 'a process'} answers rows and reads layout ${read} of ${name}, this program writes ${importer.layout}: ${mend}, then do this again`,
    );
  }
}
