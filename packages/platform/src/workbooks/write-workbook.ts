/** Writes a table as a workbook of one sheet, all cells text. */
import { textCell } from './cell-text.js';
import { WorkbookProcess } from './workbook-process.js';

const BATCH_ROWS = 200;

/**
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
