/**
 * Bounds the open connections of a server, in all and from one place, so that no client can take them all.
 * Where room is short, a new connection takes the place of an idle one, which waits for its next request.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isProxy, networksOf, plainAddress } from './client-address.js';

interface ConnectionLimits {
  /** Open connections of the server. */
  readonly all: number;
  /** Open connections of one IPv4 address or one IPv6 network of 64 bits. */
  readonly ofPlace: number;
  /** Open connections of one IPv6 network of 48 bits. */
  readonly ofSite: number;
}

interface Held {
  /** Place and site; none of a trusted proxy, which holds connections for many clients. */
  readonly networks: readonly string[];
  /** Requests that are being answered. */
  answering: number;
}

export class ConnectionRoom {
  /** The connection that has been idle longest is the first of the idle ones. */
  private readonly open = new Map<Socket, Held>();
  /** Open connections by network. */
  private readonly counts = new Map<string, number>();
  private readonly isTrusted: (address: string) => boolean;

  /** @param trustedProxies as in the settings: no place bounds their connections */
  constructor(
    server: Server,
    private readonly limits: ConnectionLimits,
    trustedProxies: readonly string[] = [],
  ) {
    this.isTrusted = isProxy(trustedProxies);
    server.on('connection', (socket: Socket) => this.take(socket));
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.answer(request.socket, response),
    );
  }

  private take(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    const networks = this.isTrusted(address) ? [] : networksOf(address);
    if (!this.makeRoom(networks)) {
      socket.destroy();
      return;
    }
    this.open.set(socket, { networks, answering: 0 });
    for (const network of networks) this.counts.set(network, this.countOf(network) + 1);
    socket.once('close', () => this.forget(socket));
  }

  /** False where all connections that could make room are busy. One that ends makes room at every bound. */
  private makeRoom([place, site = place]: readonly string[]): boolean {
    const { all, ofPlace, ofSite } = this.limits;
    if (place !== undefined && this.countOf(place) >= ofPlace) return this.endIdle(place);
    if (site !== undefined && this.countOf(site) >= ofSite) return this.endIdle(site);
    return this.open.size < all || this.endIdle(null);
  }

  /** Ends the connection idle longest: of this network; for null, of the network that has most. */
  private endIdle(network: string | null): boolean {
    let [found, most]: [Socket | null, number] = [null, -1];
    for (const [socket, { networks, answering }] of this.open) {
      if (answering > 0 || (network !== null && !networks.includes(network))) continue;
      const crowd = Math.max(0, ...networks.map((each) => this.countOf(each)));
      if (crowd > most) [found, most] = [socket, crowd];
    }
    if (found === null) return false;
    this.forget(found);
    found.destroy();
    return true;
  }

  private answer(socket: Socket, response: ServerResponse): void {
    const held = this.open.get(socket);
    if (held === undefined) return;
    held.answering++;
    response.once('close', () => {
      held.answering--;
      // Behind all others: it has been idle for the shortest time.
      if (this.open.delete(socket)) this.open.set(socket, held);
    });
  }

  private forget(socket: Socket): void {
    const held = this.open.get(socket);
    if (!this.open.delete(socket)) return;
    for (const network of held?.networks ?? []) {
      const count = this.countOf(network) - 1;
      if (count > 0) this.counts.set(network, count);
      else this.counts.delete(network);
    }
  }

  private countOf(network: string): number {
    return this.counts.get(network) ?? 0;
  }
}
