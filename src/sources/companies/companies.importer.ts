/**
 * Builds a companies edition from the published BasicCompanyData files: this thread reads, another stores, a few
 * batches apart. Answers of the register, and updates, go another way (`companies-overlay.importer.ts`).
 */
import type { Caller } from '../../platform/threads/calls.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { startLoader, withLoader } from '../kit/editions/import-loader.js';
import { ImportRun } from '../kit/editions/import-run.js';
import { bytesOf, type BuildRequest, type Importer } from '../kit/editions/importer.js';
import { Underway } from '../kit/editions/underway.js';
import { COMPANIES_LAYOUT, companiesRewriting } from './companies-builder.js';
import { companiesLoader, type LoaderMethods, type LoaderSettings } from './companies-loader.service.js';
import { buildOverlay, kindOfFiles } from './companies-overlay.importer.js';
import { companyBatches, type CompanyBatch } from './company-batches.js';

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

/** Whole files that stand alone: the fast way. */
async function buildWhole(request: BuildRequest): Promise<EditionFacts> {
  const loader = startLoader<LoaderMethods, LoaderSettings>(request, {
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
