/** The port of a node that can be frozen: connections stay open, new ones are taken, and no byte passes. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Door {
  private readonly sockets = new Set<Socket>();
  private isFrozen = false;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (near) => this.accept(near));
  }

  static async before(target: { readonly host: string; readonly port: number }): Promise<Door> {
    const server = createServer();
    server.listen(0, target.host);
    await once(server, 'listening');
    return new Door(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  freeze(isFrozen: boolean): void {
    this.isFrozen = isFrozen;
    for (const socket of this.sockets) {
      if (isFrozen) socket.pause();
      else socket.resume();
    }
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(near: Socket): void {
    const far = connect(this.target.port, this.target.host);
    this.pass(near, far);
    this.pass(far, near);
  }

  private pass(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (piece: Buffer) => to.write(piece));
    from.on('error', () => undefined); // the other side may go at any moment
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    if (this.isFrozen) from.pause();
  }
}
