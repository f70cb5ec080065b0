/**
 * A file that is either whole or not there: written beside its place under another name, and renamed at the end.
 * NDJSON as it comes; CSV in a second pass, because its columns are known only when all rows are.
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
import { errorCode, errorMessage } from '../../platform/errors/error-code.js';
import { linesOfFile } from '../../platform/files/lines-of-file.js';
import type { JsonObject } from '../../shared/json.js';
import { withoutFormulas, quotedCell } from '../../shared/text/csv-cell.js';
import { WrongRequest } from '../../operator/refusal.js';
import { Headings, type Line } from './flatten.js';

export type Format = 'csv' | 'ndjson';

/** An item, and the customer's cells that belong to it. */
interface Written {
  readonly item: JsonObject;
  readonly cells: readonly string[];
}

/** How items become CSV. */
export interface CsvForm {
  /** Headings of a file without items come from an empty one. */
  readonly lineOf: (item: JsonObject) => Line;
  /** Cells that a spreadsheet would run as formulas stay as they are. */
  readonly raw: boolean;
}

export class ResultFile {
  private readonly ndjson: string;
  private readonly stream: WriteStream;
  private readonly headings = new Headings();
  private failure: Error | undefined;
  /** Of the customer's columns, which stand before the items'; none: they are left out. */
  private columns: readonly string[] | null = null;
  private width = 0;
  written = 0;

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

  /** The customer's own columns come with each item. Called before the first. */
  takeColumns(headings: readonly string[]): void {
    [this.columns, this.width] = [headings, headings.length];
  }

  /** In the order of the calls; waits where the disk is slower than the network. */
  async write(item: JsonObject, cells: readonly string[]): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const isCsv = this.format === 'csv';
    if (isCsv) this.headings.add(this.csv.lineOf(item));
    this.width = Math.max(this.width, this.columns === null ? 0 : cells.length);
    this.written += 1;
    const own = this.columns === null ? {} : { list: namedCells(this.columns, cells) };
    const line: Written | JsonObject = isCsv ? { item, cells } : { ...item, ...own };
    if (!this.stream.write(`${JSON.stringify(line)}\n`)) await once(this.stream, 'drain');
  }

  /** Everything is there: puts the file in its place. */
  async finish(): Promise<void> {
    await this.end();
    if (this.format === 'csv') await this.rewriteAsCsv();
    else renameSync(this.ndjson, this.path);
  }

  /** Removes what was written. */
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

  private async rewriteAsCsv(): Promise<void> {
    const draft = `${this.ndjson}.csv`;
    const out = createWriteStream(draft, { fd: openNew(draft) });
    const headings = this.headings.all();
    const cellOf = (text: string): string => quotedCell(this.csv.raw ? text : withoutFormulas(text));
    const put = async (own: readonly string[], cells: readonly string[]): Promise<void> => {
      const first = Array.from({ length: this.width }, (_, column) => own[column] ?? '');
      if (!out.write(`${[...first, ...cells].map(cellOf).join(',')}\r\n`)) await once(out, 'drain');
    };
    await put(this.columns ?? [], headings);
    for await (const text of linesOfFile(this.ndjson)) {
      // Written by `write` above.
      const { item, cells } = JSON.parse(text) as Written;
      const line = this.csv.lineOf(item);
      await put(
        cells,
        headings.map((heading) => line[heading] ?? ''),
      );
    }
    out.end();
    await finished(out);
    renameSync(draft, this.path);
    rmSync(this.ndjson, { force: true });
  }
}

/** By heading; one that is empty or stands twice has the number of its column, from 1. */
function namedCells(columns: readonly string[], cells: readonly string[]): JsonObject {
  const names = Array.from({ length: Math.max(columns.length, cells.length) }, (_, at) => {
    const name = columns[at]?.trim() ?? '';
    const isFirst = columns.findIndex((other) => other.trim() === name) === at;
    return isFirst && name !== '' ? name : `${name} (column ${at + 1})`.trimStart();
  });
  return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
}

/**
 * Opened before anything is sent: results that are paid for must have a place to go. A link in its place is removed, not
 * followed.
 */
function openNew(path: string): number {
  try {
    rmSync(path, { force: true });
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new WrongRequest('unwritable', `${path} can't be written: ${errorMessage(error)}.`);
  }
}

/** What a run that was killed has left beside this file. */
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
