/**
 * Writes a file that is either complete or missing: written under another name and renamed at the end. NDJSON
 * is written at once; CSV and XLSX in a second pass, because their columns are known only after the last row.
 */
import {
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type WriteStream,
} from 'node:fs';
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { errorCode, errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { linesOfFile } from '../../../packages/platform/src/files/lines-of-file.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { withoutFormulas, quotedCell } from '../../../packages/words/src/text/csv-cell.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { encodeText, type MarkedEncoding } from './byte-order-mark.js';
import { Headings, type FlatLine } from './flatten.js';
import { writeWorkbook } from '../../../packages/platform/src/workbooks/write-workbook.js';

export type Format = 'csv' | 'xlsx' | 'ndjson';

/** An item with the customer's cells of its row. */
interface WrittenItem {
  readonly item: JsonObject;
  readonly cells: readonly string[];
}

/** The rules by which items become CSV. */
export interface CsvForm {
  /** Flattens an item. An empty item gives the headings of a file without items. */
  readonly lineOf: (item: JsonObject) => FlatLine;
  /** Leaves cells unprotected that a spreadsheet would run as formulas. */
  readonly raw: boolean;
  /** The encoding of the list's byte order mark, which the file gets too; null: UTF-8 without a mark. */
  readonly mark: MarkedEncoding | null;
}

export class ResultFile {
  private readonly ndjson: string;
  private readonly stream: WriteStream;
  private readonly headings = new Headings();
  private failure: Error | undefined;
  /** Headings of the customer's columns, which stand before those of the items; null: they are left out. */
  private columns: readonly string[] | null = null;
  private width = 0;
  itemsWritten = 0;

  constructor(
    readonly path: string,
    private readonly format: Format,
    private readonly csv: CsvForm,
  ) {
    clearLeftOvers(path);
    this.ndjson = `${path}.${process.pid}.partial`;
    this.stream = createWriteStream(this.ndjson, { fd: openNew(this.ndjson) });
    this.stream.on('error', (error) => (this.failure = error));
    this.headings.add(csv.lineOf({}));
  }

  /** Adds the customer's own columns to each item. Call it before the first item. */
  setColumns(headings: readonly string[]): void {
    [this.columns, this.width] = [headings, headings.length];
  }

  /** Writes the items in the order of the calls. Waits where the disk is slower than the network. */
  async write(item: JsonObject, cells: readonly string[]): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const isTable = this.format !== 'ndjson';
    if (isTable) this.headings.add(this.csv.lineOf(item));
    this.width = Math.max(this.width, this.columns === null ? 0 : cells.length);
    this.itemsWritten += 1;
    const listFields = this.columns === null ? {} : { list: namedCells(this.columns, cells) };
    const line: WrittenItem | JsonObject = isTable ? { item, cells } : { ...item, ...listFields };
    if (!this.stream.write(`${JSON.stringify(line)}\n`)) await once(this.stream, 'drain');
  }

  /** Puts the complete file in its place. */
  async finish(): Promise<void> {
    await this.end();
    if (this.format === 'ndjson') renameSync(this.ndjson, this.path);
    else await this.rewriteAsTable();
  }

  /** Removes the unfinished file. */
  async discard(): Promise<void> {
    await this.end().catch(() => undefined);
    rmSync(this.ndjson, { force: true });
    rmSync(`${this.ndjson}.csv`, { force: true });
  }

  private async end(): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.stream.end();
    await finished(this.stream);
  }

  private async rewriteAsTable(): Promise<void> {
    const draft = `${this.ndjson}.csv`;
    const stream = createWriteStream(draft, { fd: openNew(draft) });
    const writeBytes = async (bytes: Uint8Array): Promise<void> => {
      if (!stream.write(bytes)) await once(stream, 'drain');
    };
    if (this.format === 'xlsx') await writeWorkbook(this.path, this.table(), writeBytes);
    else {
      const { raw, mark } = this.csv;
      const cellOf = (text: string): string => quotedCell(raw ? text : withoutFormulas(text));
      if (mark !== null) await writeBytes(encodeText('\ufeff', mark));
      for await (const cells of this.table())
        await writeBytes(encodeText(`${cells.map(cellOf).join(',')}\r\n`, mark));
    }
    stream.end();
    await finished(stream);
    renameSync(draft, this.path);
    rmSync(this.ndjson, { force: true });
  }

  /** Yields the headings, then the lines. */
  private async *table(): AsyncGenerator<readonly string[], void, undefined> {
    const headings = this.headings.all();
    const row = (listCells: readonly string[], cells: readonly string[]): readonly string[] => [
      ...Array.from({ length: this.width }, (_, column) => listCells[column] ?? ''),
      ...cells,
    ];
    yield row(this.columns ?? [], headings);
    for await (const text of linesOfFile(this.ndjson)) {
      // `write` above wrote this line.
      const { item, cells } = JSON.parse(text) as WrittenItem;
      const line = this.csv.lineOf(item);
      yield row(
        cells,
        headings.map((heading) => line[heading] ?? ''),
      );
    }
  }
}

/** Returns the cells by heading. An empty or repeated heading gets the number of its column, from 1. */
function namedCells(columns: readonly string[], cells: readonly string[]): JsonObject {
  const names = Array.from({ length: Math.max(columns.length, cells.length) }, (_, index) => {
    const name = columns[index]?.trim() ?? '';
    const isFirst = columns.findIndex((other) => other.trim() === name) === index;
    return isFirst && name !== '' ? name : `${name} (column ${index + 1})`.trimStart();
  });
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
}

/**
 * Opens a new file. It is opened before anything is sent, so that paid results have a place to go. A link in
 * its place is removed, not followed.
 */
function openNew(path: string): number {
  try {
    rmSync(path, { force: true });
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new WrongRequest('unwritable', `${path} can't be written: ${errorMessage(error)}.`);
  }
}

/** Removes unfinished files that killed runs have left beside this file. */
function clearLeftOvers(path: string): void {
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
