/** The options of every command that reads a list. */
import type { ProgramCommand } from '../command-line.js';
import * as args from '../arguments.js';
import type { ListFile } from './list.js';

export interface ListOptions {
  readonly numberColumn?: string;
  readonly nameColumn?: string;
  readonly domainColumn?: string;
  readonly padNumbers: boolean;
  readonly encoding: string;
}

export const listOptions = (command: ProgramCommand): ProgramCommand =>
  command
    .option('--number-column <heading>', 'the column of company numbers')
    .option('--name-column <heading>', 'the column of company names')
    .option('--domain-column <heading>', 'the column of websites')
    .option('--pad-numbers', 'put back zeros that a spreadsheet cut from company numbers', false)
    .option('--encoding <name>', 'encoding of the file', args.asEncoding, 'utf-8');

/**
 * Combines the options with the file.
 * @param columns the names of further columns, besides those of identifiers
 */
export const listFile = (
  file: string,
  options: ListOptions,
  columns: ListFile['columnNames'] = {},
): ListFile => ({
  file,
  encoding: options.encoding,
  columnNames: {
    ...(options.numberColumn === undefined ? {} : { company_number: options.numberColumn }),
    ...(options.nameColumn === undefined ? {} : { company_name: options.nameColumn }),
    ...(options.domainColumn === undefined ? {} : { domain: options.domainColumn }),
    ...columns,
  },
  padNumbers: options.padNumbers,
});
