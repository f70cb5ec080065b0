/**
 * Builds a companies edition out of single records: answers of the register's API and stream events by themselves, or
 * these or newer files laid over the edition in force.
 */
import type { IsoDate } from '../../shared/calendar.js';
import { dateInFileNames } from '../kit/editions/edition-date.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { ImportRefusal, type ImportProgress } from '../kit/editions/import-outcome.js';
import { editionFacts, type BuildRequest } from '../kit/editions/importer.js';
import { tablesOf, type PublishedFile, type PublishedTable } from '../kit/editions/published-file.js';
import { linesOf } from '../kit/editions/text-lines.js';
import type { Sink, TextReader } from '../kit/records/form.js';
import type { Entry, Version } from '../kit/records/record.js';
import { registerLines } from '../kit/records/register-lines.js';
import { CompaniesOverlay, type Base } from './companies-overlay.js';
import { CompaniesEdition } from './companies.edition.js';
import { companyBatches } from './company-batches.js';
import { PROFILES } from './company-profile.js';
import { encodeCompany, withVersion, type CompanyRecord } from './company-record.js';

const PROFILE_LINES = registerLines(PROFILES);
const MEMBERS = /\.(csv|json|jsonl|ndjson|txt)$/i;
/** Of a file, to tell its form by. */
const HEAD_CHARACTERS = 20_000;

export type FileKind = 'table' | 'register_lines';

const isRegisterLines = (text: string, name: string): boolean =>
  PROFILE_LINES.recognises(text.slice(0, HEAD_CHARACTERS), name);

/** By the beginning of its first table. What is wrong with a file is left to be said by whoever reads it whole. */
async function kindOf(file: PublishedFile): Promise<FileKind> {
  try {
    for await (const { name, bytes } of tablesOf(file, () => undefined, MEMBERS)) {
      for await (const text of linesOf(bytes))
        return isRegisterLines(text, name) ? 'register_lines' : 'table';
    }
  } catch (problem) {
    if (!(problem instanceof ImportRefusal)) throw problem;
  }
  return 'table';
}

/** What the files of an import are, all alike. @throws ImportRefusal where they differ */
export async function kindOfFiles(files: readonly PublishedFile[]): Promise<FileKind> {
  const kinds: FileKind[] = [];
  for (const file of files) kinds.push(await kindOf(file));
  if (new Set(kinds).size <= 1) return kinds[0] ?? 'table';
  const lines = files[kinds.indexOf('register_lines')]?.name ?? '';
  const table = files[kinds.indexOf('table')]?.name ?? '';
  throw new ImportRefusal(
    'wrong_header',
    `${lines} holds answers of the register and ${table} doesn't: import whole files first, then the others with --update`,
  );
}

/** Takes what the files bring, and remembers what is known of them on the way. */
class Laying implements Sink {
  readonly tables = new Set<string>();
  bytesRead = 0;
  usable = 0;
  private newest: Version = '';
  private file = '';
  /** A profile that was read whole: who isn't in it isn't on the register. */
  private whole: { readonly subject: string; readonly version: Version } | null = null;

  constructor(
    private readonly request: BuildRequest,
    private readonly overlay: CompaniesOverlay,
  ) {}

  add(entry: Entry): void {
    const { subject, version } = entry;
    if (version > this.newest) this.newest = version;
    if (entry.kind === 'put') {
      // As `readProfile` made it.
      this.put(encodeCompany({ ...(entry.data as CompanyRecord), version }));
      if (this.whole?.subject === subject) this.whole = null;
      return;
    }
    this.dropUnheard();
    this.whole = { subject, version };
  }

  reject(line: number, reason: string): void {
    this.request.rejects.add({ file: this.file, line, reason });
  }

  get newestDay(): IsoDate | null {
    return this.newest === '' ? null : this.newest.slice(0, 10);
  }

  async readLines({ name, bytes }: PublishedTable): Promise<void> {
    this.begin(name);
    let reader: TextReader | null = null;
    for await (const text of linesOf(bytes)) {
      if (reader === null && !isRegisterLines(text, name)) {
        throw new ImportRefusal(
          'wrong_header',
          `${name} is none of the files that are read here: ${PROFILE_LINES.name}`,
        );
      }
      reader ??= PROFILE_LINES.open({ name, version: '', sink: this });
      reader.push(text);
      this.report('reading');
    }
    reader?.end();
    this.dropUnheard();
  }

  /** Rows of newer files, each as new as the day of its file. */
  async readTables(files: readonly PublishedFile[]): Promise<void> {
    for await (const { file, records, rejects, bytesRead } of companyBatches(files)) {
      this.begin(file);
      const day = this.request.asOf ?? dateInFileNames([file]);
      if (day === null) {
        throw new ImportRefusal(
          'invalid_date',
          `${file} doesn't tell its day, which an update needs: name it by --as-of`,
        );
      }
      for (const record of records === '' ? [] : records.split('\n')) this.put(withVersion(record, day));
      for (const reject of rejects) this.request.rejects.add(reject);
      this.bytesRead = bytesRead;
      this.report('reading');
    }
  }

  report(phase: ImportProgress['phase']): void {
    const { request, usable: rows, file, bytesRead: bytes } = this;
    const bytes_total = request.files.reduce((sum, { size }) => sum + size, 0);
    request.onProgress({ file, rows, rejected: request.rejects.count, bytes, bytes_total, phase });
  }

  private begin(file: string): void {
    this.file = file;
    this.tables.add(file);
  }

  private put(line: string): void {
    this.overlay.put(line);
    this.usable += 1;
  }

  private dropUnheard(): void {
    if (this.whole === null) return;
    this.overlay.drop(this.whole.subject, this.whole.version);
    this.usable += 1;
    this.whole = null;
  }
}

async function layAll(request: BuildRequest, laying: Laying, kind: FileKind): Promise<void> {
  if (kind === 'table') {
    await laying.readTables(request.files);
    return;
  }
  const onBytes = (bytes: number): void => {
    laying.bytesRead += bytes;
  };
  for (const file of request.files) {
    for await (const table of tablesOf(file, onBytes, MEMBERS)) await laying.readLines(table);
  }
}

/** What is known of the edition to bring up to date. @throws SqliteFileError */
function baseOf(path: string | null): { readonly base: Base; readonly updated: EditionFacts } | null {
  if (path === null) return null;
  const edition = CompaniesEdition.open(path);
  try {
    return { base: { path, rowsAsOf: edition.rowsAsOf }, updated: edition.facts };
  } finally {
    edition.close();
  }
}

/** @throws ImportRefusal, SqliteFileError */
export async function buildOverlay(request: BuildRequest, kind: FileKind): Promise<EditionFacts> {
  const known = baseOf(request.updates);
  const overlay = CompaniesOverlay.create(request.path, known?.base ?? null);
  try {
    const laying = new Laying(request, overlay);
    await layAll(request, laying, kind);
    laying.report('indexing');
    const { usable, tables, newestDay } = laying;
    const facts = await editionFacts(request, {
      rows: overlay.count,
      usable,
      tables,
      newest: newestDay === null ? null : { day: newestDay, basis: 'newest_record' },
      updated: known?.updated ?? null,
      partial: kind === 'register_lines',
    });
    overlay.finish(facts);
    return facts;
  } catch (error) {
    overlay.abandon();
    throw error;
  }
}
