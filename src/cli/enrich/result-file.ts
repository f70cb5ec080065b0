/**
 * Writes a file that is either complete or missing: written under another name and renamed at the end. NDJSON
 * is written at once; CSV and XLSX in a second pass, because their columns are known only after the last row.
 */
import type { WriteStream } from 'node:fs';
import { createWriteStream, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { errorCode, errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { linesOfFile } from '../../../packages/platform/src/files/lines-of-file.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { withoutFormulas, quotedCell } from '../../../packages/words/src/text/csv-cell.js';
import { WrongRequest, NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { encodeText, type MarkedEncoding } from './byte-order-mark.js';
import { Headings, type FlatLine } from './flatten.js';
import { writeWorkbook } from '../../../packages/platform/src/workbooks/workbook-process.js';
import type { AttemptItems } from './send-attempt.js';
import type { ListFile } from './list-source.js';
import { readList, type ListedRow } from './read-list.js';

export type Format = 'csv' | 'xlsx' | 'ndjson';

/** An item with the customer's cells of its row. */
interface WrittenItem {
  readonly item: JsonObject;
  readonly cells: readonly string[];
}

/** The rules by which items become the lines of a table. Those for formulas and encoding are for CSV. */
export interface TableRules {
  /** Flattens an item. An empty item gives the headings of a file without items. */
  readonly lineOf: (item: JsonObject) => FlatLine;
  /** Leaves cells unprotected that a spreadsheet would run as formulas. */
  readonly keepsFormulas: boolean;
  /** The encoding of the list's byte order mark, which the file gets too; null: UTF-8 without a mark. */
  readonly encoding: MarkedEncoding | null;
}

export class ResultFile {
  private readonly draftPath: string;
  private readonly stream: WriteStream;
  private readonly headings = new Headings();
  private failure: Error | undefined;
  /** Headings of the customer's columns, which stand before those of the items; null: they are left out. */
  private listHeadings: readonly string[] | null = null;
  private listColumnCount = 0;
  itemsWritten = 0;

  /** Opens the draft. Call it before anything is sent, so that paid results have a place to go. */
  constructor(
    readonly path: string,
    private readonly format: Format,
    private readonly tableRules: TableRules,
  ) {
    removeLeftOvers(path);
    this.draftPath = `${path}.${process.pid}.partial`;
    this.stream = createWriteStream(this.draftPath, { fd: openNewFile(this.draftPath) });
    this.stream.on('error', (error) => (this.failure = error));
    this.headings.add(tableRules.lineOf({}));
  }

  /** Adds the customer's own columns to each item. Call it before the first item. */
  setListHeadings(headings: readonly string[]): void {
    [this.listHeadings, this.listColumnCount] = [headings, headings.length];
  }

  /** Writes the items in the order of the calls. Waits where the disk is slower than the network. */
  async write(item: JsonObject, cells: readonly string[]): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const isTable = this.format !== 'ndjson';
    if (isTable) this.headings.add(this.tableRules.lineOf(item));
    this.listColumnCount = Math.max(this.listColumnCount, this.listHeadings === null ? 0 : cells.length);
    this.itemsWritten += 1;
    const listFields = this.listHeadings === null ? {} : { list: namedCells(this.listHeadings, cells) };
    const line: WrittenItem | JsonObject = isTable ? { item, cells } : { ...item, ...listFields };
    if (!this.stream.write(`${JSON.stringify(line)}\n`)) await once(this.stream, 'drain');
  }

  /** Puts the complete file in its place. */
  async finish(): Promise<void> {
    await this.end();
    if (this.format === 'ndjson') renameSync(this.draftPath, this.path);
    else await this.rewriteAsTable();
  }

  /** Removes the unfinished file. */
  async discard(): Promise<void> {
    await this.end().catch(() => undefined);
    rmSync(this.draftPath, { force: true });
    rmSync(`${this.draftPath}.csv`, { force: true });
  }

  private async end(): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.stream.end();
    await finished(this.stream);
  }

  private async rewriteAsTable(): Promise<void> {
    const tablePath = `${this.draftPath}.csv`;
    const stream = createWriteStream(tablePath, { fd: openNewFile(tablePath) });
    const writeBytes = async (bytes: Uint8Array): Promise<void> => {
      if (!stream.write(bytes)) await once(stream, 'drain');
    };
    if (this.format === 'xlsx') await writeWorkbook(this.path, this.tableRows(), writeBytes);
    else {
      const { keepsFormulas, encoding } = this.tableRules;
      const cellOf = (text: string): string => quotedCell(keepsFormulas ? text : withoutFormulas(text));
      if (encoding !== null) await writeBytes(encodeText('\ufeff', encoding));
      for await (const cells of this.tableRows())
        await writeBytes(encodeText(`${cells.map(cellOf).join(',')}\r\n`, encoding));
    }
    stream.end();
    await finished(stream);
    renameSync(tablePath, this.path);
    rmSync(this.draftPath, { force: true });
  }

  /** Yields the headings, then the lines. */
  private async *tableRows(): AsyncGenerator<readonly string[], void, undefined> {
    const headings = this.headings.all();
    const joined = (listCells: readonly string[], cells: readonly string[]): readonly string[] => [
      ...Array.from({ length: this.listColumnCount }, (_, column) => listCells[column] ?? ''),
      ...cells,
    ];
    yield joined(this.listHeadings ?? [], headings);
    for await (const text of linesOfFile(this.draftPath)) {
      // `write` above wrote this line.
      const { item, cells } = JSON.parse(text) as WrittenItem;
      const line = this.tableRules.lineOf(item);
      yield joined(
        cells,
        headings.map((heading) => line[heading] ?? ''),
      );
    }
  }
}

/** Returns the cells by heading. An empty or repeated heading gets the number of its column, from 1. */
function namedCells(listHeadings: readonly string[], cells: readonly string[]): JsonObject {
  const names = Array.from({ length: Math.max(listHeadings.length, cells.length) }, (_, index) => {
    const name = listHeadings[index]?.trim() ?? '';
    const isFirst = listHeadings.findIndex((other) => other.trim() === name) === index;
    return isFirst && name !== '' ? name : `${name} (column ${index + 1})`.trimStart();
  });
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
}

/** Opens a new file. A link in its place is removed, not followed. */
function openNewFile(path: string): number {
  try {
    rmSync(path, { force: true });
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new WrongRequest('unwritable', `${path} can't be written: ${errorMessage(error)}.`);
  }
}

/** Removes unfinished files that killed runs have left beside this file. */
function removeLeftOvers(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder)) {
    const pid = entry.startsWith(`${name}.`)
      ? /^\.(\d+)\.partial(?:\.csv)?$/.exec(entry.slice(name.length))?.[1]
      : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, entry), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

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
