/**
 * Makes single exchanges with websites over one connection at a time, with limits of time and bytes. It
 * follows no redirects. It repeats only an exchange whose kept connection turned out to be closed.
 */
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { isPublicAddress } from '../../../../platform/src/http-client/public-address.js';
import { unlessAborted, withController } from '../../../../platform/src/time/signals.js';
import { checkedConnector, type ConnectorParts } from './checked-connector.js';
import { FetchError, fetchError } from './fetch-fault.js';
import { ACCEPTED_CODINGS, readBody } from './read-body.js';
import type { SiteHosts } from './site-hosts.js';
import type { SiteNames } from './site-names.js';

export interface ClientLimits {
  /** The milliseconds of one exchange, without the wait until the address may be dialled. */
  readonly exchangeMs: number;
  readonly connectMs: number;
  readonly headerBytes: number;
  /** The maximum bytes of one exchange as sent, headers included. */
  readonly wireBytes: number;
}

export const CLIENT_LIMITS: ClientLimits = {
  exchangeMs: 8_000,
  connectMs: 4_000,
  headerBytes: 16_384,
  wireBytes: 2 * 1_024 * 1_024,
};

export interface SiteClientParts {
  readonly names: Pick<SiteNames, 'addresses'>;
  readonly hosts: SiteHosts;
  readonly userAgent: string;
  readonly limits?: ClientLimits;
  /** Absent: `isPublicAddress`. */
  readonly allows?: (address: string) => boolean;
  readonly enterAddress: ConnectorParts['enterAddress'];
  /** Absent: dials by TCP, and by TLS with the certificates that the system trusts. */
  readonly dial?: buildConnector.connector;
}

export interface AskedPage {
  readonly url: URL;
  readonly accept: string;
  /** The maximum bytes of the body that are read, after decompression. */
  readonly most: number;
  readonly signal: AbortSignal;
  /** Decides by the head whether the body is read. Absent: every body is read. */
  readonly reads?: (head: AnswerHead) => boolean;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
}

export interface SiteAnswer extends AnswerHead {
  readonly body: Buffer;
  /** True if the body has more bytes than were read. */
  readonly truncated: boolean;
  /** The bytes as sent, headers included. */
  readonly wireBytes: number;
}

/** The first value of a header; empty: there is no such header. */
export function headerValue({ headers }: AnswerHead, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** The milliseconds between two checks of the bytes of a connection, which is cut off after too many. */
const CHECK_MS = 25;
const LANGUAGES = 'en-GB,en;q=0.8,cy;q=0.3,*;q=0.1';

export class SiteClient {
  private readonly limits: ClientLimits;
  private readonly connect: buildConnector.connector;
  private open: { readonly origin: string; readonly client: Client } | undefined;
  private socket: Socket | undefined;
  private time: ExchangeTime | undefined;

  constructor(private readonly parts: SiteClientParts) {
    const { names, hosts, limits = CLIENT_LIMITS, allows = isPublicAddress } = parts;
    const dial = parts.dial ?? buildConnector({ timeout: limits.connectMs });
    this.limits = limits;
    const onSocket = (socket: Socket): void => void (this.socket = socket);
    const enterAddress = async (address: string) => {
      const { time } = this;
      time?.stop();
      return parts.enterAddress(address).finally(() => time?.resume());
    };
    this.connect = checkedConnector({ names, hosts, allows, dial, enterAddress, onSocket });
  }

  /** @throws FetchError */
  exchange(request: AskedPage): Promise<SiteAnswer> {
    return withController(request.signal, async (limit) => {
      const time = new ExchangeTime(this.limits.exchangeMs, limit);
      this.time = time;
      const connection = this.open?.origin === request.url.origin ? this.byteCounter() : null;
      try {
        return await this.once(request, limit);
      } catch (error) {
        const wasClosed =
          error instanceof FetchError && error.fault === 'connection_failed' && connection?.() === 0;
        if (!wasClosed) throw error;
        return await this.once(request, limit);
      } finally {
        time.stop();
      }
    });
  }

  /** Closes the connection. A connection that is still being made ends by its own limit. */
  close(): void {
    this.open?.client.destroy().catch(() => undefined);
    this.open = undefined;
  }

  private async once(request: AskedPage, limit: AbortController): Promise<SiteAnswer> {
    const { signal } = limit;
    const wire = this.byteCounter();
    const guard = setInterval(() => {
      if (wire() > this.limits.wireBytes) limit.abort(new FetchError('too_large'));
    }, CHECK_MS);
    try {
      const answer = await this.read(request, signal);
      return { ...answer, wireBytes: wire() };
    } catch (error) {
      this.close(); // a failed connection isn't used again
      throw fetchError(signal.aborted ? signal.reason : error);
    } finally {
      clearInterval(guard);
    }
  }

  private async read(request: AskedPage, signal: AbortSignal): Promise<Omit<SiteAnswer, 'wireBytes'>> {
    const { statusCode: status, headers, body } = await this.send(request, signal);
    const head = { status, headers };
    const { most: maxBytes, reads = () => true } = request;
    if (!reads(head)) {
      body.on('error', () => undefined).destroy();
      return { ...head, body: Buffer.alloc(0), truncated: true };
    }
    const coding = headers['content-encoding'] ?? '';
    const { bytes, truncated } = await readBody(body, String(coding), maxBytes);
    return { ...head, body: bytes, truncated };
  }

  private async send({ url, accept }: AskedPage, signal: AbortSignal): Promise<Opened> {
    const { userAgent } = this.parts;
    const client = this.clientOf(url.origin);
    const opened = client.request({
      path: url.pathname + url.search,
      method: 'GET',
      headers: {
        'user-agent': userAgent,
        accept,
        'accept-language': LANGUAGES,
        'accept-encoding': ACCEPTED_CODINGS,
      },
      signal,
    });
    // The client notices a signal only once it is connected.
    return unlessAborted(opened, signal);
  }

  /** The client of an origin. Connections to other origins are closed. */
  private clientOf(origin: string): Client {
    if (this.open?.origin === origin) return this.open.client;
    this.close();
    const { exchangeMs, headerBytes } = this.limits;
    const client = new Client(origin, {
      connect: this.connect,
      maxHeaderSize: headerBytes,
      headersTimeout: exchangeMs,
      bodyTimeout: exchangeMs,
      pipelining: 1,
    });
    this.open = { origin, client };
    return client;
  }

  /** Returns a counter of the bytes that are received from now on, over any connection. */
  private byteCounter(): () => number {
    const before = this.socket;
    const read = before?.bytesRead ?? 0;
    return () => (this.socket?.bytesRead ?? 0) - (this.socket === before ? read : 0);
  }
}

/** Limits the time of one exchange. It can be paused. */
class ExchangeTime {
  private timer: NodeJS.Timeout | undefined;
  private from = 0;

  constructor(
    private remainingMs: number,
    private readonly limit: AbortController,
  ) {
    this.resume();
  }
  resume(): void {
    this.from = performance.now();
    const end = (): void => this.limit.abort(new FetchError('timed_out'));
    this.timer = setTimeout(end, Math.max(0, this.remainingMs)).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.remainingMs -= performance.now() - this.from;
  }
}

type Opened = Omit<Dispatcher.ResponseData, 'body'> & { readonly body: Readable };
