/** Builds an edition of the index: files are read line by line and stored as they are read. */
import type { IsoDate } from '../../shared/calendar.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { ImportRefusal, type ImportProgress } from '../kit/editions/import-outcome.js';
import { editionFacts, type BuildRequest, type Importer } from '../kit/editions/importer.js';
import { tablesOf, type PublishedTable } from '../kit/editions/published-file.js';
import { linesOf } from '../kit/editions/text-lines.js';
import { CountedLines } from '../kit/records/counted-lines.js';
import { UnreadableRecord } from '../kit/records/form.js';
import { INDEX_FORMS, type IndexFileForm } from './index-lines.js';
import { INDEX_LAYOUT, IndexEdition, IndexEditionBuilder } from './index.edition.js';

const MEMBERS = /\.(dat|txt)$/i;

/** What all files of an import bring. */
class IndexFiles {
  readonly tables = new Set<string>();
  bytesRead = 0;
  usable = 0;
  /** Of several files the oldest: what the edition says holds at least up to that day. */
  day: IsoDate | null = null;
  private readonly bytesTotal: number;

  constructor(
    private readonly request: BuildRequest,
    private readonly edition: IndexEditionBuilder,
  ) {
    this.bytesTotal = request.files.reduce((sum, { size }) => sum + size, 0);
  }

  /** @throws ImportRefusal */
  async read({ name, bytes }: PublishedTable): Promise<void> {
    this.tables.add(name);
    let lines: CountedLines | null = null;
    for await (const text of linesOf(bytes)) {
      lines ??= this.opened(name, text);
      lines.push(text);
      this.report(name, 'reading');
    }
    lines?.end();
  }

  report(file: string, phase: ImportProgress['phase']): void {
    const { request, usable: rows, bytesRead: bytes, bytesTotal: bytes_total } = this;
    request.onProgress({ file, rows, rejected: request.rejects.count, bytes, bytes_total, phase });
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
    if (this.day === null || day < this.day) this.day = day;
    return new CountedLines({
      name,
      dayOf: form.dayOf,
      counted: form.counted,
      take: (line, number) => {
        this.take(form, line, { file: name, line: number });
      },
    });
  }

  private take(
    { read }: IndexFileForm,
    line: string,
    at: { readonly file: string; readonly line: number },
  ): void {
    try {
      this.edition.add(read(line));
      this.usable += 1;
    } catch (problem) {
      if (!(problem instanceof UnreadableRecord)) throw problem;
      this.request.rejects.add({ ...at, reason: problem.message });
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
  try {
    const files = new IndexFiles(request, edition);
    const onBytes = (bytes: number): void => {
      files.bytesRead += bytes;
    };
    for (const file of request.files) {
      for await (const table of tablesOf(file, onBytes, MEMBERS)) await files.read(table);
    }
    const { usable, tables, day } = files;
    files.report([...tables].at(-1) ?? '', 'indexing');
    const newest = day === null ? null : { day, basis: 'newest_record' as const };
    const facts = await editionFacts(request, { rows: edition.rows, usable, tables, newest, updated });
    edition.finish(facts);
    return facts;
  } catch (error) {
    edition.abandon();
    throw error;
  }
}

export const indexImporter: Importer = { layout: INDEX_LAYOUT, updates: true, build };
