/**
 * A provider on loopback: it notes what it is asked and answers as its own published interface does, or misbehaves as it
 * is told to. It knows nothing of the product.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface ProviderAsked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

/** What goes over the wire; an object is sent as JSON. `silence`: nothing comes; `break`: the connection ends. */
export type ProviderReply =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: object | string;
      readonly gzip?: boolean;
    }
  | 'silence'
  | 'break';

export type Answering = (asked: ProviderAsked) => ProviderReply;

export class ProviderServer {
  /** All that it was asked, in order. */
  readonly asked: ProviderAsked[] = [];
  private readonly next: ProviderReply[] = [];
  private readonly server = createServer((request, response) => void this.handle(request, response));

  protected constructor(private readonly answering: Answering) {}

  static async start(answering: Answering): Promise<ProviderServer> {
    return new ProviderServer(answering).listen();
  }

  protected async listen(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    // An address with a port: it listens on one.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What the next requests get in place of an answer. */
  misbehave(...replies: readonly ProviderReply[]): void {
    this.next.push(...replies);
  }

  /** Forgets what it was asked and told. */
  clear(): void {
    this.asked.length = 0;
    this.next.length = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await askedOf(request);
    this.asked.push(asked);
    const reply = this.next.shift() ?? this.answering(asked);
    if (reply === 'silence') return;
    if (reply === 'break') return void request.socket.destroy();
    const { status = 200, headers = {}, body = '', gzip = false } = reply;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(status, {
      'content-type': type,
      ...(gzip && { 'content-encoding': 'gzip' }),
      ...headers,
    });
    response.end(gzip ? gzipSync(text) : text);
  }
}

async function askedOf(request: IncomingMessage): Promise<ProviderAsked> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  const url = new URL(request.url ?? '/', 'http://provider.test');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: request.headers['content-type'] === 'application/json' ? (JSON.parse(text) as unknown) : text,
  };
}
