/** Builds an edition of the index: files are read line by line and stored as they are read. */
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { ImportRefusal } from '../kit/editions/import-outcome.js';
import { abandonedOnFault, ImportRun } from '../kit/editions/import-run.js';
import type { BuildRequest, Importer } from '../kit/editions/importer.js';
import type { PublishedTable } from '../kit/editions/published-file.js';
import { linesOf } from '../kit/editions/text-lines.js';
import { CountedLines } from '../kit/records/counted-lines.js';
import { UnreadableRecord } from '../kit/records/form.js';
import { INDEX_FORMS, type IndexFileForm } from './index-lines.js';
import { INDEX_LAYOUT, indexRewriting, IndexEdition, IndexEditionBuilder } from './index.edition.js';

const MEMBERS = /\.(dat|txt)$/i;

/** What all files of an import bring. */
class IndexFiles extends ImportRun {
  constructor(
    request: BuildRequest,
    private readonly edition: IndexEditionBuilder,
  ) {
    super(request);
  }

  /** @throws ImportRefusal */
  async read({ name, bytes }: PublishedTable): Promise<void> {
    this.begin(name);
    let lines: CountedLines | null = null;
    for await (const text of linesOf(bytes)) {
      lines ??= this.opened(name, text);
      lines.push(text);
      this.report('reading');
    }
    lines?.end();
  }

  private opened(name: string, text: string): CountedLines {
    const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
    const form = INDEX_FORMS.find((known) => known.dayOf(header) !== null);
    const day = form?.dayOf(header) ?? null;
    if (form === undefined || day === null) {
      const known = INDEX_FORMS.map((one) => one.name).join('; or ');
      throw new ImportRefusal(
        'wrong_header',
        `${name} is none of the files that this source takes: ${known}`,
      );
    }
    // Of several files the oldest: what the edition says holds at least up to that day.
    if (this.newest === '' || day < this.newest) this.newest = day;
    return new CountedLines({
      name,
      dayOf: form.dayOf,
      counted: form.counted,
      take: (line, number) => {
        this.take(form, line, number);
      },
    });
  }

  private take({ read }: IndexFileForm, line: string, number: number): void {
    try {
      this.edition.add(read(line));
      this.usable += 1;
    } catch (problem) {
      if (!(problem instanceof UnreadableRecord)) throw problem;
      this.reject(number, problem.message);
    }
  }
}

function factsToUpdate(path: string | null): EditionFacts | null {
  if (path === null) return null;
  const edition = IndexEdition.open(path);
  try {
    return edition.facts;
  } finally {
    edition.close();
  }
}

async function build(request: BuildRequest): Promise<EditionFacts> {
  const updated = factsToUpdate(request.updates);
  const edition = IndexEditionBuilder.create(request.path, request.updates);
  return abandonedOnFault(edition, async () => {
    const files = new IndexFiles(request, edition);
    for await (const table of files.tablesOfFiles(MEMBERS)) await files.read(table);
    files.report('indexing');
    const facts = await files.facts({ rows: edition.rows, updated });
    edition.finish(facts);
    return facts;
  });
}

export const indexImporter: Importer = {
  layout: INDEX_LAYOUT,
  rewriting: indexRewriting,
  updates: true,
  build,
};
