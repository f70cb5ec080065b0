/**
 * Builds a companies edition. For published BasicCompanyData files this thread reads and another thread
 * stores. Answers of the register's API, its stream events and newer files fill an empty edition or update
 * the edition in force.
 */
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { ImportRefusal } from '../kit/editions/import-outcome.js';
import { importBytesOf, type BuildRequest, type Importer } from '../kit/editions/importer.js';
import { tablesOf, type PublishedFile } from '../kit/editions/published-file.js';
import { linesOf } from '../kit/editions/text-lines.js';
import { FormRun, headOf } from '../kit/records/form-run.js';
import type { Entry, Version } from '../kit/records/record.js';
import { registerLines } from '../kit/records/register-lines.js';
import { CompaniesOverlay, COMPANIES_LAYOUT, companiesRewriting, type Base } from './companies-builder.js';
import { CompaniesEdition } from './companies.edition.js';
import { companyBatches, type CompanyBatch } from './company-batches.js';
import { PROFILES } from './company-profile.js';
import { encodeCompany, withVersion, type CompanyRecord } from './company-record.js';
import type { MethodCaller } from '../../../../platform/src/threads/calls.js';
import { startLoader, withLoader } from '../kit/editions/import-loader.js';
import { ImportRun } from '../kit/editions/import-run.js';
import { Underway } from '../kit/editions/underway.js';
import { companiesLoader, type CompaniesLoader, type LoaderSettings } from './companies-loader.service.js';

const PROFILE_LINES = registerLines(PROFILES);
const MEMBERS = /\.(csv|json|jsonl|ndjson|txt)$/i;

type FileKind = 'table' | 'register_lines';

/** The kind of a file by its first lines. Faults of the file are reported when it is read whole. */
async function kindOf(file: PublishedFile): Promise<FileKind> {
  try {
    for await (const { name, bytes } of tablesOf(file, () => undefined, MEMBERS)) {
      for await (const text of linesOf(bytes))
        return PROFILE_LINES.recognises(headOf(text), name) ? 'register_lines' : 'table';
    }
  } catch (problem) {
    if (!(problem instanceof ImportRefusal)) throw problem;
  }
  return 'table';
}

/** The kind of all files of an import. @throws ImportRefusal if they differ */
async function kindOfFiles(files: readonly PublishedFile[]): Promise<FileKind> {
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

/** Updates an edition with the records of the files, and counts them. */
class OverlayRun extends FormRun {
  protected override readonly readBy = 'are read here';
  /** A profile list that was read whole. If no profile follows, the company is no longer registered. */
  private pendingWhole: { readonly subject: string; readonly version: Version } | null = null;

  constructor(
    request: BuildRequest,
    private readonly overlay: CompaniesOverlay,
  ) {
    super(request);
  }

  add(entry: Entry): void {
    const { subject, version } = entry;
    this.noteTime(version);
    if (entry.kind === 'put') {
      // `readProfile` made the data.
      this.put(encodeCompany({ ...(entry.data as CompanyRecord), version }));
      if (this.pendingWhole?.subject === subject) this.pendingWhole = null;
      return;
    }
    this.dropIfNoProfileFollowed();
    this.pendingWhole = { subject, version };
  }

  /** Reads lines: answers of the register's API, or events of its stream. */
  async readLines(): Promise<void> {
    for await (const table of this.tablesOfFiles(MEMBERS)) {
      await this.readTable(table, [PROFILE_LINES]);
      this.dropIfNoProfileFollowed();
    }
  }

  /** Reads rows of newer files. Each row has the day of its file. */
  async readTables(): Promise<void> {
    for await (const { file, records, rejects, bytesRead } of companyBatches(this.request.files)) {
      this.begin(file);
      const day = this.versionOf(file);
      if (day === '') {
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

  private put(line: string): void {
    this.overlay.put(line);
    this.usable += 1;
  }

  private dropIfNoProfileFollowed(): void {
    if (this.pendingWhole === null) return;
    this.overlay.drop(this.pendingWhole.subject, this.pendingWhole.version);
    this.usable += 1;
    this.pendingWhole = null;
  }
}

/** The facts of the edition that is to be updated. @throws SqliteFileError */
function baseOf(path: string | null): { readonly base: Base | null; readonly updated: EditionFacts | null } {
  if (path === null) return { base: null, updated: null };
  const edition = CompaniesEdition.open(path);
  try {
    return { base: { path, rowsAsOf: edition.rowsAsOf }, updated: edition.facts };
  } finally {
    edition.close();
  }
}

/** @throws ImportRefusal, SqliteFileError */
async function buildOverlay(request: BuildRequest, kind: FileKind): Promise<EditionFacts> {
  const { base, updated } = baseOf(request.updates);
  const overlay = CompaniesOverlay.over(base, request.path);
  const run = new OverlayRun(request, overlay);
  const readFiles = kind === 'table' ? () => run.readTables() : () => run.readLines();
  return run.fill(overlay, readFiles, { updated });
}

/** Hands batches to the loader and counts their results. */
class Loading extends ImportRun {
  private readonly underway = new Underway();

  constructor(
    request: BuildRequest,
    private readonly loader: MethodCaller<CompaniesLoader>,
  ) {
    super(request);
  }

  async take(batch: CompanyBatch): Promise<void> {
    this.tables.add(batch.file);
    this.noteTime(batch.newestIncorporation ?? '');
    this.underway.add(this.store(batch), () => undefined);
    await this.underway.settleSome();
  }

  /** Waits until every batch is stored. */
  async settle(): Promise<void> {
    await this.underway.settle(0);
    this.bytesRead = importBytesOf(this.request);
    this.report('indexing');
  }

  private async store({ file, records, lines, rejects, bytesRead }: CompanyBatch): Promise<void> {
    const { rows, repeated } = await this.loader.call('add', { records, lines });
    const repeatRejects = repeated.map(({ line, number }) => ({
      file,
      line,
      reason: `${number} came in an earlier row`,
    }));
    for (const reject of [...rejects, ...repeatRejects].sort((a, b) => a.line - b.line)) {
      this.request.rejects.add(reject);
    }
    this.usable = rows;
    this.file = file;
    this.bytesRead = bytesRead;
    this.report('reading');
  }
}

/** Builds a new edition from whole published files, in two threads. */
async function buildWhole(request: BuildRequest): Promise<EditionFacts> {
  const loader = startLoader<CompaniesLoader, LoaderSettings>(request, {
    name: 'register loader',
    settings: { path: request.path },
    here: companiesLoader,
    thread: [__dirname, 'companies-loader.thread'],
  });
  return withLoader(loader, async () => {
    const loading = new Loading(request, loader);
    for await (const batch of companyBatches(request.files)) await loading.take(batch);
    await loading.settle();
    const { usable: rows } = loading;
    const facts = await loading.facts({ rows, updated: null, basis: 'newest_incorporation' });
    await loader.call('finish', facts);
    return facts;
  });
}

async function build(request: BuildRequest): Promise<EditionFacts> {
  const kind = await kindOfFiles(request.files);
  return kind === 'table' && request.updates === null ? buildWhole(request) : buildOverlay(request, kind);
}

export const companiesImporter: Importer = {
  layout: COMPANIES_LAYOUT,
  rewriting: companiesRewriting,
  updates: true,
  build,
};
