/** The options of every command that reads a list. */
import type { ProgramCommand } from '../command-line.js';
import * as args from '../arguments.js';
import { openSource } from './list-source.js';
import type { ListFile } from './read-list.js';

export interface ListOptions {
  readonly numberColumn?: string;
  readonly nameColumn?: string;
  readonly domainColumn?: string;
  readonly padNumbers: boolean;
  readonly encoding: string;
  readonly sheet?: string;
}

/** Adds the options to a command. */
export const addListOptions = (command: ProgramCommand): ProgramCommand =>
  command
    .option('--number-column <heading>', 'the column of company numbers')
    .option('--name-column <heading>', 'the column of company names')
    .option('--domain-column <heading>', 'the column of websites')
    .option('--pad-numbers', 'put back zeros that a spreadsheet cut from company numbers', false)
    .option('--encoding <name>', 'encoding of a CSV file without a byte order mark', args.asEncoding, 'utf-8')
    .option('--sheet <name>', 'the sheet of a workbook (default: the first that is shown)');

/**
 * Opens a list.
 * @param furtherNames the headings of columns besides those of identifiers
 * @throws WrongRequest for a workbook that can't be read
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
