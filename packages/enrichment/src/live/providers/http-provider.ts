/** Asks a provider over HTTP: one call a question, counted before it goes out, without a retry. */
import { shallowJson, UnusableBody } from '../../../../platform/src/http-client/bounded-body.js';
import {
  headerOf,
  ExchangeFailed,
  type Exchange,
  type HttpDoor,
} from '../../../../platform/src/http-client/http-door.js';
import { retryAfterMs } from '../../../../platform/src/http-client/retry-after.js';
import type { Clock } from '../../../../platform/src/time/clock.js';
import type { SourceNotes } from '../readings/live-source-notes.js';
import type { CallAllowance, CallLimits } from './call-allowance.js';
import type { AskPriority, Provider, ProviderAnswer, ProviderQuestion } from './provider.js';

type Meaning =
  | { readonly kind: 'body'; readonly body: unknown }
  | { readonly kind: 'pause'; readonly milliseconds: number }
  | { readonly kind: 'failing' | 'refused'; readonly why: string; readonly http_status: number | null }
  | { readonly kind: 'unreadable'; readonly why: string };

const DEFAULT_PAUSE_MS = 60_000;

const numbersOf = (exchange: Pick<Exchange, 'headers'>, name: string): number[] =>
  (headerOf(exchange, name) ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));

/** Milliseconds until the spent rate limit windows end; NaN: the answer doesn't say. */
function resetMs(exchange: Pick<Exchange, 'headers'>): number {
  const left = numbersOf(exchange, 'x-ratelimit-remaining');
  const resets = numbersOf(exchange, 'x-ratelimit-reset');
  const spent = resets.filter((reset, window) => Number.isFinite(reset) && left[window] === 0);
  return spent.length === 0 ? NaN : Math.max(...spent) * 1_000;
}

function pauseOf(exchange: Pick<Exchange, 'headers'>, now: number): number {
  const wait = [retryAfterMs(exchange, now), resetMs(exchange)].find((value) => Number.isFinite(value));
  return Math.max(1_000, wait ?? DEFAULT_PAUSE_MS);
}

/** The meaning of an answer. `now` is in milliseconds since 1970. */
function meaningOf(exchange: Exchange, now: number, { parse = shallowJson, tooFast }: ProviderForm): Meaning {
  const { status } = exchange;
  const why = `it answered ${status}`;
  const text = exchange.bytes.toString('utf8');
  if (tooFast?.test(text) === true) return { kind: 'pause', milliseconds: pauseOf(exchange, now) };
  if (status === 429 || (status === 503 && headerOf(exchange, 'retry-after') !== undefined))
    return { kind: 'pause', milliseconds: pauseOf(exchange, now) };
  if (status === 408 || status >= 500) return { kind: 'failing', why, http_status: status };
  if (status !== 200) return { kind: 'refused', why, http_status: status };
  try {
    return { kind: 'body', body: parse(text) };
  } catch (error) {
    if (error instanceof UnusableBody) return { kind: 'unreadable', why: `${why} with ${error.message}` };
    throw error;
  }
}

/** The parts that are the same for all questions to one provider. */
export interface ProviderForm extends CallLimits {
  readonly endpoint: string;
  /** The headers with the credentials. They are sent only to `endpoint`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeLimitMs: number;
  /** The maximum bytes of an answer. */
  readonly most: number;
  /** The longest wait for a turn if the provider requires a gap between calls. */
  readonly patienceMs: Readonly<Record<AskPriority, number>>;
  /** Parses answers that aren't JSON. Throws `UnusableBody` if the text is no answer. */
  readonly parse?: (text: string) => unknown;
  /** Matches a text that asks for a pause, whatever its status. */
  readonly tooFast?: RegExp;
}

export interface HttpProviderParts {
  readonly form: ProviderForm;
  readonly door: Pick<HttpDoor, 'exchange'>;
  readonly allowance: Pick<CallAllowance, 'take' | 'close'>;
  readonly notes: SourceNotes;
  readonly clock: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Publishers of open interfaces slow down anonymous callers. */
const USER_AGENT = 'CompanyDataAPI/1.0';

export class HttpProvider implements Provider {
  constructor(private readonly parts: HttpProviderParts) {}

  async ask(question: ProviderQuestion, priority: AskPriority): Promise<ProviderAnswer> {
    const { form, allowance, clock, pause } = this.parts;
    const granting = await allowance.take(form.patienceMs[priority]);
    if (!granting.granted) return { status: 'busy', by: granting.by, again_in_ms: granting.againInMs };
    if (granting.waitMs > 0) await pause(granting.waitMs);
    const fetched_at = clock.now().toISOString();
    return this.answerOf(await this.exchanged(question), fetched_at);
  }

  private async exchanged({ query = {}, body, headers = {} }: ProviderQuestion): Promise<Meaning> {
    const { form, door, clock } = this.parts;
    const url = new URL(form.endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    try {
      const exchange = await door.exchange({
        url,
        headers: {
          accept: 'application/json',
          'user-agent': USER_AGENT,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
          ...form.headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        most: form.most,
        signal: AbortSignal.timeout(form.timeLimitMs),
      });
      return meaningOf(exchange, clock.now().getTime(), form);
    } catch (error) {
      if (error instanceof UnusableBody)
        return { kind: 'unreadable', why: `it answered with ${error.message}` };
      if (error instanceof ExchangeFailed) return { kind: 'failing', why: error.message, http_status: null };
      throw error;
    }
  }

  private async answerOf(meaning: Meaning, fetched_at: string): Promise<ProviderAnswer> {
    const { notes, allowance } = this.parts;
    switch (meaning.kind) {
      case 'body':
        notes.succeeded();
        return { status: 'answered', fetched_at, body: meaning.body };
      case 'pause':
        notes.failed('it asked for a pause');
        return {
          status: 'busy',
          by: 'provider',
          again_in_ms: await allowance.close(meaning.milliseconds),
        };
      case 'unreadable':
        notes.failed(meaning.why);
        return { status: 'unreadable', why: meaning.why };
      default:
        notes.failed(meaning.why);
        return {
          status: 'unavailable',
          why: meaning.why,
          lasting: meaning.kind === 'refused',
          http_status: meaning.http_status,
        };
    }
  }
}
