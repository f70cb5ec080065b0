import { withSharedFiles } from '../../platform/shared-files/open-shared-files.js';
import { isMadeOf } from '../../sources/cohorts/cohorts-importer.js';
import { sourceNamed, SOURCES, type SourceName } from '../../sources/index.js';
import { activeEdition, type EditionId } from '../../sources/kit/editions/edition.js';
import type { ImportProgress } from '../../sources/kit/editions/import-outcome.js';
import { isRewritable, whyUnread } from '../../sources/kit/editions/readable-edition.js';
import { rewriteEdition } from '../../sources/kit/editions/rewrite-edition.js';
import { EditionFollower } from '../../sources/kit/editions/shared-editions.js';
import { NotDone, WrongRequest } from '../refusal.js';
import { permit, refused, share, type RegisterSettings } from './import-edition.js';
import { makeCohorts } from './make-cohorts.js';

interface InForce {
  readonly source: SourceName;
  readonly edition: EditionId;
}

export interface UpgradedRegister {
  readonly rewritten: readonly (InForce & { /** What it was made out of. */ readonly from: EditionId })[];
  /** What is in force and still can't be read, and what to do about it. */
  readonly left: readonly (InForce & { readonly why: string })[];
}

/**
 * Makes editions that this program reads out of those in force that an earlier one wrote, and puts them in force; cohorts
 * are made anew where what they are made of was rewritten. What an edition doesn't hold has to be imported again. While a
 * living process reads the older layout alone, both are kept: the older one in force, the new one beside it for those that
 * read the new layout (`unreadInForce`).
 * @throws NotDone where an edition can't be put where other machines fetch it
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
    const one = { source: source.name, edition };
    const why = whyUnread(dataDir, source, edition);
    if (why === null && !(source.name === 'cohorts' && rewritten.some(isMadeOf))) continue;
    try {
      if (why !== null && !isRewritable(dataDir, source, edition)) throw new NotDone('not_rewritable', why);
      rewritten.push({ ...one, edition: await rewrite(settings, one, onProgress), from: edition });
    } catch (error) {
      if (!(error instanceof NotDone || error instanceof WrongRequest) || error.code === 'not_shared')
        throw error;
      left.push({ ...one, why: error.message });
    }
  }
  return { rewritten, left };
}

/** The new edition. @throws WrongRequest, NotDone */
async function rewrite(
  settings: RegisterSettings,
  { source, edition }: InForce,
  onProgress: (progress: ImportProgress) => void,
): Promise<EditionId> {
  if (source === 'cohorts') return (await makeCohorts(settings)).edition;
  const { dataDir } = settings;
  const request = { dataDir, source: sourceNamed(source), edition, onProgress };
  const made = await rewriteEdition({ ...request, permit: permit(settings, source) });
  if (made.outcome === 'refused') {
    if (made.error !== 'not_read_by_all') throw refused(made);
    const beside = await rewriteEdition({ ...request, beside: true });
    if (beside.outcome === 'refused') throw refused(beside);
    const detail = `${made.detail}; until then this program answers from ${beside.edition}`;
    throw refused({ ...made, detail });
  }
  await share(settings, source, made.edition);
  return made.edition;
}

/** On several machines what all of them are to follow, which may never have come into force here: it is fetched. */
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
