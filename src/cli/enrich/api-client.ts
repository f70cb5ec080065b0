/**
 * The service as a client calls it: waits as the service asks, tries again where that is safe (all calls here are; a
 * submission by its idempotency key), and reports in one line why it gave up.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { errorCode, errorMessage } from '../../platform/errors/error-code.js';
import { NotDone, WrongRequest } from '../../operator/refusal.js';
import { withoutTrailing } from '../../shared/text/trailing.js';

export interface Request {
  readonly method?: 'GET' | 'POST';
  /** JSON text; sent compressed. */
  readonly body?: string;
  readonly idempotencyKey?: string;
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** Whether the service had seen this submission before. */
  readonly replayed: boolean;
}

export interface ClientSettings {
  /** Of the service, with or without `/v1`. */
  readonly url: string;
  readonly key: string;
  /** Milliseconds without one good answer after which the client gives up. */
  readonly patience: number;
  /** The same until the service has answered at all: an address may be wrong. */
  readonly patienceAtFirst: number;
  /** Called when it has to wait for longer than a moment, or for an address that hasn't answered yet, with the reason. */
  readonly onWait: (milliseconds: number, why: string) => void;
  /** Waits; a test's own. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

interface ErrorBody {
  readonly detail?: string;
  readonly request_id?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

export class ApiClient {
  private readonly base: string;
  private readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Whether the service has answered, if only with a refusal; a page that isn't JSON is another's. */
  private reached = false;

  constructor(private readonly settings: ClientSettings) {
    this.base = `${withoutTrailing(settings.url, '/').replace(/\/v1$/, '')}/v1`;
    this.wait = settings.wait ?? pause;
  }

  /** @throws WrongRequest where a repeated call can't succeed, NotDone after the last try */
  async call<T>(path: string, request: Request = {}): Promise<Answer<T>> {
    let waited = 0;
    for (let failures = 1; ; failures++) {
      const { answer, retry } = await this.once<T>(path, request, failures);
      if (answer !== undefined) return answer;
      const { patience, patienceAtFirst, onWait } = this.settings;
      if (waited + retry.after > (this.reached ? patience : patienceAtFirst))
        throw new NotDone('gave_up', `${retry.why}; gave up after ${Math.round(waited / 1_000)} s.`);
      if (retry.after >= 2_000 || (!this.reached && failures === 1)) onWait(retry.after, retry.why);
      await this.wait(retry.after);
      // A spent allowance is no failure of the service: it doesn't count as a failed try.
      if (retry.limited) failures -= 1;
      else waited += retry.after;
    }
  }

  private async once<T>(path: string, request: Request, failures: number): Promise<Attempt<T>> {
    const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    try {
      const response = await fetch(`${this.base}${path}`, this.init(request));
      const text = await response.text();
      const answer = response.ok ? answerOf<T>(response, text) : undefined;
      this.reached = true;
      if (answer !== undefined) return { answer };
      if (response.status !== 429 && response.status < 500) throw refusal(path, response.status, text);
      return { retry: retryOf(response, text, backoff) };
    } catch (error) {
      if (error instanceof WrongRequest) throw error;
      const why = `${this.base} can't be reached (${causeOf(error)})`;
      return { retry: { after: backoff, why, limited: false } };
    }
  }

  private init({ method = 'GET', body, idempotencyKey }: Request): RequestInit {
    const compressed = body === undefined ? undefined : gzipSync(body, { level: 1 });
    return {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${this.settings.key}`,
        accept: 'application/json',
        ...(compressed === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
        ...(idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey }),
      },
      ...(compressed === undefined ? {} : { body: compressed }),
    };
  }
}

interface Retry {
  readonly after: number;
  readonly why: string;
  readonly limited: boolean;
}

type Attempt<T> =
  | { readonly answer: Answer<T>; readonly retry?: undefined }
  | { readonly answer?: undefined; readonly retry: Retry };

const answerOf = <T>(response: Response, text: string): Answer<T> => ({
  status: response.status,
  // What the published description promises for this status; a service that breaks it shows in what is read from the
  // body.
  body: JSON.parse(text) as T,
  replayed: response.headers.get('idempotent-replayed') === 'true',
});

function retryOf(response: Response, text: string, backoff: number): Retry {
  const asked = Number(response.headers.get('retry-after') ?? NaN) * 1_000;
  const limited = response.status === 429;
  const why = limited
    ? "the key's allowance is spent"
    : `the service answered ${response.status} ${detailOf(text)}`;
  return { after: Number.isFinite(asked) && asked >= 0 ? Math.max(asked, 100) : backoff, why, limited };
}

function refusal(path: string, status: number, text: string): WrongRequest {
  if (status === 410)
    return new WrongRequest(
      'rows_gone',
      `${path} answered 410 ${detailOf(text)}: its rows are no longer kept. --run LABEL asks, and pays, for the list anew.`,
    );
  const { errors = {} } = errorBody(text);
  const faults = Object.entries(errors).slice(0, 5);
  const list = faults.map(([field, sentences]) => `${field}: ${sentences.join(' ')}`).join('; ');
  const about = list === '' ? '' : `: ${list}`;
  return new WrongRequest(
    status === 401 ? 'unauthorised' : 'refused',
    `The service refused ${path} with ${status} ${detailOf(text)}${about}`,
  );
}

function errorBody(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function detailOf(text: string): string {
  const { detail = 'without a reason (is --url the address of the service?)', request_id } = errorBody(text);
  return request_id === undefined ? detail : `${detail} (request ${request_id})`;
}

/** `fetch failed` says nothing; what lies beneath does. Of a name with several addresses only the code may be told. */
function causeOf(error: unknown): string {
  const cause =
    typeof error === 'object' && error !== null && 'cause' in error ? (error.cause ?? error) : error;
  return errorMessage(cause).trim() || (errorCode(cause) ?? 'no reason given');
}
