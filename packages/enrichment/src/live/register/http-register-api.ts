/** Calls the register over HTTP: counts every request, repeats failed ones, and joins pages. */
import { UnusableBody } from '../../../../platform/src/http-client/bounded-body.js';
import { headerOf } from '../../../../platform/src/http-client/http-door.js';
import { namesPrivateAddress } from '../../../../platform/src/http-client/public-address.js';
import { backOffMs } from '../../../../platform/src/time/back-off.js';
import type { Clock } from '../../../../platform/src/time/clock.js';
import type { Allowance } from './allowance.js';
import { meaningOf, type Meaning } from './register-answer.js';
import {
  RegisterUnavailable,
  UnreadableAnswer,
  type AskTerms,
  type RegisterAnswer,
  type RegisterAnswers,
  type RegisterApi,
  type RegisterBusy,
  type RegisterDocument,
} from './register-api.js';
import {
  MAX_FETCHED_DOCUMENT_BYTES,
  MAX_JSON_BYTES,
  type ExchangeRequest,
  type RegisterDoor,
} from './register-door.js';
import {
  isListPage,
  MAX_LIST_BYTES,
  nextStart,
  pagePath,
  type ListPage,
  resourceForm,
  type RegisterResource,
} from './pages.js';
import { parsedUrl } from '../../../../words/src/hosts/parsed-url.js';

export interface RegisterApiParts {
  readonly door: Pick<RegisterDoor, 'exchange' | 'close'>;
  readonly allowance: Pick<Allowance, 'take' | 'close'>;
  readonly clock: Clock;
  readonly key: string;
  readonly apiUrl: string;
  readonly documentApiUrl: string;
  readonly chance: () => number;
  /** Waits; returns early when the signal is given. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** If given, callers wait while the allowance is used up, and never get a busy answer. */
  readonly onWait?: (milliseconds: number) => void;
}

const TRIES = 4;
const BACK_OFF = { firstMs: 500, longestMs: 8_000 };
const DOCUMENT = /^\/document\/[\w-]{1,200}(?:\/content)?$/;

type Settled =
  | Exclude<Meaning, { kind: 'pause' | 'failing' }>
  | { readonly kind: 'busy'; readonly busy: RegisterBusy };

export class HttpRegisterApi implements RegisterApi {
  constructor(private readonly parts: RegisterApiParts) {}

  async answers(
    companyNumber: string,
    resource: RegisterResource,
    terms: AskTerms,
  ): Promise<RegisterAnswers> {
    const { path, pageSize } = resourceForm(resource);
    const base = `/company/${encodeURIComponent(companyNumber)}${path}`;
    const fetched_at = this.now().toISOString();
    const answers: ListPage[] = [];
    let size = 0;
    for (let start: number | null = 0; start !== null;) {
      const meaning = await this.read(pageSize === null ? base : pagePath(base, pageSize, start), terms);
      if (meaning.kind === 'busy') return meaning.busy;
      if (meaning.kind === 'nothing') break;
      if (pageSize !== null && !isListPage(meaning.body, start))
        throw new UnreadableAnswer('the register answered 200 with a list that is none');
      if ((size += meaning.bytes) > MAX_LIST_BYTES)
        throw new UnreadableAnswer(`the register answered with a list of more than ${MAX_LIST_BYTES} bytes`);
      answers.push(meaning.body);
      start = pageSize === null ? null : nextStart(answers, pageSize);
    }
    return { status: 'answered', fetched_at, answers };
  }

  async get(path: string, terms: AskTerms): Promise<RegisterAnswer> {
    const fetched_at = this.now().toISOString();
    const meaning = await this.read(path, terms);
    if (meaning.kind === 'busy') return meaning.busy;
    return { status: 'answered', fetched_at, body: meaning.kind === 'body' ? meaning.body : null };
  }

  async document(documentUrl: string, mediaType: string, terms: AskTerms): Promise<RegisterDocument> {
    const id = /(?:^|\/document\/)([\w-]{1,200})(?:\/content)?$/.exec(documentUrl)?.[1] ?? '';
    const url = this.urlOf(`/document/${id}/content`);
    const meaning = await this.ask({ url, accept: mediaType }, terms);
    if (meaning.kind === 'busy') return meaning.busy;
    if (meaning.kind !== 'elsewhere') return { status: 'not_found' };
    return this.content(contentAddress(meaning.location, url), mediaType, terms);
  }

  async close(): Promise<void> {
    await this.parts.door.close();
  }

  private async read(
    path: string,
    terms: AskTerms,
  ): Promise<Settled & { kind: 'body' | 'nothing' | 'busy' }> {
    const meaning = await this.ask({ url: this.urlOf(path), accept: 'application/json' }, terms);
    if (meaning.kind === 'elsewhere') throw new RegisterUnavailable('the register sent us elsewhere');
    return meaning;
  }

