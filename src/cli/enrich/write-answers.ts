/** Writes answers in the order of the list, beside its cells. */
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import type { Answers } from './asking.js';
import { readList, type ListFile, type ListedRow } from './list.js';
import type { ResultFile } from './result-file.js';

interface WrittenList extends ListFile {
  /** Leaves out the columns of the list. */
  readonly onlyResults: boolean;
}

/** An answer as a row's item, without its number. */
type Answer = object;

/**
 * Writes each row's answer: that of the last asking that has one.
 * @param firstOf rows that were not sent, each with the row whose answer it takes
 * @param firstRowNumber the number of the list's first row in the file
 * @throws NotDone where the list became shorter while it was sent
 */
export async function writeAnswers(
  file: ResultFile,
  list: WrittenList,
  askings: readonly Answers<{ readonly row: number }>[],
  { firstOf, firstRowNumber }: { firstOf: ReadonlyMap<number, number>; firstRowNumber: number },
): Promise<void> {
  const copies = new Copies(firstOf);
  const answerOf = async ({ row, submitted }: ListedRow): Promise<Answer | undefined> => {
    if (firstOf.has(row)) {
      const copy = copies.take(row);
      return copy && { ...copy, ref: submitted.ref ?? '' };
    }
    let answer: Answer | undefined;
    for (const answers of askings) answer = (await answers.of(row)) ?? answer;
    if (answer !== undefined) copies.keep(row, answer);
    return answer;
  };
  try {
    for await (const listed of readList(list)) {
      if ('headings' in listed) {
        if (!list.onlyResults) file.setColumns(listed.headings);
        continue;
      }
      const answer = await answerOf(listed);
      const { row, line, cells } = listed;
      const place = { row: row + firstRowNumber, line };
      // The number stands first, and is the list's.
      if (answer !== undefined) await file.write(Object.assign({ ...place }, answer, place), cells);
    }
    for (const answers of askings)
      if (!(await answers.areOver()))
        throw new NotDone('list_changed', 'The list became shorter while it was being sent.');
  } finally {
    await Promise.all(askings.map((answers) => answers.close()));
  }
}

/** Answers that later rows take too, until the last of them is written. */
class Copies {
  private readonly answers = new Map<number, Answer>();
  private readonly lastOf = new Map<number, number>();

  constructor(private readonly firstOf: ReadonlyMap<number, number>) {
    for (const [row, first] of firstOf) this.lastOf.set(first, row);
  }

  keep(row: number, answer: Answer): void {
    if (this.lastOf.has(row)) this.answers.set(row, answer);
  }

  take(row: number): Answer | undefined {
    const first = this.firstOf.get(row) ?? row;
    const answer = this.answers.get(first);
    if (this.lastOf.get(first) === row) this.answers.delete(first);
    return answer;
  }
}
