/**
 * How the files of a source of records become an edition: this thread reads them, another merges the entries of each
 * subject, in the order read, and stores them, a few batches behind.
 */
import { rmSync } from 'node:fs';
import { reviveSqliteFileError } from '../../platform/sqlite/sqlite-file.js';
import type { Caller } from '../../platform/threads/calls.js';
import { DirectCaller } from '../../platform/threads/direct-caller.js';
import { ThreadCaller } from '../../platform/threads/thread-caller.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import { linesOf } from '../editions/text-lines.js';
import { dateInFileNames, publicationDay } from '../editions/edition-date.js';
import type { EditionFacts } from '../editions/edition-file.js';
import { ImportRefusal } from '../editions/import-outcome.js';
import {
  bytesOf,
  editionFacts,
  THREAD_FROM_BYTES,
  type BuildRequest,
  type Importer,
} from '../editions/importer.js';
import { tablesOf, type PublishedTable } from '../editions/published-file.js';
import type { IsoDate } from '../../shared/calendar.js';
import { EntryPacker, entryText } from './entry-batch.js';
import type { Form, FormContext, Sink, TextReader } from './form.js';
import { staged, type Entry, type Keeping } from './record.js';
import { layoutOf } from './record-edition.js';
import { recordLoader, type RecordLoaderMethods } from './record-loader.service.js';

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
/** What goes to the loader at once: so much that the way costs nothing beside the work. */
const CHARACTERS_A_BATCH = 1 << 18;
/** Batches on their way to the loader: enough to keep both threads busy, few enough to keep memory flat. */
const MOST_UNDERWAY = 4;

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
  private readonly packer = new EntryPacker();
  private readonly underway: Promise<unknown>[] = [];

  constructor(
    private readonly request: BuildRequest,
    private readonly loader: Caller<RecordLoaderMethods>,
  ) {}

  add(entry: Entry): void {
    this.packer.add(entry.subject, entryText(staged(entry)));
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
      await this.send(CHARACTERS_A_BATCH);
      this.report('reading');
    }
    reader?.end();
  }

  /** Hands what was found to the loader, once it is so much; waits where the loader lags behind. */
  async send(charactersAtLeast: number): Promise<void> {
    if (this.packer.characters < charactersAtLeast) return;
    const added = this.loader.call('add', this.packer.take());
    added.catch(() => undefined); // reported when it is awaited
    this.underway.push(added);
    if (this.underway.length >= MOST_UNDERWAY) await this.underway.shift();
  }

  /** Waits until the loader has all that was found. */
  async sent(): Promise<void> {
    await this.send(1);
    while (this.underway.length > 0) await this.underway.shift();
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
      bytes_total: bytesOf(request),
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

async function read(
  request: BuildRequest,
  loader: Caller<RecordLoaderMethods>,
  { forms, members = MEMBERS, documents }: Reading,
): Promise<Staging> {
  const staging = new Staging(request, loader);
  const onBytes = (bytes: number): void => {
    staging.bytesRead += bytes;
  };
  if (documents !== undefined)
    await readDocuments(request, staging, { members, onBytes, reader: documents() });
  else
    for (const file of request.files)
      for await (const table of tablesOf(file, onBytes, members)) await staging.read(table, forms);
  await staging.sent();
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
        await staging.send(CHARACTERS_A_BATCH);
        staging.report('reading');
      }
    }
    await reader.finish();
  } finally {
    await reader.close();
  }
}

function startLoader(
  request: BuildRequest,
  { layout, keeping }: Reading,
  stage: string,
): Caller<RecordLoaderMethods> {
  const settings = { path: request.path, stage, layout };
  const [name, revive] = ['record loader', reviveSqliteFileError];
  return bytesOf(request) < THREAD_FROM_BYTES || keeping !== undefined
    ? new DirectCaller(name, () => recordLoader(settings, keeping), revive)
    : new ThreadCaller({ file: threadFile(__dirname, 'record-loader.thread'), settings, name, revive });
}

async function load(
  request: BuildRequest,
  reading: Reading,
  loader: Caller<RecordLoaderMethods>,
): Promise<EditionFacts> {
  // An edition that is brought up to date comes first: what is newer takes its place.
  const updated = request.updates === null ? null : await loader.call('hold', request.updates);
  const staging = await read(request, loader, reading);
  staging.report('indexing');
  const rows = await loader.call('merge', null);
  const { newestDay, tables, entries: usable, partial } = staging;
  const newest = newestDay === null ? null : { day: newestDay, basis: 'newest_record' as const };
  const facts = editionFacts(request, { rows, usable, tables, newest, updated, partial });
  await loader.call('finish', facts);
  return facts;
}

async function build(request: BuildRequest, reading: Reading): Promise<EditionFacts> {
  const stage = `${request.path}.stage`;
  const loader = startLoader(request, reading, stage);
  try {
    await loader.ready();
    return await load(request, reading, loader);
  } catch (error) {
    await loader.call('abandon', null).catch(() => undefined);
    throw error;
  } finally {
    await loader.close();
    rmSync(stage, { force: true });
  }
}

export const recordImporter = (reading: Reading): Importer => ({
  layout: layoutOf(reading.layout),
  updates: true,
  build: (request) => build(request, reading),
});