  private now(): Date {
    return this.parts.clock.now();
  }

  /** The URL of a request. Whatever host a link has, the key goes only to the two servers of the settings. */
  private urlOf(path: string): URL {
    const { apiUrl, documentApiUrl } = this.parts;
    const { pathname, search } = new URL(path, apiUrl);
    const base = DOCUMENT.test(pathname) ? documentApiUrl : apiUrl;
    return new URL(`${base}${pathname}${search}`);
  }

  /** Fetches content from a signed address of a storage, which gets no key and isn't counted. */
  private async content(
    address: ContentAddress,
    mediaType: string,
    { signal }: AskTerms,
  ): Promise<RegisterDocument> {
    const request = { ...address, accept: mediaType, most: MAX_FETCHED_DOCUMENT_BYTES, signal };
    const exchange = await this.parts.door.exchange(request).catch((error: unknown) => {
      if (!(error instanceof UnusableBody)) throw error;
      throw new UnreadableAnswer(`the register's document comes with ${error.message}`);
    });
    if (exchange.status === 404) return { status: 'not_found' };
    if (exchange.status !== 200)
      throw new RegisterUnavailable(`the register's documents answered ${exchange.status}`);
    const media_type = headerOf(exchange, 'content-type') ?? mediaType;
    return { status: 'answered', media_type, content: exchange.bytes };
  }

  /** @throws RegisterUnavailable after the last attempt, or at once if another can't help */
  private async ask(
    request: { readonly url: URL; readonly accept: string },
    terms: AskTerms,
  ): Promise<Settled & { kind: 'body' | 'nothing' | 'elsewhere' | 'busy' }> {
    for (let failures = 0; ;) {
      const meaning = await this.once(request, terms);
      if (meaning.kind === 'refused') throw new RegisterUnavailable(meaning.why, true);
      if (meaning.kind === 'unreadable') throw new UnreadableAnswer(meaning.why);
      if (meaning.kind === 'failing') {
        failures += 1;
        if (failures === TRIES || terms.signal.aborted) throw new RegisterUnavailable(meaning.why);
        await this.parts.pause(backOffMs(BACK_OFF, failures, this.parts.chance()), terms.signal);
      } else if (meaning.kind === 'pause') {
        const busy = await this.busyFor(meaning.milliseconds, terms.signal);
        if (busy !== null) return { kind: 'busy', busy };
      } else return meaning;
    }
  }

  private async once(
    request: { readonly url: URL; readonly accept: string },
    { priority, signal }: AskTerms,
  ): Promise<Meaning> {
    const { allowance, door, key } = this.parts;
    const wait = await allowance.take(priority);
    if (wait !== null) return { kind: 'pause', milliseconds: wait };
    try {
      const exchange = await door.exchange({ ...request, most: MAX_JSON_BYTES, signal, key });
      const meaning = meaningOf(exchange, this.now().getTime());
      if (meaning.kind === 'pause') await allowance.close(meaning.milliseconds);
      return meaning;
    } catch (error) {
      if (error instanceof UnusableBody)
        return { kind: 'unreadable', why: `the register answered with ${error.message}` };
      if (error instanceof RegisterUnavailable && !signal.aborted)
        return { kind: 'failing', why: error.message };
      throw error;
    }
  }

  /** Waits and returns null, or returns a busy answer if callers don't wait. */
  private async busyFor(milliseconds: number, signal: AbortSignal): Promise<RegisterBusy | null> {
    const { onWait, pause } = this.parts;
    if (onWait === undefined)
      return { status: 'busy', retry_after_s: Math.max(1, Math.ceil(milliseconds / 1_000)) };
    onWait(milliseconds);
    await pause(milliseconds, signal);
    if (signal.aborted) throw new RegisterUnavailable('the wait for the allowance was given up');
    return null;
  }
}

type ContentAddress = Pick<ExchangeRequest, 'url' | 'foreign'>;

/**
 * The address of a document's content. Plain HTTP, and addresses in our own network, are allowed only as far
 * as the document API itself has them.
 * @throws RegisterUnavailable
 */
function contentAddress(location: string, from: URL): ContentAddress {
  const url = parsedUrl(location, from);
  const isAllowed = url?.protocol === 'https:' || url?.protocol === from.protocol;
  if (url?.host === from.host && isAllowed) return { url };
  if (url === null || !isAllowed || namesPrivateAddress(url))
    throw new RegisterUnavailable("the register's document lies at an address that can't be taken");
  return { url, foreign: true };
}
