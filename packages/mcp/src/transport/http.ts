/**
 * Streamable HTTP at `/mcp`. Hosts of before revision 2026-07-28 have sessions; later ones send each
 * request by itself, and all of those to one process are one session.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { ServerOfSession } from '../server.js';
import type { HttpSettings } from '../settings.js';
import { KeptEvents } from './kept-events.js';

const PATH = '/mcp';
/** Of hosts that go without a word. */
const MAX_SESSIONS = 200;
const RETRY_MS = 1_000;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

export class HttpDoor {
  private readonly sessions = new Map<string, Session>();
  private readonly modern;
  private readonly server: Server;

  constructor(
    private readonly serverOf: ServerOfSession,
    private readonly settings: HttpSettings,
  ) {
    const session = randomUUID();
    this.modern = createMcpHandler(() => serverOf(session), { legacy: 'reject' });
    this.server = createServer((request, response) => {
      this.handle(request, response).catch(() => response.destroy());
    });
  }

  /** @returns its address. @throws Error where the port is taken */
  async open(): Promise<string> {
    const { host, port } = this.settings;
    await once(this.server.listen(port, host), 'listening');
    // An address with a port: it listens on one.
    const at = this.server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${at.port}${PATH}`;
  }

  async close(): Promise<void> {
    const open = [...this.sessions.values()].map(({ transport }) => transport.close());
    await Promise.allSettled([this.modern.close(), ...open]);
    this.server.close();
    this.server.closeAllConnections();
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const request = requestOf(incoming, gone.signal);
    const response =
      request === null
        ? Response.json({ error: 'bad_request' }, { status: 400 })
        : await this.answer(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (response.body === null) outgoing.end();
    else await pipeline(Readable.fromWeb(response.body), outgoing);
  }

  private async answer(request: Request): Promise<Response> {
    const refused = this.refusal(request);
    if (refused !== null) return refused;
    return (await isLegacyRequest(request)) ? this.inSession(request) : this.modern.fetch(request);
  }

  /**
   * A page of another host may reach this one by a name that it controls (DNS rebinding): names are checked
   * first.
   */
  private refusal(request: Request): Response | null {
    const { host, allowedHosts, allowedOrigins } = this.settings;
    const own = host.includes(':') ? `[${host}]` : host;
    const wrong =
      hostHeaderValidationResponse(request, [...localhostAllowedHostnames(), own, ...allowedHosts]) ??
      originValidationResponse(request, [...localhostAllowedOrigins(), ...allowedOrigins]);
    if (wrong !== undefined) return wrong;
    if (!this.isKnown(request))
      return Response.json(
        { error: 'unauthorized' },
        { status: 401, headers: { 'www-authenticate': 'Bearer' } },
      );
    return new URL(request.url).pathname === PATH
      ? null
      : Response.json({ error: 'not_found' }, { status: 404 });
  }

  private isKnown(request: Request): boolean {
    const { secret } = this.settings;
    if (secret === null) return true;
    const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
    const [, told = ''] = /^bearer (.*)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    return timingSafeEqual(digest(told), digest(secret));
  }

  private async inSession(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return (await this.begun()).handleRequest(request);
    const session = this.sessions.get(id);
    if (session === undefined) return rpcError(404, -32_001, 'Session not found');
    session.usedAt = Date.now();
    return session.transport.handleRequest(request);
  }

  /** A session that no `initialize` begins is refused by its transport, and kept nowhere. */
  private async begun(): Promise<WebStandardStreamableHTTPServerTransport> {
    const id = randomUUID();
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: new KeptEvents(),
      retryInterval: RETRY_MS,
      onsessioninitialized: () => this.keep(id, transport),
    });
    const server = this.serverOf(id);
    await server.connect(transport);
    server.server.onclose = () => void this.sessions.delete(id);
    return transport;
  }

  private keep(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    this.sessions.set(id, { transport, usedAt: Date.now() });
    if (this.sessions.size <= MAX_SESSIONS) return;
    const [oldest] = [...this.sessions].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest === undefined) return;
    this.sessions.delete(oldest[0]);
    void oldest[1].transport.close();
  }
}

const rpcError = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });

/** Null for one that no address can be made of. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET', url = '/', headers: raw } = incoming;
  const address = `http://${raw.host ?? 'unknown'}${url}`;
  if (!url.startsWith('/') || !URL.canParse(address)) return null;
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers, signal });
  return new Request(address, { method, headers, signal, body: Readable.toWeb(incoming), duplex: 'half' });
}
