/**
 * Makes an edition from the files of a source of records. This thread reads the files. The loader's thread
 * merges each subject's entries in the order of reading and stores them. It also reads half of the lines of
 * files whose lines are independent.
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
  const readers = new Map(Object.entries(older).map(([number, read]) => [layoutOf(Number(number)), read]));
  const rewriteItem = (old: ReadOnlyFile, layoutFound: number, item: HeldItem): HeldItem => {
    if (item.text === null) return item;
    const text = readers.get(layoutFound)?.(item.text) ?? null;
    if (text === null) {
      const names = editionFactsOf(old).files.map(({ name }) => name);
      const lack = `some of its items lack what is needed: import ${names.join(', ')} again`;
      throw new ImportRefusal('failed', lack);
    }
    return { ...item, text, links: linksOf?.({ version: item.version, text }) ?? item.links };
  };
  return rewriting(
    (layout) => readers.has(layout),
    (path) => new RecordEditionBuilder(path, layout),
    function* (old, edition) {
      const layout = old.layoutVersion;
      for (const [subject, { whole, items }] of heldIn(old)) {
        const rewritten = items.map((item) => rewriteItem(old, layout, item));
        yield edition.put(subject, entriesOf({ whole, items: rewritten }));
      }
    },
  );
}

/** Reads the documents of one import in parallel and stores their records in order. */
export interface DocumentsReader {
  /** Takes a document. It may be read after the call returns. */
  take(table: PublishedTable, context: FormContext): Promise<void>;
  /** Waits until the records of all documents are stored. */
  finish(): Promise<void>;
  /** Ends all reading, also after a fault. */
  close(): Promise<void>;
}

export interface RecordReading extends LoaderParts {
  readonly source: string;
  /** The number of the data's layout. Raise it for every change of an item's data. */
  readonly layout: number;
  /** The version of the rules that read documents. Raise it for every change. Absent: no documents. */
  readonly reader?: number;
  /** By earlier layout: rewrites an item's JSON to the current layout; null: it lacks data. Absent: none. */
  readonly older?: Readonly<Record<number, (text: string) => string | null>>;
  /** Computes the links of an earlier item (`text`: JSON) by current rules. Absent: links stay. */
  readonly linksOf?: (item: { readonly version: Version; readonly text: string }) => readonly Link[];
  /** Rewrites editions of earlier layouts, if more than the items changed. Absent: by `older`. */
  readonly rewriting?: Rewriting;
  /** The forms of files. The first form that recognises a file reads it. */
  readonly forms: readonly Form[];
  /** Matches the members of a zip archive to read. Absent: CSV, JSON, JSON lines, XML and text. */
  readonly members?: RegExp;
  /** Makes the reader, if the files are documents or archives of documents. Called with the present day. */
  readonly documents?: (today: IsoDate) => DocumentsReader;
}

const MEMBERS = /\.(csv|json|jsonl|ndjson|xml|txt|dat)$/i;
const THREADS = join(__dirname, 'loading');
/** The bytes that each thread reads at a time of a file that both threads read. */
const BYTES_APART = 1 << 18;

async function readFiles(
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

/** The oldest version of the rules that read its documents: an update doesn't read older ones again. */
function readerOf({ reader }: RecordReading, updated: EditionFacts | null): Pick<EditionFacts, 'reader'> {
  if (reader === undefined) return {};
  return { reader: updated === null ? reader : Math.min(reader, updated.reader ?? FIRST_READER) };
}

async function load(
  request: BuildRequest,
  reading: RecordReading,
  loader: MethodCaller<RecordLoader>,
): Promise<EditionFacts> {
  // The entries of the updated edition come first, so that newer entries replace them.
  const updated = request.updates === null ? null : await loader.call('hold', request.updates);
  const staging = await readFiles(request, loader, reading);
  staging.report('indexing');
  if (loader instanceof ThreadCaller) await staging.mergeWaiting(stageOf(request));
  const rows = await loader.call('merge', null);
  const facts = { ...(await staging.facts({ rows, updated })), ...readerOf(reading, updated) };
  // The file of waiting entries is deleted while indexes are built.
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

/** An importer with the parts for the loader's thread, which finds the source by name. */
interface RecordImporter extends Importer {
  readonly loaderParts: LoaderParts;
}

/** The parts for the loader; empty: the importer's files have no records. */
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
