/**
 * Fetches a filed document of accounts in a form that is data, and its facts. A PDF is read only if a block
 * wants its pages.
 */
import type { AccountsReading, UnreadWhy } from '../../filed-accounts/accounts-reading.js';
import type { PdfAnswer, PdfQuestion } from '../../filed-accounts/pool/pdf-readers.js';
import { isMadeUpAfter, type FiledAs, type FiledRecord } from '../../filed-accounts/read-accounts.js';
import {
  UnreadableAnswer,
  type AskTerms,
  type RegisterApi,
  type RegisterBusy,
} from '../register/register-api.js';
import { ServiceNotStartedError } from '../../../../platform/src/threads/calls.js';
import type { Clock } from '../../../../platform/src/time/clock.js';
import { parseIsoDate, type IsoDate } from '../../../../words/src/calendar.js';
import { namedCompanyNumber } from '../../../../words/src/company-number.js';
import type { SourceNotes } from './live-source-notes.js';
import type { NotRead, Reading } from './readings.js';
import { askingRegister, busyNow } from './register-fetcher.js';
import type { Fetchers } from './shared-readings.js';

/** Milliseconds for the largest document on a slow line. An abandoned check lets the fetch finish. */
const TIME_LIMIT_MS = 120_000;

/** Reads a tagged document; never throws because of its content. */
export interface FactsReader {
  read(bytes: Uint8Array, filed: FiledAs): Promise<FiledRecord>;
}

/** Reads the pages of a PDF; never throws because of their content. */
export interface PagesReader {
  read(question: PdfQuestion): Promise<PdfAnswer>;
}

export interface DocumentFetcherParts {
  readonly register: Pick<RegisterApi, 'get' | 'document'>;
  readonly notes: SourceNotes;
  readonly clock: Clock;
  readonly facts: FactsReader;
  readonly pages: PagesReader;
}

/** The media types that are data, the best first. */
const DATA = ['application/xhtml+xml', 'application/xml', 'text/html'] as const;
const PDF = 'application/pdf';

interface WantedDocument {
  readonly id: string;
  readonly filed: FiledAs;
  readonly pdf: boolean;
}

/** @throws if it is no such key: a fault of the block */
function documentOfKey(key: string): WantedDocument {
  const [number = '', day = '', id = '', form] = key.split('/', 4);
  const isKey = /^[\w-]{1,200}$/.test(id) && (form === undefined || form === 'pdf');
  const made_up_to = parseIsoDate(day);
  if (!isKey || made_up_to === null) throw new Error(`there is no document ${key}`);
  return { id, filed: { id, number: namedCompanyNumber(number), made_up_to }, pdf: form === 'pdf' };
}

type Content = { readonly bytes: Uint8Array } | { readonly why: UnreadWhy } | RegisterBusy;

async function formsOf(
  { register }: DocumentFetcherParts,
  id: string,
  terms: AskTerms,
): Promise<readonly string[] | null | RegisterBusy> {
  const answer = await register.get(`/document/${id}`, terms);
  if (answer.status === 'busy') return answer;
  const resources = answer.body?.['resources'];
  return typeof resources === 'object' && resources !== null ? Object.keys(resources) : null;
}

async function contentOf(
  parts: DocumentFetcherParts,
  wantedDocument: WantedDocument,
  terms: AskTerms,
): Promise<Content> {
  const forms = wantedDocument.pdf ? [PDF] : await formsOf(parts, wantedDocument.id, terms);
  if (forms === null) return { why: 'missing' };
  if ('status' in forms) return forms;
  const form = wantedDocument.pdf ? PDF : DATA.find((type) => forms.includes(type));
  if (form === undefined) return { why: forms.includes(PDF) ? 'pdf_only' : 'missing' };
  const document = await parts.register.document(wantedDocument.id, form, terms);
  if (document.status === 'busy') return document;
  return document.status === 'not_found' ? { why: 'missing' } : { bytes: document.content };
}

