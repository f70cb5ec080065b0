/** Writes answers in the order of the list, beside its cells. */
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import type { AttemptItems } from './send-attempt.js';
import type { ListFile } from './list-source.js';
import { readList, type ListedRow } from './read-list.js';
import type { ResultFile } from './result-file.js';

/** A row's answer, as the service gave it. */
type Answer = object;

/**
 * Writes each row's answer, from the last attempt that has an answer for the row.
 * @param list with `onlyResults` its columns are left out
 * @param firstRowByRow for each row that was not sent, the row whose answer it takes
 * @param firstRowNumber the number of the list's first row in the file
 * @throws NotDone where the list became shorter while it was sent
 */
export async function writeAnswers(
  file: ResultFile,
  list: ListFile & { readonly onlyResults: boolean },
  attemptItems: readonly AttemptItems<{ readonly row: number }>[],
  { firstRowByRow, firstRowNumber }: { firstRowByRow: ReadonlyMap<number, number>; firstRowNumber: number },
): Promise<void> {
  const sharedAnswers = new SharedAnswers(firstRowByRow);
  const answerOf = async ({ row, submission }: ListedRow): Promise<Answer | undefined> => {
    if (firstRowByRow.has(row)) {
      const sharedAnswer = sharedAnswers.take(row);
      return sharedAnswer && { ...sharedAnswer, ref: submission.ref ?? '' };
    }
    let answer: Answer | undefined;
    for (const answers of attemptItems) answer = (await answers.itemOf(row)) ?? answer;
    if (answer !== undefined) sharedAnswers.keep(row, answer);
    return answer;
  };
  try {
    for await (const listItem of readList(list)) {
      if ('headings' in listItem) {
        if (!list.onlyResults) file.setListHeadings(listItem.headings);
        continue;
      }
      const answer = await answerOf(listItem);
      const { row, line, cells } = listItem;
      const rowNumbers = { row: row + firstRowNumber, line };
      // `row` and `line` come first. They are those of the list, not of the job.
      if (answer !== undefined) await file.write(Object.assign({ ...rowNumbers }, answer, rowNumbers), cells);
    }
    for (const answers of attemptItems)
      if (!(await answers.isExhausted()))
        throw new NotDone('list_changed', 'The list became shorter while it was being sent.');
  } finally {
    await Promise.all(attemptItems.map((answers) => answers.close()));
  }
}

/** Keeps an answer that later rows share, until the last of these rows is written. */
class SharedAnswers {
  private readonly answers = new Map<number, Answer>();
  private readonly lastRowByFirst = new Map<number, number>();

  constructor(private readonly firstRowByRow: ReadonlyMap<number, number>) {
    for (const [row, first] of firstRowByRow) this.lastRowByFirst.set(first, row);
  }

  keep(row: number, answer: Answer): void {
    if (this.lastRowByFirst.has(row)) this.answers.set(row, answer);
  }

  take(row: number): Answer | undefined {
    const first = this.firstRowByRow.get(row) ?? row;
    const answer = this.answers.get(first);
    if (this.lastRowByFirst.get(first) === row) this.answers.delete(first);
    return answer;
  }
}
