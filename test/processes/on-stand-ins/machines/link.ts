/** The network between one host and one server: a port of its own that passes bytes on, late, in bursts, or not at all. */
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seeded } from '../../../../bench/support/seeded.js';

/** What TCP waits before it sends again what was lost, at first. */
const RESEND_MS = { from: 200, to: 800 } as const;
/** Of one direction of a connection. */
const MAX_UNDER_WAY = 8 * 2 ** 20;

type Passage = 'open' | 'silent' | 'refused';

export class Link {
  /** Of each piece, one way. */
  delayMs = 0;
  /** The share of pieces that come only once they were sent again, and all behind them. */
  loss = 0;
  private state: Passage = 'open';
  private opened = Promise.resolve();
  private open = (): void => undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly chance: Seeded,
  ) {
    server.on('connection', (socket) => this.accept(socket));
  }

  /** @param url of the server, which this link stands before */
  static async to(url: string, chance: Seeded): Promise<Link> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Link(server, new URL(url), chance);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** `silent`: nothing comes through, and all of it once it is open again; `refused`: every connection breaks. */
  become(state: Passage): void {
    this.state = state;
    this.open();
    if (state === 'silent') this.opened = new Promise((resolve) => (this.open = resolve));
    if (state === 'refused') for (const socket of this.sockets) socket.destroy();
  }

  /** As if nothing had been. */
  mend(): void {
    this.delayMs = 0;
    this.loss = 0;
    this.become('open');
  }

  async close(): Promise<void> {
    this.become('refused');
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(near: Socket): void {
    if (this.state === 'refused') return void near.destroy();
    const far = connect(Number(this.target.port), this.target.hostname);
    this.pass(near, far);
    this.pass(far, near);
  }

  private pass(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('error', () => undefined);
    let passed = Promise.resolve();
    let underWay = 0;
    from.on('data', (piece: Buffer) => {
      underWay += piece.length;
      if (underWay > MAX_UNDER_WAY) from.pause();
      const due = Date.now() + this.lateness();
      passed = passed.then(async () => {
        const early = due - Date.now();
        if (early > 0) await pause(early);
        await this.opened;
        to.write(piece);
        underWay -= piece.length;
        from.resume();
      });
    });
    from.on('close', () => {
      this.sockets.delete(from);
      void passed.then(() => to.destroy());
    });
  }

  private lateness(): number {
    return (
      this.delayMs + (this.chance.chance(this.loss) ? this.chance.between(RESEND_MS.from, RESEND_MS.to) : 0)
    );
  }
}
