/**
 * A filed document of accounts as a reading: its metadata, its content in a form that is data, and what that says. A
 * document that is only a PDF is left alone until somebody wants its pages read.
 */
import type { AccountsReading, UnreadWhy } from '../filed-accounts/accounts-reading.js';
import type { FiledAs, FiledRecord } from '../filed-accounts/read-accounts.js';
import {
  UnreadableAnswer,
  type AskTerms,
  type RegisterApi,
  type RegisterBusy,
} from '../register-api/register-api.js';
import type { Clock } from '../platform/time/clock.js';
import { parseIsoDate, type IsoDate } from '../shared/calendar.js';
import { completeCompanyNumber } from '../shared/company-number.js';
import { askingRegister, busyNow } from './asking-register.js';
import type { SourceNotes } from './live-source-notes.js';
import type { Reading } from './readings.js';
import type { Fetchers } from './shared-readings.js';

/** For the largest document on a slow line; a check that is given up leaves it to finish. */
const TIME_LIMIT_MS = 120_000;

/** Reads a document that is data; it never throws for what is in it. */
export interface FactsReader {
  read(bytes: Uint8Array<ArrayBuffer>, filed: FiledAs): Promise<FiledRecord>;
}

export interface DocumentFetcherParts {
  readonly register: Pick<RegisterApi, 'get' | 'document'>;
  readonly notes: SourceNotes;
  readonly clock: Clock;
  readonly facts: FactsReader;
}

/** The media types that are data, the best first. */
const DATA = ['application/xhtml+xml', 'application/xml', 'text/html'] as const;
const PDF = 'application/pdf';

interface Wanted {
  readonly id: string;
  readonly filed: FiledAs;
  readonly pdf: boolean;
}

/** @throws where it is no such key: a fault of the block that asks */
function wantedBy(key: string): Wanted {
  const [number = '', day = '', id = '', form] = key.split('/', 4);
  const known = /^[\w-]{1,200}$/.test(id) && (form === undefined || form === 'pdf');
  const made_up_to = parseIsoDate(day);
  if (!known || made_up_to === null) throw new Error(`there is no document ${key}`);
  return { id, filed: { id, number: completeCompanyNumber(number), made_up_to }, pdf: form === 'pdf' };
}

type Content = { readonly bytes: Uint8Array } | { readonly why: UnreadWhy } | RegisterBusy;

/** The forms that the register holds it in. */
async function formsOf(
  { register }: DocumentFetcherParts,
  id: string,
  terms: AskTerms,
): Promise<readonly string[] | null | RegisterBusy> {
  const asked = await register.get(`/document/${id}`, terms);
  if (asked.status === 'busy') return asked;
  const resources = asked.body?.['resources'];
  return typeof resources === 'object' && resources !== null ? Object.keys(resources) : null;
}

async function contentOf(parts: DocumentFetcherParts, wanted: Wanted, terms: AskTerms): Promise<Content> {
  const forms = wanted.pdf ? [PDF] : await formsOf(parts, wanted.id, terms);
  if (forms === null) return { why: 'missing' };
  if ('status' in forms) return forms;
  const form = wanted.pdf ? PDF : DATA.find((type) => forms.includes(type));
  if (form === undefined) return { why: forms.includes(PDF) ? 'pdf_only' : 'missing' };
  const document = await parts.register.document(wanted.id, form, terms);
  if (document.status === 'busy') return document;
  return document.status === 'not_found' ? { why: 'missing' } : { bytes: document.content };
}

/** What can't be taken today can't be tomorrow: it isn't asked for again and again. */
const unusable = (error: unknown): { readonly why: UnreadWhy } => {
  if (error instanceof UnreadableAnswer) return { why: 'unusable' };
  throw error;
};

async function readingOf(
  { facts }: DocumentFetcherParts,
  content: { readonly bytes: Uint8Array } | { readonly why: UnreadWhy },
  { filed, fetched_on }: { readonly filed: FiledAs; readonly fetched_on: IsoDate },
): Promise<AccountsReading> {
  if ('why' in content) return { status: 'unread', fetched_on, why: content.why };
  const { record } = await facts.read(Uint8Array.from(content.bytes), filed);
  return record.status === 'read'
    ? { status: 'read', fetched_on, read_by: 'ixbrl', record }
    : { status: 'unread', fetched_on, why: record.why };
}

export const documentFetcher =
  (parts: DocumentFetcherParts): NonNullable<Fetchers['document']> =>
  (key, priority): Promise<Reading<'document'>> =>
    askingRegister(parts.notes, async (): Promise<Reading<'document'>> => {
      const wanted = wantedBy(key);
      const { filed } = wanted;
      const checked_at = parts.clock.now().toISOString();
      const terms = { priority, signal: AbortSignal.timeout(TIME_LIMIT_MS) };
      const content = await contentOf(parts, wanted, terms).catch(unusable);
      if ('status' in content) return busyNow(content);
      parts.notes.succeeded();
      const reading = await readingOf(parts, content, { filed, fetched_on: checked_at.slice(0, 10) });
      return { status: 'read', reading, checked: { checked_live: true, checked_at } };
    });
