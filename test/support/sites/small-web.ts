/** Websites on loopback: one server that answers for many hosts, each listed as `SITE_HOSTS` lists them. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SiteHosts } from '../../../packages/enrichment/src/sites/fetch/site-hosts.js';

/** A page of HTML; or all of an answer; or whatever writes one. */
export type Page =
  | string
  | { readonly status?: number; readonly headers?: Record<string, string | string[]>; readonly body?: string }
  | ((request: IncomingMessage, response: ServerResponse) => void);
export type Pages = Readonly<Record<string, Page>>;

export class SmallWeb {
  /** `host/path` of each request, in order. */
  readonly asked: string[] = [];
  private readonly sites = new Map<string, Pages>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SmallWeb> {
    const server = createServer((request, response) => web.answer(request, response));
    const web = new SmallWeb(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return web;
  }

  /** What isn't named answers 404. */
  site(host: string, pages: Pages): void {
    this.sites.set(host, pages);
  }

  get hosts(): SiteHosts {
    const { port } = this.server.address() as AddressInfo;
    const here = { address: '127.0.0.1', port, tls: false, mx: [`mail.example.co.uk`], txt: [], ns: [] };
    return Object.fromEntries([...this.sites.keys()].map((host) => [host, here]));
  }

  /** Forgets all sites and requests. */
  clear(): void {
    this.sites.clear();
    this.asked.length = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    this.asked.push(`${host}${path}`);
    const page = this.sites.get(host)?.[path] ?? { status: 404, body: 'nothing here' };
    if (typeof page === 'function') {
      page(request, response);
      return;
    }
    const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  }
}

export const redirectTo = (location: string): Page => ({ status: 301, headers: { location } });
