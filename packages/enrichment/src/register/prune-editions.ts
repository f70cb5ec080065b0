import {
  pruneRegister,
  type PruneOutcome,
  type PruneTerms,
} from '../sources/kit/editions/register-status.js';
import { withSharedFiles } from '../../../platform/src/shared-files/open-shared-files.js';
import type { SharedFiles } from '../../../platform/src/shared-files/shared-files.js';
import type { EditionId } from '../sources/kit/editions/edition.js';
import { sharedDigests, sharedName } from '../sources/kit/editions/shared-editions.js';
import { SOURCE_NAMES, type SourceName } from '../sources/index.js';
import type { RegisterContext } from './register-context.js';

/** Drops all but the newest `keep` editions (from 1), those in force, and those of unfinished chunks. */
export async function pruneEditions(
  { settings, editionsInUse }: Pick<RegisterContext, 'settings' | 'editionsInUse'>,
  keep: number,
  sources: readonly SourceName[] = SOURCE_NAMES,
): Promise<PruneOutcome> {
  const inUse = await editionsInUse();
  const local = pruneRegister(settings.dataDir, keep, { inUse, sources });
  const shared = await withSharedFiles(settings, (files) => pruneShared(files, keep, { inUse, sources }));
  const dropped = [...local.dropped, ...(shared ?? [])];
  const unique = new Map(dropped.map((entry) => [`${entry.source} ${entry.edition}`, entry]));
  return { ...local, dropped: [...unique.values()] };
}

/** Prunes the shared editions too. Each machine drops its own copy at its next check. */
async function pruneShared(
  files: SharedFiles,
  keep: number,
  { inUse, sources }: Required<PruneTerms>,
): Promise<PruneOutcome['dropped']> {
  const notes = await files.notes();
  const dropped: { source: SourceName; edition: EditionId }[] = [];
  for (const source of sources) {
    const active = notes.find(({ group }) => group === source)?.file;
    const names = await files.names(`${source}/`);
    const unused = names
      .slice(0, -Math.max(1, keep))
      .map((name) => name.slice(source.length + 1))
      .filter((edition) => edition !== active && !inUse(source, edition));
    if (unused.length === 0) continue;
    await files.noteDropped(source, unused);
    for (const edition of unused) {
      for (const name of [sharedName(source, edition), sharedDigests(source, edition)])
        await files.remove(name);
      dropped.push({ source, edition });
    }
  }
  return dropped;
}
