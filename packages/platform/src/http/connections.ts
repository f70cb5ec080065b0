/** The connections of a stopping server: each closes once no request runs on it. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds between looks for connections that became idle. */
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
   * Resolves with `close`, which ends once every connection is gone. Idle connections, and those that never
   * sent a request, are closed at once. The others close after their answer, all of them after `limitMs`.
   */
  async drain(close: () => Promise<void>, limitMs: number): Promise<void> {
    // After arrived bytes were read: on a busy machine a request's head may wait together with the timer.
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
    // Node counts a connection as busy until its first request has come.
    for (const socket of this.open) if (socket.bytesRead === 0) socket.destroy();
  }
}
