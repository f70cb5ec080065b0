/** The index of companies: numbers and states of all that ever were, names of the living, by Companies House. */
import { defineSource } from '../define-source.js';
import { factsToUpdate, type EditionFacts } from '../kit/editions/edition-file.js';
import type { BuildRequest } from '../kit/editions/importer.js';
import { FormRun } from '../kit/records/form-run.js';
import type { Entry } from '../kit/records/record.js';
import { INDEX_FORMS } from './index-lines.js';
import type { IndexRecord } from './index-record.js';
import { INDEX_LAYOUT, IndexEdition, IndexEditionBuilder, indexRewriting } from './index.edition.js';

const MEMBERS = /\.(dat|txt)$/i;

/** Files are read line by line and stored as they are read. */
class IndexRun extends FormRun {
  constructor(
    request: BuildRequest,
    private readonly edition: IndexEditionBuilder,
  ) {
    super(request);
  }

  add(entry: Entry): void {
    if (entry.kind !== 'put') return;
    // As the forms of the index made it.
    this.edition.add(entry.data as IndexRecord);
    this.usable += 1;
    // Of several files the oldest: what the edition says holds at least up to that day.
    if (this.newest === '' || entry.version < this.newest) this.newest = entry.version;
  }
}

async function build(request: BuildRequest): Promise<EditionFacts> {
  const updated = factsToUpdate(request.updates, INDEX_LAYOUT);
  const edition = IndexEditionBuilder.create(request.path, request.updates);
  const run = new IndexRun(request, edition);
  const read = async (): Promise<void> => {
    for await (const table of run.tablesOfFiles(MEMBERS)) await run.readTable(table, INDEX_FORMS);
  };
  return run.fill(edition, read, { updated });
}

export const companyIndex = defineSource({
  name: 'index',
  // What it knows of a company stands in for the register's own record (`src/enrichment/matching/indexed-company.ts`).
  fact: null,
  // Published every month; it changes slowly, and a dissolved company stays one.
  stale_after_days: 124,
  finder: {
    not_published: 'Companies House gives the index of companies to those who ask for it: import it.',
  },
  importer: { layout: INDEX_LAYOUT, rewriting: indexRewriting, updates: true, build },
  open: (path, suppressed) => IndexEdition.open(path, suppressed),
});
