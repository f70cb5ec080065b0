/** A server on loopback that writes to each connection what a test says, whether or not that is HTTP. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { SiteHost } from '../../../packages/enrichment/src/sites/fetch/site-hosts.js';

export type Serve = (socket: Socket, request: string) => void;

export interface RawServerOptions {
  readonly tls?: TlsOptions;
  /** It speaks before it is asked, and no TLS where that is expected. */
  readonly greets?: boolean;
}

export class RawServer {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly tls: boolean,
  ) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    });
  }

  /** @param serve called with the head of each request, or with a connection where the server greets first */
  static async start(serve: Serve, { tls, greets = false }: RawServerOptions = {}): Promise<RawServer> {
    const heard = (socket: Socket): void => {
      socket.on('error', () => undefined);
      let text = '';
      if (greets) serve(socket, '');
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1');
        const end = text.indexOf('\r\n\r\n');
        if (greets || end === -1) return;
        const request = text.slice(0, end);
        text = '';
        serve(socket, request);
      });
    };
    const server = tls === undefined ? createServer(heard) : createTlsServer(tls, heard);
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RawServer(server, tls !== undefined || greets);
  }

  onConnection(told: () => void): void {
    this.server.on('connection', told);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** As `SITE_HOSTS` names it. */
  get host(): SiteHost {
    return { address: '127.0.0.1', port: this.port, tls: this.tls, mx: [], txt: [], ns: [] };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Writes `next()` whenever there is room, until the other side hangs up. */
export function pour(socket: Socket, next: () => Buffer | string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(next()));
  };
  socket.on('drain', more);
  more();
}

/** Writes a piece every few milliseconds, for ever. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(piece);
  }, 10);
  socket.on('close', () => clearInterval(timer));
}

export const html = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
