/** Serves made-up websites on loopback, and lists their hosts as `SITE_HOSTS` reads them. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MadeUpSite } from './made-up-sites.js';

/** Nothing listens at this address. */
const SHUT = '127.0.0.1:9';

export class LoopbackWeb {
  /** `host/path` of each request, in order. */
  readonly asked: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly sites: readonly MadeUpSite[],
  ) {}

  static async start(sites: readonly MadeUpSite[]): Promise<LoopbackWeb> {
    const server = createServer((request, response) => {
      const { host = '' } = request.headers;
      const path = request.url ?? '/';
      web.asked.push(`${host}${path}`);
      const page = sites.find((site) => site.host === host)?.pages[path];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page ?? 'Not found');
    });
    const web = new LoopbackWeb(server, sites);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return web;
  }

  /**
   * Writes the file that `SITE_HOSTS` names.
   * @param others hosts to map to an address that answers nothing, so that no real site is asked
   */
  list(file: string, others: readonly string[]): void {
    const { port } = this.server.address() as AddressInfo;
    const shut = others.map((host) => [host, { address: SHUT }]);
    const served = this.sites.map(({ host }) => [
      host,
      { address: `127.0.0.1:${port}`, mx: [`mail.${host}`] },
    ]);
    writeFileSync(file, JSON.stringify(Object.fromEntries([...shut, ...served]), null, 2));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
