/**
 * Makes an edition from the files of a source of records. This thread reads them. Another thread merges the
 * entries of each subject in the order read and stores them, a few batches later. It also reads half of
 * independent lines.
 */
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadOnlyFile } from '../../../../../platform/src/sqlite/sqlite-file.js';
import type { MethodCaller } from '../../../../../platform/src/threads/calls.js';
import { ThreadCaller } from '../../../../../platform/src/threads/thread-caller.js';
import type { IsoDate } from '../../../../../words/src/calendar.js';
import { publicationDay } from '../editions/edition-date.js';
import { FIRST_READER, type EditionFacts, editionFactsOf } from '../editions/edition-file.js';
import { startLoader, withLoader } from '../editions/import-loader.js';
import { ImportRefusal } from '../editions/import-outcome.js';
import type { BuildRequest, Importer, Rewriting } from '../editions/importer.js';
import type { PublishedTable } from '../editions/published-file.js';
import { rewriting } from '../editions/rewrite-edition.js';
import type { Form, FormContext } from './form.js';
import {
  recordLoader,
  type LoaderParts,
  type RecordLoader,
  type RecordLoaderSettings,
} from './loading/record-loader.service.js';
import { Staging } from './loading/staging.js';
import { entriesOf, type HeldItem, type Link, type Version } from './record.js';
import { heldIn, layoutOf, RecordEditionBuilder } from './record-edition.js';

function recordsRewriting({ layout, older = {}, linksOf }: RecordReading): Rewriting {
  const byLayout = new Map(Object.entries(older).map(([number, read]) => [layoutOf(Number(number)), read]));
  const readToday = (old: ReadOnlyFile, layoutFound: number, item: HeldItem): HeldItem => {
    if (item.text === null) return item;
    const text = byLayout.get(layoutFound)?.(item.text) ?? null;
    if (text === null) {
      const names = editionFactsOf(old).files.map(({ name }) => name);
      const lack = `some of its items lack what is needed: import ${names.join(', ')} again`;
      throw new ImportRefusal('failed', lack);
    }
    return { ...item, text, links: linksOf?.({ version: item.version, text }) ?? item.links };
  };
  return rewriting(
    (layout) => byLayout.has(layout),
    (path) => new RecordEditionBuilder(path, layout),
    function* (old, edition) {
      const layout = old.layoutVersion;
      for (const [subject, { whole, items }] of heldIn(old)) {
        const carried = items.map((item) => readToday(old, layout, item));
        yield edition.put(subject, entriesOf({ whole, items: carried }));
      }
    },
  );
}

/** Reads the documents of one import. The documents are read in parallel and entered in their order. */
export interface DocumentsReader {
  /** Takes a document, which may be read later while others wait. */
  take(table: PublishedTable, context: FormContext): Promise<void>;
  /** Waits until all taken documents are entered. */
  finish(): Promise<void>;
  /** Ends all reading, also after a fault. */
  close(): Promise<void>;
}

export interface RecordReading extends LoaderParts {
  readonly source: string;
  /** Raised with every change of what its readers put into an item. */
  readonly layout: number;
  /** The version of the rules that read its documents, raised with every change. Default: it has none. */
  readonly reader?: number;
  /** By earlier layout: rewrites an item's JSON in today's layout; null if it lacks a part. Default: none. */
  readonly older?: Readonly<Record<number, (text: string) => string | null>>;
  /** Computes the links of an earlier item (`text`: JSON) by today's rules. Default: keeps its links. */
  readonly linksOf?: (item: { readonly version: Version; readonly text: string }) => readonly Link[];
  /** Rewrites a whole earlier layout, if more than its items changed. Default: by `older`. */
  readonly rewriting?: Rewriting;
  /** The forms. The first that recognises a file reads it. */
  readonly forms: readonly Form[];
  /** Members of a zip archive that are read. Default: CSV, JSON, JSON lines, XML and text. */
  readonly members?: RegExp;
  /** The files are documents, or archives of them, and not forms. Called with the present day. */
  readonly documents?: (today: IsoDate) => DocumentsReader;
}

