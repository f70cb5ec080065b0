/** The connections of a server while it stops: each goes as soon as nothing is under way on it. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often connections that became idle meanwhile are looked for. */
const LOOK_EVERY_MS = 50;

export class Connections {
  private readonly open = new Set<Socket>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /**
   * Resolves when `close` has, which ends when every connection is gone: kept ones that wait for a next request and
   * ones that never sent any are closed at once, the others when they have answered, all of them after `limitMs`.
   */
  async drain(close: () => Promise<void>, limitMs: number): Promise<void> {
    // After what has arrived was read: where the machine is busy, the head of a request may wait with the timer.
    const looking = setInterval(() => setImmediate(() => this.closeIdle()), LOOK_EVERY_MS);
    const limit = setTimeout(() => this.server.closeAllConnections(), limitMs);
    try {
      await close();
    } finally {
      clearInterval(looking);
      clearTimeout(limit);
    }
  }

  private closeIdle(): void {
    this.server.closeIdleConnections();
    // To Node a connection counts as busy until its first request has come.
    for (const socket of this.open) if (socket.bytesRead === 0) socket.destroy();
  }
}
