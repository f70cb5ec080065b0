/** Reads or writes one workbook, in a confined process, in batches of rows: no side holds a whole sheet. */
import { serveAsProcess } from '../threads/serve.js';
import { cellText } from './cell-text.js';
import { loadHucre, type Hucre } from './hucre.js';
import { MAX_CELLS, MAX_COLUMNS, MAX_TEXT, lookAt } from './workbook-limits.js';
import type { OpenedSheet, SheetQuestion, SheetRow, WrittenBatch } from './workbook-process.js';

const BATCH_ROWS = 500;
/** A process that took the place of one that ended knows nothing of its workbook. */
const brokenOff = (): Error => new Error('its process was ended');

class WorkbookReader {
  private rows: ReturnType<Hucre['streamXlsxRows']> | undefined;
  private cells = 0;
  private length = 0;

  async open({ bytes, sheet }: SheetQuestion): Promise<OpenedSheet> {
    const { sheets, checkWhole } = await lookAt(bytes);
    const shown = sheets.filter(({ hidden }) => !hidden).map(({ name }) => name);
    const name = sheet ?? shown[0];
    const chosen = sheets.find((other) => other.name === name);
    if (name === undefined || chosen === undefined)
      throw new Error(`it has no sheet '${sheet ?? ''}', but '${shown.join("', '")}'`);
    await checkWhole(chosen);
    this.rows = (await loadHucre()).streamXlsxRows(bytes, { sheet: name });
    return { name, shown };
  }

  /** Returns the next rows that have content, as JSON; an empty text after the last. */
  async next(): Promise<string> {
    if (this.rows === undefined) throw brokenOff();
    const batch: SheetRow[] = [];
    while (batch.length < BATCH_ROWS) {
      const next = await this.rows.next();
      if (next.done === true) break;
      const { index, values } = next.value;
      const cells = values.map(cellText);
      while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop();
      if (cells.length === 0) continue;
      this.cells += cells.length;
      if (cells.length > MAX_COLUMNS)
        throw new Error(`row ${index + 1} has more than ${MAX_COLUMNS} columns`);
      if (this.cells > MAX_CELLS) throw new Error(`it has more than ${MAX_CELLS} cells`);
      this.length += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (this.length > MAX_TEXT) throw new Error('it has too much text');
      batch.push([index + 1, cells]);
    }
    return batch.length === 0 ? '' : JSON.stringify(batch);
  }
}

class WorkbookWriter {
  private waiting: readonly string[][] = [];
  private isOver = false;
  private wake: () => void = () => undefined;
  private drained: () => void = () => undefined;
  private made: Uint8Array[] = [];
  private whole: Promise<void> | undefined;
  private batches = 0;

  /** Takes rows, and returns the bytes that are made by now. */
  async write({ batch, rows }: WrittenBatch): Promise<Uint8Array> {
    if (batch !== this.batches) throw brokenOff();
    this.batches += 1;
    this.whole ??= this.make();
    // A fault of the library is told by the next call.
    this.whole.catch(() => this.drained());
    await new Promise<void>((resolve) => {
      [this.drained, this.waiting] = [resolve, rows];
      this.wake();
    });
    return this.taken();
  }

  async finish(batches: number): Promise<Uint8Array> {
    if (batches !== this.batches) throw brokenOff();
    this.isOver = true;
    this.wake();
    await (this.whole ??= this.make());
    return this.taken();
  }

  private async make(): Promise<void> {
    const hucre = await loadHucre();
    for await (const bytes of hucre.writeXlsxStream(this.rows(), { name: 'Results' })) this.made.push(bytes);
  }

  private async *rows(): AsyncGenerator<string[]> {
    for (;;) {
      const rows = this.waiting;
      this.waiting = [];
      yield* rows;
      if (rows.length > 0) this.drained();
      if (this.waiting.length > 0) continue;
      if (this.isOver) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private taken(): Uint8Array {
    const bytes = Buffer.concat(this.made);
    this.made = [];
    return bytes;
  }
}

serveAsProcess(() => {
  const [reader, writer] = [new WorkbookReader(), new WorkbookWriter()];
  const methods: Readonly<Record<string, (argument: never) => Promise<unknown>>> = {
    open: (question: SheetQuestion) => reader.open(question),
    next: () => reader.next(),
    write: (batch: WrittenBatch) => writer.write(batch),
    finish: (batches: number) => writer.finish(batches),
  };
  return Promise.resolve({
    atOnce: 1,
    // Called by `WorkbookProcess` alone, with what each method takes.
    run: (method, argument) =>
      methods[method]?.(argument as never) ?? Promise.reject(new Error(`no method ${method}`)),
    close: () => Promise.resolve(),
  });
});
