/** How the files of a source of records become an edition: the entries of each subject are merged, in the order read. */
import { linesOf } from '../editions/text-lines.js';
import { dateInFileNames, publicationDay } from '../editions/edition-date.js';
import type { EditionFacts } from '../editions/edition-file.js';
import { ImportRefusal } from '../editions/import-outcome.js';
import { editionFacts, type BuildRequest, type Importer } from '../editions/importer.js';
import { tablesOf, type PublishedTable } from '../editions/published-file.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { Form, FormContext, Sink, TextReader } from './form.js';
import { entriesOf, staged, type Entry, type Keeping } from './record.js';
import { layoutOf, RecordEdition, RecordEditionBuilder } from './record-edition.js';
import { Stage } from './stage.js';
import { SubjectOrder } from './subject-order.js';

/** One run over files whose members are documents, each of them whole: read beside one another, entered in their order. */
export interface DocumentsReader {
  /** Takes a document; it may be read after that, as long as others wait. */
  take(table: PublishedTable, context: FormContext): Promise<void>;
  /** Waits until all that was taken is entered. */
  finish(): Promise<void>;
  /** Ends what it had begun, also after a fault. */
  close(): Promise<void>;
}

export interface Reading {
  readonly layout: number;
  /** What an item keeps of another of the same key. Default: nothing. */
  readonly keeping?: Keeping;
  readonly forms: readonly Form[];
  readonly members?: RegExp;
  /** Of documents in the place of forms. */
  readonly documents?: () => DocumentsReader;
}

const MEMBERS = /\.(csv|json|jsonl|ndjson|xml|txt|dat)$/i;
/** Of a file, to tell its form by: some lines, and the first one whole, be it a long answer of the register. */
const HEAD_CHARACTERS = 20_000;
const LONGEST_FIRST_LINE = 4 << 20;

function headOf(text: string): string {
  const line = text.indexOf('\n');
  const first = line < 0 ? text.length : line;
  return text.slice(0, first > LONGEST_FIRST_LINE ? HEAD_CHARACTERS : Math.max(first, HEAD_CHARACTERS));
}

/** What all files of an import bring, and what is known of them on the way. */
class Staging implements Sink {
  readonly tables = new Set<string>();
  partial = false;
  bytesRead = 0;
  entries = 0;
  private newestTime = '';
  private file = '';

  constructor(
    private readonly request: BuildRequest,
    private readonly order: SubjectOrder,
  ) {}

  add(entry: Entry): void {
    this.order.add(entry.subject, staged(entry));
    this.entries += 1;
    if (entry.version > this.newestTime) this.newestTime = entry.version;
  }

  reject(line: number, reason: string): void {
    this.request.rejects.add({ file: this.file, line, reason });
  }

  /** @throws ImportRefusal */
  async read({ name, bytes }: PublishedTable, forms: readonly Form[]): Promise<void> {
    this.file = name;
    this.tables.add(name);
    let reader: TextReader | null = null;
    for await (const text of linesOf(bytes)) {
      reader ??= this.opened(name, text, forms);
      reader.push(text);
      this.report('reading');
    }
    reader?.end();
  }

  /** What a document's reader is given; documents stand alone, and never for everybody. */
  contextOf(name: string, version: string): FormContext {
    this.partial = true;
    this.file = name;
    const reject = (line: number, reason: string): void =>
      this.request.rejects.add({ file: name, line, reason });
    return { name, version, sink: { add: (entry) => this.add(entry), reject } };
  }

  report(phase: 'reading' | 'indexing'): void {
    const { request, entries, file, bytesRead } = this;
    request.onProgress({
      file,
      rows: entries,
      rejected: request.rejects.count,
      bytes: bytesRead,
      bytes_total: request.files.reduce((sum, { size }) => sum + size, 0),
      phase,
    });
  }

  /** The day of the newest entry, where entries tell theirs. */
  get newestDay(): IsoDate | null {
    return this.newestTime === '' ? null : this.newestTime.slice(0, 10);
  }

  private opened(name: string, text: string, forms: readonly Form[]): TextReader {
    const head = headOf(text);
    const form = forms.find((known) => known.recognises(head, name));
    if (form === undefined) {
      const known = forms.map((one) => one.name).join('; or ');
      throw new ImportRefusal(
        'wrong_header',
        `${name} is none of the files that this source takes: ${known}`,
      );
    }
    this.partial ||= form.partial;
    const version = this.request.asOf ?? dateInFileNames([name]) ?? '';
    return form.open({ name, version, sink: this });
  }
}

/** An edition that is brought up to date comes first: what is newer takes its place. */
function hold(order: SubjectOrder, path: string, layout: number): EditionFacts {
  const edition = RecordEdition.open(path, layout);
  try {
    for (const [subject, records] of edition.held())
      for (const entry of entriesOf(records)) order.add(subject, entry);
    return edition.facts;
  } finally {
    edition.close();
  }
}

async function read(
  request: BuildRequest,
  order: SubjectOrder,
  { forms, members = MEMBERS, documents }: Reading,
): Promise<Staging> {
  const staging = new Staging(request, order);
  const onBytes = (bytes: number): void => {
    staging.bytesRead += bytes;
  };
  if (documents !== undefined)
    await readDocuments(request, staging, { members, onBytes, reader: documents() });
  else
    for (const file of request.files)
      for await (const table of tablesOf(file, onBytes, members)) await staging.read(table, forms);
  return staging;
}

async function readDocuments(
  { files, asOf }: BuildRequest,
  staging: Staging,
  {
    members,
    onBytes,
    reader,
  }: {
    readonly members: RegExp;
    readonly onBytes: (bytes: number) => void;
    readonly reader: DocumentsReader;
  },
): Promise<void> {
  try {
    for (const file of files) {
      const version = asOf ?? publicationDay(file.name) ?? '';
      for await (const table of tablesOf(file, onBytes, members)) {
        await reader.take(table, staging.contextOf(table.name, version));
        staging.report('reading');
      }
    }
    await reader.finish();
  } finally {
    await reader.close();
  }
}

async function build(request: BuildRequest, reading: Reading): Promise<EditionFacts> {
  const stage = new Stage(`${request.path}.stage`);
  const builder = new RecordEditionBuilder(request.path, reading.layout, reading.keeping);
  try {
    const order = new SubjectOrder(builder, stage);
    const updated = request.updates === null ? null : hold(order, request.updates, reading.layout);
    const staging = await read(request, order, reading);
    staging.report('indexing');
    order.end();
    const { newestDay, tables } = staging;
    const newest = newestDay === null ? null : { day: newestDay, basis: 'newest_record' as const };
    const facts = editionFacts(request, {
      rows: builder.rows,
      usable: staging.entries,
      tables,
      newest,
      updated,
      partial: staging.partial,
    });
    builder.finish(facts);
    return facts;
  } catch (error) {
    builder.abandon();
    throw error;
  } finally {
    stage.remove();
  }
}

export const recordImporter = (reading: Reading): Importer => ({
  layout: layoutOf(reading.layout),
  updates: true,
  build: (request) => build(request, reading),
});