const MEMBERS = /\.(csv|json|jsonl|ndjson|xml|txt|dat)$/i;
const THREADS = join(__dirname, 'loading');
/** Bytes that each thread reads together, of lines that are read in both. */
const BYTES_APART = 1 << 18;

async function read(
  request: BuildRequest,
  loader: MethodCaller<RecordLoader>,
  { forms, members = MEMBERS, documents }: RecordReading,
): Promise<Staging> {
  const staging = new Staging(request, loader, loader instanceof ThreadCaller ? BYTES_APART : null);
  try {
    if (documents !== undefined)
      await readDocuments(request, staging, { members, reader: documents(request.today) });
    else for await (const table of staging.tablesOfFiles(members)) await staging.read(table, forms);
    await staging.sent();
  } catch (error) {
    await staging.noted();
    throw error;
  }
  return staging;
}

async function readDocuments(
  { files, asOf }: BuildRequest,
  staging: Staging,
  { members, reader }: { readonly members: RegExp; readonly reader: DocumentsReader },
): Promise<void> {
  try {
    for (const file of files) {
      const version = asOf ?? publicationDay(file.name) ?? '';
      for await (const table of staging.tablesIn(file, members)) {
        await reader.take(table, staging.contextOf(table.name, version));
        await staging.sendFull();
        staging.report('reading');
      }
    }
    await reader.finish();
  } finally {
    await reader.close();
  }
}

const stageOf = ({ path }: BuildRequest): string => `${path}.stage`;

/** The oldest version of the rules that read a document: an update doesn't read older documents again. */
function readBy({ reader }: RecordReading, updated: EditionFacts | null): Pick<EditionFacts, 'reader'> {
  if (reader === undefined) return {};
  return { reader: updated === null ? reader : Math.min(reader, updated.reader ?? FIRST_READER) };
}

async function load(
  request: BuildRequest,
  reading: RecordReading,
  loader: MethodCaller<RecordLoader>,
): Promise<EditionFacts> {
  // An edition that is brought up to date comes first; newer entries replace its entries.
  const updated = request.updates === null ? null : await loader.call('hold', request.updates);
  const staging = await read(request, loader, reading);
  staging.report('indexing');
  if (loader instanceof ThreadCaller) await staging.mergeWaiting(stageOf(request));
  const rows = await loader.call('merge', null);
  const facts = { ...(await staging.facts({ rows, updated })), ...readBy(reading, updated) };
  // While indexes are built, the file of waiting entries is deleted.
  await Promise.all([loader.call('finish', facts), rm(stageOf(request), { force: true })]);
  return facts;
}

async function build(request: BuildRequest, reading: RecordReading): Promise<EditionFacts> {
  const stage = stageOf(request);
  const loader = startLoader<RecordLoader, RecordLoaderSettings>(request, {
    name: 'record loader',
    settings: { path: request.path, stage, layout: reading.layout, source: reading.source },
    here: (settings) => recordLoader(settings, reading),
    thread: [THREADS, 'record-loader.thread'],
  });
  try {
    return await withLoader(loader, () => load(request, reading, loader));
  } finally {
    rmSync(stage, { force: true });
  }
}

/** The parts of an importer for the loader's thread, which knows the source by its name. */
interface RecordImporter extends Importer {
  readonly loaderParts: LoaderParts;
}

/** The parts; none where the importer's files bring no records. */
export const loaderPartsOf = (importer: Importer | RecordImporter): LoaderParts =>
  'loaderParts' in importer ? importer.loaderParts : {};

export const recordImporter = (reading: RecordReading): RecordImporter => ({
  layout: layoutOf(reading.layout),
  ...(reading.reader !== undefined && { reader: reading.reader }),
  rewriting: reading.rewriting ?? recordsRewriting(reading),
  updates: true,
  loaderParts: reading,
  build: (request) => build(request, reading),
});
