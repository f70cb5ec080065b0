/**
 * Builds a companies edition from the published BasicCompanyData files: this thread reads, another stores, a few
 * batches apart. Answers of the register, and updates, go another way (`companies-overlay.importer.ts`).
 */
import { reviveSqliteFileError } from '../../platform/sqlite/sqlite-file.js';
import type { Caller } from '../../platform/threads/calls.js';
import { DirectCaller } from '../../platform/threads/direct-caller.js';
import { ThreadCaller } from '../../platform/threads/thread-caller.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import type { ImportProgress } from '../kit/editions/import-outcome.js';
import {
  bytesOf,
  editionFacts,
  THREAD_FROM_BYTES,
  type BuildRequest,
  type Importer,
  type ReadFiles,
} from '../kit/editions/importer.js';
import { Underway } from '../kit/editions/underway.js';
import { companiesLoader, type LoaderMethods } from './companies-loader.service.js';
import { buildOverlay, kindOfFiles } from './companies-overlay.importer.js';
import { COMPANIES_LAYOUT } from './companies.edition.js';
import { companyBatches, type CompanyBatch } from './company-batches.js';

function startLoader(path: string, bytes: number): Caller<LoaderMethods> {
  if (bytes < THREAD_FROM_BYTES) {
    return new DirectCaller('register loader', () => companiesLoader({ path }), reviveSqliteFileError);
  }
  return new ThreadCaller({
    file: threadFile(__dirname, 'companies-loader.thread'),
    settings: { path },
    name: 'register loader',
    revive: reviveSqliteFileError,
  });
}

/** Hands batches to the loader and counts their results. */
class Loading {
  rows = 0;
  private newestIncorporation: IsoDate | null = null;
  readonly tables = new Set<string>();
  private readonly underway = new Underway();

  constructor(
    private readonly loader: Caller<LoaderMethods>,
    private readonly request: BuildRequest,
    private readonly bytesTotal: number,
  ) {}

  get newest(): ReadFiles['newest'] {
    const day = this.newestIncorporation;
    return day === null ? null : { day, basis: 'newest_incorporation' };
  }

  async take(batch: CompanyBatch): Promise<void> {
    this.tables.add(batch.file);
    const newest = batch.newestIncorporation;
    if (newest !== null && newest > (this.newestIncorporation ?? '')) this.newestIncorporation = newest;
    this.underway.add(this.store(batch), () => undefined);
    await this.underway.settleSome();
  }

  /** Waits until all that was taken is stored. */
  async settle(): Promise<void> {
    await this.underway.settle(0);
    this.report([...this.tables].at(-1) ?? '', this.bytesTotal, 'indexing');
  }

  private async store({ file, records, lines, rejects, bytesRead }: CompanyBatch): Promise<void> {
    const { rows, repeated } = await this.loader.call('add', { records, lines });
    const doubles = repeated.map(({ line, number }) => ({
      file,
      line,
      reason: `${number} came in an earlier row`,
    }));
    for (const reject of [...rejects, ...doubles].sort((a, b) => a.line - b.line)) {
      this.request.rejects.add(reject);
    }
    this.rows = rows;
    this.report(file, bytesRead, 'reading');
  }

  private report(file: string, bytes: number, phase: ImportProgress['phase']): void {
    const { rows, bytesTotal } = this;
    this.request.onProgress({
      file,
      rows,
      rejected: this.request.rejects.count,
      bytes,
      bytes_total: bytesTotal,
      phase,
    });
  }
}

async function loadAll(
  request: BuildRequest,
  loader: Caller<LoaderMethods>,
  bytes: number,
): Promise<EditionFacts> {
  const loading = new Loading(loader, request, bytes);
  for await (const batch of companyBatches(request.files)) await loading.take(batch);
  await loading.settle();
  const facts = await editionFacts(request, loading);
  await loader.call('finish', facts);
  return facts;
}

/** Whole files that stand alone: the fast way. */
async function buildWhole(request: BuildRequest): Promise<EditionFacts> {
  const bytes = bytesOf(request);
  const loader = startLoader(request.path, bytes);
  try {
    await loader.ready();
    return await loadAll(request, loader, bytes);
  } catch (error) {
    await loader.call('abandon', null).catch(() => undefined);
    throw error;
  } finally {
    await loader.close();
  }
}

async function build(request: BuildRequest): Promise<EditionFacts> {
  const kind = await kindOfFiles(request.files);
  return kind === 'table' && request.updates === null ? buildWhole(request) : buildOverlay(request, kind);
}

export const companiesImporter: Importer = { layout: COMPANIES_LAYOUT, updates: true, build };
