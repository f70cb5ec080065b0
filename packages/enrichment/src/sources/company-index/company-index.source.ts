/**
 * Defines the source of the company index of Companies House: numbers and states of all companies that ever
 * existed, and names of live ones. It has two files. Prod183 is the company directory (number in columns 1 to
 * 8, name in 91 to 250). Prod200 has SIC codes and states (number in 1 to 8, four codes of five columns in 9
 * to 28, state in 29).
 */
import {
  companyNumberProblem,
  parsePublishedNumber,
  type CompanyNumber,
} from '../../../../words/src/company-number.js';
import { columnReaderOf, countedLines, dayIn, type CountedLinesForm } from '../kit/records/counted-lines.js';
import { UnreadableRecord, type Form } from '../kit/records/form.js';
import type { Entry } from '../kit/records/record.js';
import { textOf } from '../kit/records/values.js';
import { isIndexState, type IndexRecord } from './index-record.js';
import { defineSource } from '../define-source.js';
import { factsToUpdate, type EditionFacts } from '../kit/editions/edition-file.js';
import type { BuildRequest } from '../kit/editions/importer.js';
import { FormRun } from '../kit/records/form-run.js';
import { INDEX_LAYOUT, IndexEdition, IndexEditionBuilder, indexRewriting } from './index.edition.js';

/** The character that a decoder writes for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

function numberOf(line: string): CompanyNumber {
  const printed = line.slice(0, 8).trim();
  const number = parsePublishedNumber(printed);
  if (number === null) throw new UnreadableRecord(companyNumberProblem(printed));
  return number;
}

function readDirectory(line: string): IndexRecord {
  const number = numberOf(line);
  const name = textOf(columnReaderOf(line)(91, 250));
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

/** The headers of both files: a run number, then the day. */
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

const INDEX_FORMS: readonly Form[] = [
  indexFile({
    name: 'the company directory Prod183',
    dayOf: (header) => dayIn(DIRECTORY_HEADER.exec(header)?.[1] ?? ''),
    // The trailer's count has six digits and is cut short for millions of lines, so it isn't checked.
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

const MEMBERS = /\.(dat|txt)$/i;

/** Reads files line by line and stores the records at once. */
class IndexRun extends FormRun {
  constructor(
    request: BuildRequest,
    private readonly edition: IndexEditionBuilder,
  ) {
    super(request);
  }

  add(entry: Entry): void {
    if (entry.kind !== 'put') return;
    // The forms in `INDEX_FORMS` made the data.
    this.edition.add(entry.data as IndexRecord);
    this.usable += 1;
    // The edition has the oldest day of its files: it is complete up to that day.
    if (this.dataDay === '' || entry.version < this.dataDay) this.dataDay = entry.version;
  }
}

async function build(request: BuildRequest): Promise<EditionFacts> {
  const updated = factsToUpdate(request.updates, INDEX_LAYOUT);
  const edition = IndexEditionBuilder.create(request.path, request.updates);
  const run = new IndexRun(request, edition);
  const readFiles = async (): Promise<void> => {
    for await (const table of run.tablesOfFiles(MEMBERS)) await run.readTable(table, INDEX_FORMS);
  };
  return run.fill(edition, readFiles, { updated });
}

export const companyIndex = defineSource({
  name: 'index',
  // Its records replace missing records of the register
  // (`packages/enrichment/src/pipeline/matching/indexed-company.ts`).
  fact: null,
  digested: true,
  // The index is published every month. It changes slowly, and dissolved companies stay in it.
  stale_after_days: 124,
  finder: {
    not_published: 'Companies House gives the index of companies to those who ask for it: import it.',
  },
  importer: { layout: INDEX_LAYOUT, rewriting: indexRewriting, updates: true, build },
  open: (path, suppressed) => IndexEdition.open(path, suppressed),
});
