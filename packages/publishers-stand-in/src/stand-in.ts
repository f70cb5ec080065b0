/** One server for the sites of all publishers, each below a place of its own. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Faults } from './faults.js';
import { serveFile } from './files.js';
import { fileAt, listingAt } from './lists.js';

export interface StandInOptions {
  readonly port: number;
  /** The folder of the publishers' folders. */
  readonly files: string;
  readonly key: string;
}

export interface SeenRequest {
  /** With its query. */
  readonly path: string;
  /** Null: the whole was asked for. */
  readonly range: string | null;
}

export class PublishersStandIn {
  readonly faults = new Faults();
  readonly seen: SeenRequest[] = [];
  readonly unknownCalls: string[] = [];
  private readonly server: Server;

  private constructor(private readonly options: StandInOptions) {
    this.server = createServer((request, response) => this.answer(request, response));
  }

  static async start(options: StandInOptions): Promise<PublishersStandIn> {
    const standIn = new PublishersStandIn(options);
    await new Promise<void>((resolve) => standIn.server.listen(options.port, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    const address = this.server.address() as AddressInfo; // it listens on a port
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    this.seen.push({ path: url.pathname + url.search, range: request.headers.range ?? null });
    const fault = this.faults.of(url.pathname);
    if (fault === 'server-error') return void response.writeHead(503).end('sorry');
    if (fault === 'too-many-requests') return void response.writeHead(429, { 'retry-after': '0' }).end();
    const [, publisher = '', path = '/'] = /^\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
    if (path.startsWith('/api/v1/') && request.headers.authorization !== this.options.key)
      return void response.writeHead(401).end('{"error":"unauthorised"}');
    const item = /^\/sharing\/rest\/content\/items\/([0-9a-f]{32})\/data$/.exec(path)?.[1];
    if (item !== undefined)
      return void response.writeHead(302, { location: `/${publisher}/stored/${item}` }).end();
    const listing = listingAt(this.options.files, { publisher, path, url: this.url });
    if (listing !== null) {
      const text =
        fault === 'changed-page' ? '<html><body><a href="/new">We moved</a></body></html>' : listing.text;
      return void response.writeHead(200, { 'content-type': listing.type }).end(text);
    }
    const file = fileAt(this.options.files, publisher, path);
    if (file !== null) return serveFile(file, { request, response, fault });
    if (publisher === '') this.unknownCalls.push(`${request.method} ${url.pathname}`);
    response.writeHead(404).end();
  }
}
