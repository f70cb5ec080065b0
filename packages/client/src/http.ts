/** One call of the service: sent, tried again where that may help, and answered or thrown. */
import { bytesIn, textIn } from './bodies.js';
import { ApiError, CompanyDataError, ConnectionError, errorOf } from './errors.js';
import { pause, withLimit, type Pause } from './pause.js';
import type { Queue } from './queue.js';
import { pauseBefore, retryAfter, retryOf } from './retries.js';
import type { ErrorBody } from './types.js';

export interface ClientOptions {
  /** Of the service, with or without `/v1`. */
  readonly url: string;
  /** The whole API key. */
  readonly key: string;
  /** How long a call waits in all for an answer that is good, in milliseconds (60,000). */
  readonly patience?: number;
  /** The same until the service has answered at all: an address may be wrong. Default: `patience`. */
  readonly patienceAtFirst?: number;
  /** How long one try may take, in milliseconds (60,000; 600,000 where rows are submitted). */
  readonly timeout?: number;
  /**
   * Resolves that are on their way at once (6). The others wait, and all wait where the allowance is spent.
   */
  readonly resolvesAtOnce?: number;
  /** Called before each pause, with the error that it is for. */
  readonly onWait?: (milliseconds: number, why: CompanyDataError) => void;
  /**
   * Given the header `X-Receipt` of each answer that has one, before the answer is given back. `keepReceipts`
   * of the entry for Node keeps them in a file.
   */
  readonly onReceipt?: ((receipt: string) => unknown) | undefined;
  /** How it waits; a test's own. */
  readonly pause?: Pause;
  /** How it calls; a proxy's own. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Breaks the call off, its pauses too. */
  readonly signal?: AbortSignal | undefined;
  /** Of this call. */
  readonly patience?: number | undefined;
  /**
   * Nobody waits for it: an allowance that is spent is no failure, however long, and `error` no last word.
   */
  readonly overnight?: boolean | undefined;
}

export interface BilledCallOptions extends CallOptions {
  /** Default: a new one, which is kept for every try of this call. */
  readonly idempotencyKey?: string | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Request {
  readonly method?: 'GET' | 'POST';
  readonly query?: Query;
  /** JSON text; sent compressed where the platform can. */
  readonly body?: string;
  readonly idempotencyKey?: string | undefined;
  readonly timeout?: number;
  readonly queue?: Queue;
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** Whether the service had seen this idempotency key before. */
  readonly replayed: boolean;
}

const PATIENCE_MS = 60_000;
const TIMEOUT_MS = 60_000;
const LONG_TIMEOUT_MS = 600_000;
/** Base64 of a short note. */
const RECEIPT = /^[A-Za-z0-9+/]{1,4096}={0,2}$/;

export class Http {
  readonly base: string;
  readonly pause: Pause;
  private readonly send: typeof fetch;
  /** Whether the service has answered, if only with a refusal. */
  private reached = false;

  constructor(private readonly options: ClientOptions) {
    this.base = `${options.url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
    this.pause = options.pause ?? pause;
    this.send = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /** @throws ApiError, or ConnectionError after the last try */
  async call<T>(path: string, request: Request = {}, options: CallOptions = {}): Promise<Answer<T>> {
    const prepared = await this.prepared(path, request);
    const take = async (response: Response): Promise<Answer<T>> =>
      this.answerOf<T>(prepared, response, await textIn(response));
    return this.tried(() => this.once(prepared, request, options.signal, take), options);
  }

  /**
   * The bytes at an address outside `/v1`.
   * @param how `public`: without the key; `pending`: it may not be there yet
   * @returns null for 404, and where it may be pending for `unavailable` that stays after the tries
   * @throws ApiError, or ConnectionError after the last try
   */
  async bytes(
    path: string,
    how: 'public' | 'own' | 'pending',
    options: CallOptions = {},
  ): Promise<Uint8Array | null> {
    const headers: Record<string, string> = {};
    if (how !== 'public') headers['authorization'] = `Bearer ${this.options.key}`;
    const url = this.base.slice(0, -'/v1'.length) + path;
    const init = { method: 'GET', headers, redirect: 'error' } as const;
    const prepared: Prepared = { url, init, asked: `GET ${path}` };
    const take = async (response: Response): Promise<Uint8Array | null> => {
      if (response.ok) return bytesIn(response);
      const text = await textIn(response);
      if (response.status === 404) return null;
      this.answerOf(prepared, response, text);
      return null;
    };
    const once = () => this.once(prepared, { timeout: LONG_TIMEOUT_MS }, options.signal, take);
    try {
      return await this.tried(once, options);
    } catch (error) {
      if (how === 'pending' && error instanceof ApiError && error.code === 'unavailable') return null;
      throw error;
    }
  }

  private async tried<T>(once: () => Promise<T>, options: CallOptions): Promise<T> {
    let [waited, failures, limits] = [0, 0, 0];
    for (;;) {
      try {
        return await once();
      } catch (error) {
        const limited = options.overnight === true && isLimited(error);
        if (limited) limits += 1;
        else failures += 1;
        const wait = this.waitAfter(error, failures, limits, options);
        const patience = this.patienceOf(options);
        if (wait === null || (!limited && waited + wait > patience)) throw error;
        if (!limited) waited += wait;
        if (error instanceof CompanyDataError) this.options.onWait?.(wait, error);
        await this.pause(wait, options.signal);
      }
    }
  }

  private patienceOf({ patience }: CallOptions): number {
    if (patience !== undefined) return patience;
    const whenReached = this.options.patience ?? PATIENCE_MS;
    return this.reached ? whenReached : (this.options.patienceAtFirst ?? whenReached);
  }

  /** Null where another try won't help. */
  private waitAfter(
    error: unknown,
    failures: number,
    limits: number,
    { overnight = false }: CallOptions,
  ): number | null {
    const retry = retryOf(error);
    if (retry === 'never' || (retry === 'once' && failures > 1 && !overnight)) return null;
    const asked = error instanceof CompanyDataError && 'retryAfterMs' in error ? error.retryAfterMs : null;
    return pauseBefore(failures + limits, typeof asked === 'number' ? asked : null, Math.random());
  }

  private async once<T>(
    prepared: Prepared,
    { timeout, queue }: Request,
    signal: AbortSignal | undefined,
    take: (response: Response) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    await queue?.enter(signal);
    let headers = new Headers();
    try {
      return await withLimit(timeout ?? this.options.timeout ?? TIMEOUT_MS, signal, async (limit) => {
        const response = await this.send(prepared.url, { ...prepared.init, signal: limit });
        headers = response.headers;
        return take(response);
      });
    } catch (error) {
      if (error instanceof CompanyDataError || signal?.aborted === true) throw error;
      throw new ConnectionError(`${this.base} can't be reached (${causeOf(error)})`, error);
    } finally {
      queue?.leave(headers);
      // A refusal has a receipt too. What fails here is no fault of the service, and isn't sent again.
      await this.keepReceipt(headers);
    }
  }

