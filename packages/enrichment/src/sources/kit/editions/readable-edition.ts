/** Decides which edition answers: the one in force, or an earlier one if this program can't read it. */
import { ReadOnlyFile, SqliteFileError } from '../../../../../platform/src/sqlite/sqlite-file.js';
import type { Source } from '../../define-source.js';
import { activeEdition, editionPath, editionsOf, type EditionId } from './edition.js';
import { editionFactsOf, openEditionFile, OtherLayoutError } from './edition-file.js';
import type { Importer } from './importer.js';

/** The parts of a source that determine whether an edition is readable. */
export type LaidOut = Pick<Source, 'name'> & { readonly importer: Pick<Importer, 'layout' | 'rewriting'> };

export interface UnreadEdition {
  readonly source: string;
  readonly edition: EditionId;
  /** The reason why it is unreadable, with the fix. */
  readonly why: string;
  /** The edition that answers instead; null: no edition is readable, so chunks that need the source wait. */
  readonly instead: EditionId | null;
}

/** The reason why this program can't read an edition, by its layout alone; null: it can. */
export function whyUnread(dataDir: string, { name, importer }: LaidOut, id: EditionId): string | null {
  const path = editionPath(dataDir, name, id);
  try {
    openEditionFile(path, importer.layout).close();
    return null;
  } catch (error) {
    const isOlder = error instanceof OtherLayoutError && error.layout < error.layoutRead;
    if (isOlder && !canRewrite(importer, error.layout))
      return new OtherLayoutError(error.layout, error.layoutRead, importAgain(path, name)).message;
    if (error instanceof SqliteFileError) return error.message;
    throw error;
  }
}

const canRewrite = ({ rewriting }: LaidOut['importer'], layout: number): boolean =>
  rewriting?.takes(layout) === true;

export function isRewritable(dataDir: string, { name, importer }: LaidOut, id: EditionId): boolean {
  try {
    openEditionFile(editionPath(dataDir, name, id), importer.layout).close();
    return false;
  } catch (error) {
    return error instanceof OtherLayoutError && canRewrite(importer, error.layout);
  }
}

/** The fix in words: import the same files again. */
function importAgain(path: string, source: string): string {
  const file = ReadOnlyFile.open(path);
  try {
    const names = editionFactsOf(file).files.map(({ name }) => name);
    return `it lacks what this one needs, import ${names.join(', ')} again (register import --source ${source})`;
  } catch (error) {
    if (error instanceof SqliteFileError) return 'import the published files again';
    throw error;
  } finally {
    file.close();
  }
}

const dayOf = (id: EditionId): string => id.slice(0, 'YYYY-MM-DD'.length);

/** The edition in force if this program can't read it; null: it is readable, or none is in force. */
export function unreadInForce(dataDir: string, source: LaidOut): UnreadEdition | null {
  const { name } = source;
  const edition = activeEdition(dataDir, name);
  const why = edition === null ? null : whyUnread(dataDir, source, edition);
  if (edition === null || why === null) return null;
  // Newer editions don't answer: an operator replaced them, or they are not in force yet.
  const before = editionsOf(dataDir, name).filter((id) => id !== edition && dayOf(id) <= dayOf(edition));
  const instead = before.findLast((id) => whyUnread(dataDir, source, id) === null) ?? null;
  return { source: name, edition, why, instead };
}

/** Explains an unreadable edition to operators, with its effect and the fix. */
export const unreadWords = ({ source, edition, why, instead }: UnreadEdition): string =>
  `The edition ${edition} of ${source} is in force and can't be read by this program: ${why}. ` +
  (instead === null ? `What needs ${source} waits.` : `Answers come from ${instead}.`);
