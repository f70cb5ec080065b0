/** One exchange with a server over HTTP, within time and size. Follows no redirect and repeats nothing. */
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { errorCode, errorMessage } from '../errors/error-code.js';
import { withLimit } from '../time/signals.js';
import { boundedBytes, UnusableBody } from './bounded-body.js';

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Milliseconds of one exchange, however slowly it comes. */
const EXCHANGE_MS = 120_000;

export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

export interface StreamAsked {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Left out: a GET without a body. Given: a POST. */
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}

export interface HttpAsked extends StreamAsked {
  /** The maximum number of bytes of the answer, also when inflated. */
  readonly most: number;
}

export interface DoorTerms {
  /** How names are resolved; default: as the system does. */
  readonly lookup?: LookupFunction;
  /** Milliseconds without a byte after which the exchange is given up. */
  readonly silenceMs?: number;
}

/** Nobody answered. The message is a sentence without path or credentials, safe to show. */
export class ExchangeFailed extends Error {
  override readonly name = 'ExchangeFailed';
}

export const headerOf = ({ headers }: Pick<Exchange, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

export type Opened = Omit<Dispatcher.ResponseData, 'body'> & { readonly body: Readable };

/** Gives a body up, whatever it still brings. */
export function discard({ body }: Pick<Opened, 'body'>): void {
  body.on('error', () => undefined);
  body.destroy();
}

export class HttpDoor {
  private client: Promise<Client> | undefined;

  constructor(private readonly terms: DoorTerms = {}) {}

  /** @throws ExchangeFailed; UnusableBody where a repeat would bring the same */
  exchange(asked: HttpAsked): Promise<Exchange> {
    return withLimit(EXCHANGE_MS, asked.signal, (limit) => this.exchangeWithin(asked, limit));
  }

  private async exchangeWithin(asked: HttpAsked, limit: AbortSignal): Promise<Exchange> {
    const { url, most } = asked;
    try {
      const { statusCode, headers, body } = await this.open(asked, limit);
      const encoding = headerOf({ headers }, 'content-encoding');
      const bytes = await boundedBytes(body, { most, encoding });
      return { status: statusCode, headers, bytes };
    } catch (error) {
      if (limit.aborted) throw new ExchangeFailed(`${url.host} did not answer in time`);
      if (error instanceof UnusableBody) throw error;
      throw new ExchangeFailed(`${url.host} can't be reached (${errorCode(error) ?? errorMessage(error)})`);
    }
  }

  /** The answer's beginning. The caller reads its body, as it comes from the wire. @throws ExchangeFailed */
  async stream(asked: StreamAsked): Promise<Opened> {
    try {
      return await this.open(asked, asked.signal);
    } catch (error) {
      throw new ExchangeFailed(
        `${asked.url.host} can't be reached (${errorCode(error) ?? errorMessage(error)})`,
      );
    }
  }

  /** Ends open connections. */
  async close(): Promise<void> {
    const client = await this.client;
    await client?.agent.destroy();
  }

  private async open({ url, headers, body }: StreamAsked, signal: AbortSignal): Promise<Opened> {
    const { agent, request } = await (this.client ??= clientOf(this.terms));
    return request(url, {
      dispatcher: agent,
      signal,
      headers: { 'accept-encoding': 'gzip', ...headers },
      ...(body !== undefined && { method: 'POST', body }),
    });
  }
}

interface Client {
  readonly agent: Agent;
  readonly request: typeof import('undici').request;
}

/** Loaded with the first exchange: most processes make none, and it is a tenth of what a start loads. */
async function clientOf({ lookup, silenceMs = SILENCE_MS }: DoorTerms): Promise<Client> {
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: { timeout: CONNECT_MS, ...(lookup !== undefined && { lookup }) },
  });
  return { agent, request };
}
