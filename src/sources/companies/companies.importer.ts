/**
 * Builds a companies edition from the published BasicCompanyData files: this thread reads, another stores, a few
 * batches apart. Answers of the register, and updates, go another way (`companies-overlay.importer.ts`).
 */
import { reviveSqliteFileError } from '../../platform/sqlite/sqlite-file.js';
import type { Caller } from '../../platform/threads/calls.js';
import { DirectCaller } from '../../platform/threads/direct-caller.js';
import { ThreadCaller } from '../../platform/threads/thread-caller.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { abandonedOnFault, ImportRun } from '../kit/editions/import-run.js';
import { bytesOf, THREAD_FROM_BYTES, type BuildRequest, type Importer } from '../kit/editions/importer.js';
import { Underway } from '../kit/editions/underway.js';
import { companiesLoader, type LoaderMethods } from './companies-loader.service.js';
import { buildOverlay, kindOfFiles } from './companies-overlay.importer.js';
import { COMPANIES_LAYOUT } from './companies.edition.js';
import { companyBatches, type CompanyBatch } from './company-batches.js';
import { companiesRewriting } from './rewrite-companies.js';

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
class Loading extends ImportRun {
  private readonly underway = new Underway();

  constructor(
    request: BuildRequest,
    private readonly loader: Caller<LoaderMethods>,
  ) {
    super(request);
  }

  async take(batch: CompanyBatch): Promise<void> {
    this.tables.add(batch.file);
    this.heardOf(batch.newestIncorporation ?? '');
    this.underway.add(this.store(batch), () => undefined);
    await this.underway.settleSome();
  }

  /** Waits until all that was taken is stored. */
  async settle(): Promise<void> {
    await this.underway.settle(0);
    this.bytesRead = bytesOf(this.request);
    this.report('indexing');
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
    this.usable = rows;
    this.file = file;
    this.bytesRead = bytesRead;
    this.report('reading');
  }
}

async function loadAll(request: BuildRequest, loader: Caller<LoaderMethods>): Promise<EditionFacts> {
  await loader.ready();
  const loading = new Loading(request, loader);
  for await (const batch of companyBatches(request.files)) await loading.take(batch);
  await loading.settle();
  const facts = await loading.facts({ rows: loading.usable, updated: null, basis: 'newest_incorporation' });
  await loader.call('finish', facts);
  return facts;
}

/** Whole files that stand alone: the fast way. */
async function buildWhole(request: BuildRequest): Promise<EditionFacts> {
  const loader = startLoader(request.path, bytesOf(request));
  const abandon = (): Promise<unknown> => loader.call('abandon', null).catch(() => undefined);
  try {
    return await abandonedOnFault({ abandon }, () => loadAll(request, loader));
  } finally {
    await loader.close();
  }
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
