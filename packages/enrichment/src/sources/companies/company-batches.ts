/** Reads published tables into batches of companies. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { cutOffInLastLine, ImportRefusal, type Reject } from '../kit/editions/import-outcome.js';
import { tablesOf, type PublishedFile, type PublishedTable } from '../kit/editions/published-file.js';
import { linesOf } from '../kit/editions/text-lines.js';
import { encodeCompany } from './company-record.js';
import { readCompanyRow, headerProblem } from './company-row.js';
import { CsvRecordReader, type CsvRecord } from '../kit/editions/csv-records.js';

/** A batch of rows as a few long values: passing few values to another thread is cheap. */
export interface CompanyBatch {
  readonly file: string;
  /** `encodeCompany` of each company, joined by line ends. */
  readonly records: string;
  readonly lines: Uint32Array;
  readonly rejects: readonly Reject[];
  /** The number of bytes read from disk so far, over all files. */
  readonly bytesRead: number;
  /** The latest incorporation among the companies. */
  readonly newestIncorporation: IsoDate | null;
}

/** The rows of a batch: enough to pass batches cheaply, few enough to bound memory. */
const ROWS_A_BATCH = 2_000;
/** The character that a decoder writes for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/** Collects the records of one table. The first is its header. */
class TableCollector {
  sawHeader = false;
  /** True if the last text has no line end, so its last record may be cut off. */
  mayBeCutOff = false;
  private records: string[] = [];
  private lines: number[] = [];
  private rejects: Reject[] = [];
  private newest: IsoDate | null = null;

  constructor(private readonly file: string) {}

  take(csv: CsvRecord): void {
    if (!this.sawHeader) this.takeHeader(csv);
    else if ('problem' in csv) this.reject(csv.line, csv.problem);
    else this.takeRow(csv.line, csv.cells);
  }

  get full(): boolean {
    return this.records.length + this.rejects.length >= ROWS_A_BATCH;
  }

  batch(bytesRead: number): CompanyBatch {
    const { file, rejects, newest } = this;
    const [records, lines] = [this.records.join('\n'), Uint32Array.from(this.lines)];
    [this.records, this.lines, this.rejects, this.newest] = [[], [], [], null];
    return { file, records, lines, rejects, bytesRead, newestIncorporation: newest };
  }

  private takeHeader(csv: CsvRecord): void {
    const problem = 'problem' in csv ? csv.problem : headerProblem(csv.cells);
    if (problem !== null) throw new ImportRefusal('wrong_header', `${this.file}: ${problem}`);
    this.sawHeader = true;
  }

  private takeRow(line: number, cells: readonly string[]): void {
    const row = readCompanyRow(cells);
    if (!row.ok) {
      this.reject(line, row.reason);
      return;
    }
    const encoded = encodeCompany(row.record);
    if (encoded.includes(REPLACEMENT)) {
      this.reject(line, 'the row is not UTF-8 text');
      return;
    }
    this.records.push(encoded);
    this.lines.push(line);
    const { incorporated_on: day } = row.record;
    if (day !== null && (this.newest === null || day > this.newest)) this.newest = day;
  }

  private reject(line: number, reason: string): void {
    if (this.mayBeCutOff) throw cutOffInLastLine(this.file);
    this.rejects.push({ file: this.file, line, reason });
  }
}

async function* batchesOf(
  { name, bytes }: PublishedTable,
  bytesRead: () => number,
): AsyncGenerator<CompanyBatch> {
  const collector = new TableCollector(name);
  const reader = new CsvRecordReader((csv) => {
    collector.take(csv);
  }, true);
  for await (const lines of linesOf(bytes)) {
    collector.mayBeCutOff = lines !== '' && !lines.endsWith('\n');
    reader.push(lines);
    if (collector.full) yield collector.batch(bytesRead());
  }
  reader.end();
  if (!collector.sawHeader) throw new ImportRefusal('wrong_header', `${name} is empty`);
  yield collector.batch(bytesRead());
}

/** Reads the files in order. @throws ImportRefusal on a wrong header or a broken archive */
export async function* companyBatches(files: readonly PublishedFile[]): AsyncGenerator<CompanyBatch> {
  let bytesRead = 0;
  const onBytes = (bytes: number): void => {
    bytesRead += bytes;
  };
  for (const file of files) {
    for await (const table of tablesOf(file, onBytes)) yield* batchesOf(table, () => bytesRead);
  }
}