/** The reason if an answer can't be used now or later, so that it isn't requested again. */
const unusable = (error: unknown): { readonly why: UnreadWhy } => {
  if (error instanceof UnreadableAnswer) return { why: 'unusable' };
  throw error;
};

interface AboutReading extends Pick<WantedDocument, 'id' | 'filed'> {
  readonly fetched_on: IsoDate;
}

/** Returns null if the reader didn't start, so that the document is still unread; throws other errors. */
function unlessNotStarted(error: unknown): null {
  if (error instanceof ServiceNotStartedError) return null;
  throw error;
}

async function readFacts(
  { facts }: DocumentFetcherParts,
  bytes: Uint8Array,
  { filed, fetched_on }: AboutReading,
): Promise<AccountsReading | NotRead> {
  const read = await facts.read(bytes, filed).catch(unlessNotStarted);
  if (read === null) return NOT_NOW.busy;
  const { record } = read;
  if (record.status === 'read') return { status: 'read', fetched_on, read_by: 'ixbrl', record };
  const { why, other_company } = record;
  return { status: 'unread', fetched_on, why, ...(other_company !== undefined && { other_company }) };
}

const NOT_NOW = {
  recogniser_failed: { status: 'not_read', reason: 'accounts_ocr_unavailable', again_in_ms: 0 },
  busy: { status: 'not_read', reason: 'source_busy', again_in_ms: 5_000 },
  // This answer is not kept: a recogniser may be installed tomorrow.
  scanned: { status: 'not_read', reason: 'accounts_not_machine_readable' },
} as const satisfies Readonly<Record<string, NotRead>>;

/** PDF readers accept a few bytes before the beginning. */
const BEGINS_WITHIN = 1_024;
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, BEGINS_WITHIN)).includes('%PDF-');

async function readPages(
  { pages }: DocumentFetcherParts,
  bytes: Uint8Array,
  { id, filed, fetched_on }: AboutReading,
): Promise<AccountsReading | NotRead> {
  if (!isPdf(bytes)) return { status: 'unread', fetched_on, why: 'unusable' };
  const answer = await pages.read({ bytes, id, made_up_to: filed.made_up_to ?? '' });
  if (!('why' in answer)) return { status: 'read', fetched_on, ...answer };
  const { why } = answer;
  return why === 'busy' || why === 'scanned' || why === 'recogniser_failed'
    ? NOT_NOW[why]
    : { status: 'unread', fetched_on, why };
}

async function readingOf(
  parts: DocumentFetcherParts,
  content: { readonly bytes: Uint8Array } | { readonly why: UnreadWhy },
  about: AboutReading & Pick<WantedDocument, 'pdf'>,
): Promise<AccountsReading | NotRead> {
  const { fetched_on, pdf } = about;
  if ('why' in content) return { status: 'unread', fetched_on, why: content.why };
  const reading = await (pdf ? readPages : readFacts)(parts, content.bytes, about);
  return reading.status === 'read' && isMadeUpAfter(reading.record, fetched_on)
    ? { status: 'unread', fetched_on, why: 'impossible_dates' }
    : reading;
}

export const documentFetcher =
  (parts: DocumentFetcherParts): NonNullable<Fetchers['document']> =>
  (key, priority): Promise<Reading<'document'>> =>
    askingRegister(parts.notes, async (): Promise<Reading<'document'>> => {
      const wantedDocument = documentOfKey(key);
      const checked_at = parts.clock.now().toISOString();
      const terms = { priority, signal: AbortSignal.timeout(TIME_LIMIT_MS) };
      const content = await contentOf(parts, wantedDocument, terms).catch(unusable);
      if ('status' in content) return busyNow(content);
      parts.notes.succeeded();
      const about = { ...wantedDocument, fetched_on: checked_at.slice(0, 10) };
      const reading = await readingOf(parts, content, about);
      if (reading.status === 'not_read') return reading;
      return { status: 'read', reading, checked: { checked_live: true, checked_at } };
    });
