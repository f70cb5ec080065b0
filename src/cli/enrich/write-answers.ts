/** Writes answers in the order of the list, beside its cells. */
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import type { AttemptItems } from './send-attempt.js';
import { readList, type ListFile, type ListedRow } from './read-list.js';
import type { ResultFile } from './result-file.js';

interface WrittenList extends ListFile {
  /** Leaves out the columns of the list. */
  readonly onlyResults: boolean;
}

/** An answer as a row's item, without its number. */
type Answer = object;

/**
 * Writes each row's answer, from the last attempt that has an answer for the row.
 * @param firstRowOf rows that were not sent, each with the row whose answer it takes
 * @param firstRowNumber the number of the list's first row in the file
 * @throws NotDone where the list became shorter while it was sent
 */
export async function writeAnswers(
  file: ResultFile,
  list: WrittenList,
  attempts: readonly AttemptItems<{ readonly row: number }>[],
  { firstRowOf, firstRowNumber }: { firstRowOf: ReadonlyMap<number, number>; firstRowNumber: number },
): Promise<void> {
  const sharedAnswers = new SharedAnswers(firstRowOf);
  const answerOf = async ({ row, submitted }: ListedRow): Promise<Answer | undefined> => {
    if (firstRowOf.has(row)) {
      const sharedAnswer = sharedAnswers.take(row);
      return sharedAnswer && { ...sharedAnswer, ref: submitted.ref ?? '' };
    }
    let answer: Answer | undefined;
    for (const answers of attempts) answer = (await answers.itemOf(row)) ?? answer;
    if (answer !== undefined) sharedAnswers.keep(row, answer);
    return answer;
  };
  try {
    for await (const listItem of readList(list)) {
      if ('headings' in listItem) {
        if (!list.onlyResults) file.setColumns(listItem.headings);
        continue;
      }
      const answer = await answerOf(listItem);
      const { row, line, cells } = listItem;
      const rowNumbers = { row: row + firstRowNumber, line };
      // The number comes first, and counts rows of the list.
      if (answer !== undefined) await file.write(Object.assign({ ...rowNumbers }, answer, rowNumbers), cells);
    }
    for (const answers of attempts)
      if (!(await answers.isExhausted()))
        throw new NotDone('list_changed', 'The list became shorter while it was being sent.');
  } finally {
    await Promise.all(attempts.map((answers) => answers.close()));
  }
}

/** Keeps an answer that later rows share, until the last of these rows is written. */
class SharedAnswers {
  private readonly answers = new Map<number, Answer>();
  private readonly lastSharingRow = new Map<number, number>();

  constructor(private readonly firstRowOf: ReadonlyMap<number, number>) {
    for (const [row, first] of firstRowOf) this.lastSharingRow.set(first, row);
  }

  keep(row: number, answer: Answer): void {
    if (this.lastSharingRow.has(row)) this.answers.set(row, answer);
  }

  take(row: number): Answer | undefined {
    const first = this.firstRowOf.get(row) ?? row;
    const answer = this.answers.get(first);
    if (this.lastSharingRow.get(first) === row) this.answers.delete(first);
    return answer;
  }
}
