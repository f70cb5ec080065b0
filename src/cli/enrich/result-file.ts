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
import { harmless, quotedCell } from '../../shared/text/csv-cell.js';
import { WrongRequest } from '../../operator/refusal.js';
import { Headings, type Line } from './flatten.js';

export type Format = 'csv' | 'ndjson';

/** How items become CSV. */
export interface CsvForm {
  /** Headings of a file without items come from an empty one. */
  readonly lineOf: (item: JsonObject) => Line;
  /** Cells that a spreadsheet would run as formulas stay as they are. */
  readonly raw: boolean;
  /** What stands before each line, the headings first; one for each item, in the order of the items. */
  readonly before?: () => AsyncGenerator<readonly string[], void, undefined>;
}

export class ResultFile {
  private readonly ndjson: string;
  private readonly stream: WriteStream;
  private readonly headings = new Headings();
  private failure: Error | undefined;
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

  /** In the order of the calls; waits where the disk is slower than the network. */
  async write(item: JsonObject): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (this.format === 'csv') this.headings.add(this.csv.lineOf(item));
    this.written += 1;
    if (!this.stream.write(`${JSON.stringify(item)}\n`)) await once(this.stream, 'drain');
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
    const out = createWriteStream(draft, { mode: 0o600 });
    const headings = this.headings.all();
    const before = this.csv.before?.();
    const cellOf = (text: string): string => quotedCell(this.csv.raw ? text : harmless(text));
    const put = async (cells: readonly string[]): Promise<void> => {
      const next = await before?.next();
      const first = next?.done === false ? next.value : [];
      if (!out.write(`${[...first, ...cells].map(cellOf).join(',')}\r\n`)) await once(out, 'drain');
    };
    await put(headings);
    for await (const text of linesOfFile(this.ndjson)) {
      // Written by `write` above.
      const line = this.csv.lineOf(JSON.parse(text) as JsonObject);
      await put(headings.map((heading) => line[heading] ?? ''));
    }
    await before?.return();
    out.end();
    await finished(out);
    renameSync(draft, this.path);
    rmSync(this.ndjson, { force: true });
  }
}

/** Opened before anything is sent: results that are paid for must have a place to go. */
function openNew(path: string): number {
  try {
    return openSync(path, 'w', 0o600);
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