  private async keepReceipt(headers: Headers): Promise<void> {
    const receipt = headers.get('x-receipt');
    if (receipt !== null && RECEIPT.test(receipt)) await this.options.onReceipt?.(receipt);
  }

  private answerOf<T>({ asked }: Prepared, response: Response, text: string): Answer<T> {
    const { status, headers } = response;
    const body = parsed(text);
    if (body === undefined) {
      const message = `${this.base} answered ${status} without JSON; is it the service's address?`;
      throw this.reached || !isFinal(status)
        ? new ConnectionError(message)
        : new CompanyDataError('not_the_service', message);
    }
    this.reached = true;
    // What the published description promises for this status.
    if (response.ok)
      return { status, body: body as T, replayed: headers.get('idempotent-replayed') === 'true' };
    throw errorOf({
      status,
      body: errorBodyOf(body, headers),
      retryAfterMs: retryAfter(headers.get('retry-after'), Date.now()),
      asked,
    });
  }

  private async prepared(path: string, request: Request): Promise<Prepared> {
    const { method = 'GET', query = {}, body, idempotencyKey } = request;
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.options.key}`,
      accept: 'application/json',
    };
    if (idempotencyKey !== undefined) headers['x-idempotency-key'] = idempotencyKey;
    const init = { method, headers, redirect: 'error' } as const;
    const url = `${this.base}${path}${textOf(query)}`;
    const asked = `${method} /v1${path}`;
    if (body === undefined) return { url, init, asked };
    headers['content-type'] = 'application/json';
    const packed = await compressed(body);
    if (packed !== null) headers['content-encoding'] = 'gzip';
    return { url, init: { ...init, body: packed ?? body }, asked };
  }
}

interface Prepared {
  readonly url: string;
  readonly init: RequestInit & { readonly method: string };
  /** Method and path. */
  readonly asked: string;
}

/** What something else than the service answers, where the service has answered before, may pass. */
const isFinal = (status: number): boolean => status < 500 && status !== 408 && status !== 429;

const isLimited = (error: unknown): boolean =>
  error instanceof CompanyDataError && 'status' in error && error.status === 429;

/** Lists joined by commas, as every operation takes them. */
function textOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/** Null where the platform can't. */
async function compressed(text: string): Promise<ArrayBuffer | null> {
  if (typeof CompressionStream === 'undefined') return null;
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** Undefined for what isn't a JSON object: a page of something that stands between, or of another service. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function errorBodyOf(body: object, headers: Headers): ErrorBody {
  const text = (name: string): string | undefined => {
    const value = fieldOf(body, name);
    return typeof value === 'string' ? value : undefined;
  };
  const request_id = text('request_id') ?? headers.get('x-request-id') ?? 'unknown';
  const { message: _message, docs: _docs, ...rest } = body as Partial<ErrorBody>;
  const words = { message: text('message'), docs: text('docs') };
  const said = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
  return { ...rest, ...said, detail: text('detail') ?? 'error', request_id };
}

/**
 * `fetch failed` says nothing; what lies beneath does. Of a name with several addresses only the code may be
 * told.
 */
function causeOf(error: unknown): string {
  const cause = fieldOf(error, 'cause') ?? error;
  const told = [fieldOf(cause, 'message'), fieldOf(cause, 'code')].map((text) =>
    typeof text === 'string' ? text.trim() : '',
  );
  return told.find((text) => text !== '') ?? 'no reason given';
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
