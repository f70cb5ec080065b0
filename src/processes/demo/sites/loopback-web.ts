/** Serves made-up websites on loopback, and writes the file of their hosts for the setting `SITE_HOSTS`. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MadeUpSite } from './made-up-sites.js';

/** Nothing listens at this address. */
const CLOSED_ADDRESS = '127.0.0.1:9';

export class LoopbackWeb {
  /** `host/path` of each request, in order. */
  readonly requests: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly sites: readonly MadeUpSite[],
  ) {}

  static async start(sites: readonly MadeUpSite[]): Promise<LoopbackWeb> {
    const server = createServer((request, response) => {
      const { host = '' } = request.headers;
      const path = request.url ?? '/';
      web.requests.push(`${host}${path}`);
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
   * @param closedHosts hosts to map to an address that answers nothing, so that no real site is asked
   */
  writeHosts(file: string, closedHosts: readonly string[]): void {
    const { port } = this.server.address() as AddressInfo;
    const closedEntries = closedHosts.map((host) => [host, { address: CLOSED_ADDRESS }]);
    const servedEntries = this.sites.map(({ host }) => [
      host,
      { address: `127.0.0.1:${port}`, mx: [`mail.${host}`] },
    ]);
    writeFileSync(file, JSON.stringify(Object.fromEntries([...closedEntries, ...servedEntries]), null, 2));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
