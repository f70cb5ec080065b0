/** Compares the editions that a row was answered from with the editions in force now. */
import { errorCode } from '../../../packages/platform/src/errors/error-code.js';
import { SqliteFileError } from '../../../packages/platform/src/sqlite/sqlite-file.js';
import { EditionFiles } from '../../../packages/enrichment/src/index.js';

/** A source that has another edition in force on this machine now. */
export interface EditionChange {
  readonly source: string;
  /** The edition that the row was answered from. */
  readonly then: EditionFiles.EditionId;
  readonly now: EditionFiles.EditionId;
  readonly why: string;
}

function factsIn(
  dataDir: string,
  source: string,
  edition: EditionFiles.EditionId,
): EditionFiles.EditionFacts | null {
  try {
    return EditionFiles.factsOfEdition(dataDir, source, edition);
  } catch (error) {
    if (error instanceof SqliteFileError || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const filesOf = ({ files }: EditionFiles.EditionFacts): string => files.map(({ sha256 }) => sha256).join();

function whyEditionsDiffer(
  earlierFacts: EditionFiles.EditionFacts | null,
  current: EditionFiles.EditionFacts | null,
): string {
  if (earlierFacts === null || current === null) return 'the editions are no longer both on this machine';
  if (filesOf(earlierFacts) !== filesOf(current)) return 'it was made of other published files';
  const [before, since] = [
    earlierFacts.reader ?? EditionFiles.FIRST_READER,
    current.reader ?? EditionFiles.FIRST_READER,
  ];
  return before === since
    ? 'the same published files were imported anew'
    : `the same published files were read by version ${since} of the rules in place of ${before}`;
}

/** @param editions by source, the editions that a row was answered from */
export const editionChanges = (
  dataDir: string,
  editions: Readonly<Record<string, EditionFiles.EditionId>>,
): readonly EditionChange[] =>
  Object.entries(editions).flatMap(([source, earlierEdition]) => {
    const now = EditionFiles.activeEdition(dataDir, source);
    if (now === null || now === earlierEdition) return [];
    const reason = whyEditionsDiffer(factsIn(dataDir, source, earlierEdition), factsIn(dataDir, source, now));
    return [{ source, then: earlierEdition, now, why: reason }];
  });

/** Sentences about the editions; none where the same editions are in force. */
export function editionChangesText(since: readonly EditionChange[]): string[] {
  if (since.length === 0) return [];
  const editions = since.map(
    ({ source, then: earlierEdition, now, why: reason }) =>
      `The row was answered from ${source} ${earlierEdition}. In force now is ${now}: ${reason}.`,
  );
  return [...editions, 'A new request may get another answer. What was delivered and billed stays as it is.'];
}
