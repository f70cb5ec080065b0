/** The HTTP server of a stand-in: on this machine alone, and gone with its connections. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export class HttpServer {
  private readonly server: Server;

  constructor(answer: RequestListener) {
    this.server = createServer(answer);
  }

  /** @param port 0: any that is free */
  listen(port: number): Promise<void> {
    return new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  get url(): string {
    const address = this.server.address() as AddressInfo; // it listens on a port
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
