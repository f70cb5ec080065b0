/** Opens the file of a list, as its options say, and reads rows of cells from CSV or a workbook (XLSX). */
import { readFileSync, statSync } from 'node:fs';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import * as args from '../arguments.js';
import type { OptionsOf, ProgramCommand } from '../command-line.js';
import { firstBytes } from './byte-order-mark.js';
import { csvRows, type CsvRow } from './csv-rows.js';
import {
  MAX_BYTES,
  WorkbookProcess,
  type SheetRow,
} from '../../../packages/platform/src/workbooks/workbook-process.js';
import type { ListField } from './list-columns.js';

interface ListSource {
  /** Yields the headings, then every row that isn't empty. Callers may read the rows several times. */
  rows(): AsyncGenerator<CsvRow, void, undefined>;
  /** Says which sheet is read; empty: the file has no sheets. */
  readonly sheetSentence: string;
}

/** A list's file and how to read it. */
export interface ListFile {
  readonly file: string;
  readonly source: ListSource;
  /** The heading that the customer gave for each field's column. */
  readonly columnNames: Readonly<Partial<Record<ListField, string>>>;
  /** Restores the leading zeros of company numbers that a spreadsheet has cut below eight digits. */
  readonly padNumbers: boolean;
}

/** Adds the options of a list to a command. */
export const addListOptions = <Args extends unknown[], Options>(command: ProgramCommand<Args, Options>) =>
  command
    .option('--number-column <heading>', 'the column of company numbers')
    .option('--name-column <heading>', 'the column of company names')
    .option('--domain-column <heading>', 'the column of websites')
    .option('--pad-numbers', 'put back zeros that a spreadsheet cut from company numbers', false)
    .option('--encoding <name>', 'encoding of a CSV file without a byte order mark', args.asEncoding, 'utf-8')
    .option('--sheet <name>', 'the sheet of a workbook (default: the first that is shown)');

export type ListOptions = OptionsOf<ReturnType<typeof addListOptions>>;

/**
 * Opens a list.
 * @param furtherNames the headings of columns besides those of identifiers
 * @throws WrongRequest for a workbook that can't be read, and for `--sheet` with a file that isn't a workbook
 */
export const openList = async (
  file: string,
  options: ListOptions,
  furtherNames: ListFile['columnNames'] = {},
): Promise<ListFile> => ({
  file,
  source: await openSource(file, options.encoding, options.sheet ?? null),
  columnNames: {
    ...(options.numberColumn === undefined ? {} : { company_number: options.numberColumn }),
    ...(options.nameColumn === undefined ? {} : { company_name: options.nameColumn }),
    ...(options.domainColumn === undefined ? {} : { domain: options.domainColumn }),
    ...furtherNames,
  },
  padNumbers: options.padNumbers,
});

const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Opens a list. A workbook is read whole here, so the list stays as it is while it is sent.
 * @param encoding the encoding of a CSV file without a byte order mark
 * @param sheet the name of a workbook's sheet; null: the first that is shown
 * @throws WrongRequest for a workbook that can't be read, and for `--sheet` with a file that isn't a workbook
 */
export async function openSource(file: string, encoding: string, sheet: string | null): Promise<ListSource> {
  const firstFour = firstBytes(file, 4);
  const beginsWith = (signature: readonly number[]): boolean =>
    signature.every((byte, index) => firstFour[index] === byte);
  if (beginsWith(OLE_SIGNATURE))
    throw new WrongRequest(
      'unreadable_file',
      `${file} is an old workbook (.xls) or one with a password: save it as .xlsx without a password.`,
    );
  if (beginsWith(ZIP_SIGNATURE)) return workbookSource(file, sheet);
  if (sheet !== null)
    throw new WrongRequest('unreadable_file', `${file} is no workbook, so it has no --sheet.`);
  return { rows: () => csvRows(file, encoding), sheetSentence: '' };
}

async function workbookSource(file: string, sheet: string | null): Promise<ListSource> {
  const errorPrefix = `${file} can't be read`;
  if (statSync(file).size > MAX_BYTES)
    throw new WrongRequest('unreadable_file', `${errorPrefix}: it has more than ${MAX_BYTES} bytes.`);
  const workbook = new WorkbookProcess(errorPrefix);
  try {
    const { name, shown: visibleNames } = await workbook.open({ bytes: readFileSync(file), sheet });
    // Kept as bytes: rows as arrays of strings would take several times the memory.
    const batches: Buffer[] = [];
    for (let batch = await workbook.next(); batch !== ''; batch = await workbook.next())
      batches.push(Buffer.from(batch));
    const otherNames = visibleNames.filter((other) => other !== name).map((other) => `'${other}'`);
    const hint = otherNames.length > 0 ? `; --sheet names another: ${otherNames.join(', ')}` : '';
    return { rows: () => rowsIn(batches), sheetSentence: `Sheet '${name}' is read${hint}.` };
  } finally {
    await workbook.close();
  }
}

async function* rowsIn(batches: readonly Buffer[]): AsyncGenerator<CsvRow, void, undefined> {
  // The workbook's process wrote this JSON.
  for (const batch of batches)
    for (const [line, cells] of JSON.parse(batch.toString()) as SheetRow[]) yield { line, cells };
}
