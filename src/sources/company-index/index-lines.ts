/**
 * The two files of the index by Companies House: Prod183, the company directory (columns 1 to 8 the number, 91 to 250
 * the name), and Prod200, SIC codes and states (1 to 8 the number, 9 to 28 four codes of five columns, 29 the state).
 */
import {
  companyNumberProblem,
  parsePublishedNumber,
  type CompanyNumber,
} from '../../shared/company-number.js';
import { columnsOf, countedLines, dayIn, type CountedLinesForm } from '../kit/records/counted-lines.js';
import { UnreadableRecord, type Form } from '../kit/records/form.js';
import type { Entry } from '../kit/records/record.js';
import { textOf } from '../kit/records/values.js';
import { isIndexState, type IndexRecord } from './index-record.js';

/** What a decoder writes where bytes are not UTF-8. */
const REPLACEMENT = '\uFFFD';

function numberOf(line: string): CompanyNumber {
  const printed = line.slice(0, 8).trim();
  const number = parsePublishedNumber(printed);
  if (number === null) throw new UnreadableRecord(companyNumberProblem(printed));
  return number;
}

function readDirectory(line: string): IndexRecord {
  const number = numberOf(line);
  const name = textOf(columnsOf(line)(91, 250));
  if (name === null) throw new UnreadableRecord('the name is blank');
  if (name.includes(REPLACEMENT)) throw new UnreadableRecord('the row is not UTF-8 text');
  return { number, name, state: null, sic: [] };
}

const CODE_COLUMNS = [8, 13, 18, 23] as const;

function readCodes(line: string): IndexRecord {
  const number = numberOf(line);
  const printed = line.slice(28).trim();
  const state = printed === '' ? 'A' : printed;
  if (!isIndexState(state)) throw new UnreadableRecord(`'${state.slice(0, 20)}' is no state of a company`);
  const sic = CODE_COLUMNS.map((at) => line.slice(at, at + 5).trim());
  return { number, name: null, state, sic: sic.filter((code) => code !== '') };
}

/** A run number stands before the day. */
const DIRECTORY_HEADER = /^A{8}\d{4}(\d{8})$/;
const CODES_HEADER = /^A{8}\d{4}(\d{6})$/;

const indexFile = ({
  read,
  ...form
}: Omit<CountedLinesForm, 'partial' | 'read'> & { readonly read: (line: string) => IndexRecord }): Form =>
  countedLines({
    ...form,
    partial: false,
    read: (line, version): Entry[] => {
      const data = read(line);
      return [{ kind: 'put', subject: data.number, list: 'companies', key: '', version, data }];
    },
  });

export const INDEX_FORMS: readonly Form[] = [
  indexFile({
    name: 'the company directory Prod183',
    dayOf: (header) => dayIn(DIRECTORY_HEADER.exec(header)?.[1] ?? ''),
    // Six digits, where the file has millions of lines.
    counted: false,
    read: readDirectory,
  }),
  indexFile({
    name: 'SIC codes and states Prod200',
    dayOf: (header) => dayIn(`20${CODES_HEADER.exec(header)?.[1] ?? ''}`),
    counted: true,
    read: readCodes,
  }),
];
