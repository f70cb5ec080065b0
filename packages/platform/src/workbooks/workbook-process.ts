/**
 * Starts the confined process that reads or writes a workbook, and ends it where it takes too much
 * (docs/decisions/0027-readers-of-strangers-bytes.md).
 */
import { ServiceLostError } from '../threads/calls.js';
import { inConfinedProcess } from '../threads/service-place.js';
import { ThreadCaller } from '../threads/thread-caller.js';
import { threadFile } from '../threads/thread-file.js';
import { WrongRequest } from '../errors/refusal.js';
import { textCell } from './cell-text.js';

/** The maximum number of bytes of a packed workbook. */
export const MAX_BYTES = 100 * 1_024 * 1_024;

export interface SheetQuestion {
  readonly bytes: Uint8Array;
  /** The name of the sheet; null: the first that is shown. */
  readonly sheet: string | null;
}

export interface OpenedSheet {
  readonly name: string;
  /** The names of all sheets that are shown. */
  readonly shown: readonly string[];
}

/** The number of a row, from 1, and its cells. */
export type SheetRow = readonly [line: number, cells: readonly string[]];

/** Rows to write, and how many batches were written before. */
export interface WrittenBatch {
  readonly batch: number;
  readonly rows: readonly string[][];
}

interface WorkbookMethods {
  open(question: SheetQuestion): OpenedSheet;
  next(argument: null): string;
  write(batch: WrittenBatch): Uint8Array;
  finish(batches: number): Uint8Array;
}

const HEAP_MB = 1_536;
/** Milliseconds of wall time of one call. On a busy machine a process gets little processor time. */
const DEADLINE_MS = 300_000;

export class WorkbookProcess {
  private readonly caller: ThreadCaller<WorkbookMethods>;
  private batches = 0;

  /** @param subject begins the sentence of a failure, such as "list.xlsx can't be read" */
  constructor(private readonly subject: string) {
    this.caller = new ThreadCaller<WorkbookMethods>({
      file: threadFile(__dirname, 'workbook.program'),
      place: inConfinedProcess,
      settings: {},
      name: 'workbook process',
      heapMb: HEAP_MB,
      revive: ({ message }) => this.failure(message),
    });
  }

  /** @throws WrongRequest for what isn't a workbook, lacks the sheet, or is too large */
  open(question: SheetQuestion): Promise<OpenedSheet> {
    return this.answered(this.caller.call('open', question));
  }

  /** Returns the next rows (`SheetRow[]`) as JSON; an empty text after the last. */
  next(): Promise<string> {
    return this.answered(this.caller.call('next', null));
  }

  /** Takes rows, at least one. Returns the next bytes of the workbook. */
  write(rows: readonly string[][]): Promise<Uint8Array> {
    const batch = this.batches;
    this.batches += 1;
    return this.answered(this.caller.call('write', { batch, rows }));
  }

  /** Returns the last bytes of the workbook. */
  finish(): Promise<Uint8Array> {
    return this.answered(this.caller.call('finish', this.batches));
  }

  async close(): Promise<void> {
    this.caller.cutOff();
    await this.caller.close();
  }

  private async answered<T>(call: Promise<T>): Promise<T> {
    const late = setTimeout(() => this.caller.cutOff(), DEADLINE_MS);
    try {
      return await call;
    } catch (error) {
      if (error instanceof ServiceLostError) throw this.failure('it takes too much time or memory');
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  private failure(why: string): WrongRequest {
    return new WrongRequest('unreadable_file', `${this.subject}: ${why}.`);
  }
}

/** Rows that go to the process at once. */
const BATCH_ROWS = 200;

/**
 * Writes a table as a workbook of one sheet, all cells text.
 * @param file named in errors
 * @param put takes the workbook's bytes in order
 * @throws WrongRequest where the workbook can't be made
 */
export async function writeWorkbook(
  file: string,
  table: AsyncIterable<readonly string[]>,
  put: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const workbook = new WorkbookProcess(`${file} can't be written`);
  try {
    let batch: string[][] = [];
    for await (const cells of table) {
      batch.push(cells.map(textCell));
      if (batch.length < BATCH_ROWS) continue;
      await put(await workbook.write(batch));
      batch = [];
    }
    if (batch.length > 0) await put(await workbook.write(batch));
    await put(await workbook.finish());
  } finally {
    await workbook.close();
  }
}
