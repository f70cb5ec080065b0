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

function factsOf(
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
  newFacts: EditionFiles.EditionFacts | null,
): string {
  if (earlierFacts === null || newFacts === null) return 'the editions are no longer both on this machine';
  if (filesOf(earlierFacts) !== filesOf(newFacts)) return 'it was made of other published files';
  const [earlierReader, currentReader] = [
    earlierFacts.reader ?? EditionFiles.FIRST_READER,
    newFacts.reader ?? EditionFiles.FIRST_READER,
  ];
  return earlierReader === currentReader
    ? 'the same published files were imported anew'
    : `the same published files were read by version ${currentReader} of the rules in place of ${earlierReader}`;
}

/** @param editions by source, the editions that a row was answered from */
export const editionChanges = (
  dataDir: string,
  editions: Readonly<Record<string, EditionFiles.EditionId>>,
): readonly EditionChange[] =>
  Object.entries(editions).flatMap(([source, earlierEdition]) => {
    const now = EditionFiles.activeEdition(dataDir, source);
    if (now === null || now === earlierEdition) return [];
    const reason = whyEditionsDiffer(factsOf(dataDir, source, earlierEdition), factsOf(dataDir, source, now));
    return [{ source, then: earlierEdition, now, why: reason }];
  });

/** Returns sentences about the changes; none where the same editions are in force. */
export function editionChangeSentences(changes: readonly EditionChange[]): string[] {
  if (changes.length === 0) return [];
  const lines = changes.map(
    ({ source, then: earlierEdition, now, why: reason }) =>
      `The row was answered from ${source} ${earlierEdition}. In force now is ${now}: ${reason}.`,
  );
  return [...lines, 'A new request may get another answer. What was delivered and billed stays as it is.'];
}
