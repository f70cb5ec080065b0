/** One server for the sites of all publishers, each below a place of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpServer } from '../../stand-in-process/src/http-server.js';
import { PlannedFaults } from '../../stand-in-process/src/planned-faults.js';
import type { Fault } from './faults.js';
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
  readonly faults = new PlannedFaults<Fault>();
  readonly seen: SeenRequest[] = [];
  readonly unknownCalls: string[] = [];
  private readonly server: HttpServer;

  private constructor(private readonly options: StandInOptions) {
    this.server = new HttpServer((request, response) => this.answer(request, response));
  }

  static async start(options: StandInOptions): Promise<PublishersStandIn> {
    const standIn = new PublishersStandIn(options);
    await standIn.server.listen(options.port);
    return standIn;
  }

  get url(): string {
    return this.server.url;
  }

  stop(): Promise<void> {
    return this.server.stop();
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
    // A client that goes away while it is sent, say.
    if (file !== null)
      return void serveFile(file, { request, response, fault }).catch(() => response.destroy());
    if (publisher === '') this.unknownCalls.push(`${request.method} ${url.pathname}`);
    response.writeHead(404).end();
  }
}
