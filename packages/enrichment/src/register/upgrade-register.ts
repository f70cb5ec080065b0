import { withSharedFiles } from '../../../platform/src/shared-files/open-shared-files.js';
import { isCohortInput } from '../sources/cohorts/cohorts-importer.js';
import { sourceNamed, SOURCES, type SourceName } from '../sources/index.js';
import { activeEdition, type EditionId } from '../sources/kit/editions/edition.js';
import type { ImportProgress } from '../sources/kit/editions/import-outcome.js';
import { isRewritable, whyUnread } from '../sources/kit/editions/readable-edition.js';
import { rewriteEdition } from '../sources/kit/editions/rewrite-edition.js';
import { EditionFollower } from '../sources/kit/editions/shared-editions.js';
import { NotDone, WrongRequest } from '../../../platform/src/errors/refusal.js';
import {
  activationPermit,
  importRefusal,
  shareOnAllMachines,
  type RegisterSettings,
} from './import-edition.js';
import { makeCohorts } from './make-cohorts.js';

interface ActiveEdition {
  readonly source: SourceName;
  readonly edition: EditionId;
}

export interface UpgradedRegister {
  readonly rewritten: readonly (ActiveEdition & { /** The earlier edition. */ readonly from: EditionId })[];
  /** Editions in force that still can't be read. `why` gives the operator the next step. */
  readonly left: readonly (ActiveEdition & { readonly why: string })[];
}

/**
 * Rewrites the editions in force that have an older layout, puts the new editions in force, and remakes the
 * cohorts made from them. While a living process reads only the older layout, the older edition stays in
 * force, and the new edition lies beside it.
 * @throws NotDone where an edition can't be shared with other machines
 */
export async function upgradeRegister(
  settings: RegisterSettings,
  onProgress: (progress: ImportProgress) => void,
): Promise<UpgradedRegister> {
  const { dataDir } = settings;
  const inForce = await inForceEverywhere(settings);
  const rewritten: UpgradedRegister['rewritten'][number][] = [];
  const left: UpgradedRegister['left'][number][] = [];
  for (const source of SOURCES) {
    const edition = inForce(source.name);
    if (edition === null) continue;
    const entry = { source: source.name, edition };
    const why = whyUnread(dataDir, source, edition);
    if (why === null && !(source.name === 'cohorts' && rewritten.some(isCohortInput))) continue;
    try {
      if (why !== null && !isRewritable(dataDir, source, edition)) throw new NotDone('not_rewritable', why);
      rewritten.push({ ...entry, edition: await rewrite(settings, entry, onProgress), from: edition });
    } catch (error) {
      if (!(error instanceof NotDone || error instanceof WrongRequest) || error.code === 'not_shared')
        throw error;
      left.push({ ...entry, why: error.message });
    }
  }
  return { rewritten, left };
}

/** Rewrites one edition and returns the new one. @throws WrongRequest, NotDone */
async function rewrite(
  settings: RegisterSettings,
  { source, edition }: ActiveEdition,
  onProgress: (progress: ImportProgress) => void,
): Promise<EditionId> {
  if (source === 'cohorts') return (await makeCohorts(settings)).edition;
  const { dataDir } = settings;
  const request = { dataDir, source: sourceNamed(source), edition, onProgress };
  const outcome = await rewriteEdition({ ...request, permit: activationPermit(settings, source) });
  if (outcome.outcome === 'refused') {
    if (outcome.error !== 'not_read_by_all') throw importRefusal(outcome);
    const beside = await rewriteEdition({ ...request, beside: true });
    if (beside.outcome === 'refused') throw importRefusal(beside);
    const detail = `${outcome.detail}; until then this program answers from ${beside.edition}`;
    throw importRefusal({ ...outcome, detail });
  }
  await shareOnAllMachines(settings, source, outcome.edition);
  return outcome.edition;
}

/** Finds the edition in force of each source, and fetches shared editions that this machine lacks. */
async function inForceEverywhere(
  settings: RegisterSettings,
): Promise<(source: SourceName) => EditionId | null> {
  const { dataDir } = settings;
  const log = { warn: () => undefined };
  const notes = await withSharedFiles(settings, async (files) => {
    await new EditionFollower({ dataDir, files, sources: SOURCES, log }).follow();
    return files.notes();
  });
  return (source) => notes?.find(({ group }) => group === source)?.file ?? activeEdition(dataDir, source);
}
