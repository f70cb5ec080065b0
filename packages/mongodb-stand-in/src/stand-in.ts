/**
 * A MongoDB server for tests and benches, in memory or with a file: it answers the commands of the `mongodb`
 * driver the way the server is documented to, and misbehaves when told to. See README.md.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { TLS_CERTIFICATE, TLS_KEY } from '../../stand-in-process/src/tls.js';
import type { Users } from './auth/login.js';
import { Cursors } from './commands/cursors.js';
import { expire } from './expiry.js';
import { LogFile } from './log-file.js';
import { Misbehaviour } from './misbehaviour.js';
import type { ServerContext } from './server-context.js';
import { Sessions } from './sessions/sessions.js';
import { SnapshotReads } from './sessions/snapshot-reads.js';
import { Store } from './store/store.js';
import { SET_NAME, Topology, type Role } from './topology.js';
import { Connection } from './wire/connection.js';

export interface StandInOptions {
  /** Default: any free one. */
  readonly port?: number;
  /** Everything written is kept here, and read again at the next start. Default: in memory only. */
  readonly file?: string;
  /** Default: the primary of a set of one. */
  readonly role?: Role;
  /** Passwords by user, of the database `admin`. Default: no users, anybody may do anything. */
  readonly users?: Users;
  /** With the certificate in `TLS_CERTIFICATE`. Default: none. */
  readonly tls?: boolean;
  /** How often TTL indexes delete, as `ttlMonitorSleepSecs`. Default: only when told to. */
  readonly ttlSeconds?: number;
  /** `transactionLifetimeLimitSeconds`. Default 60. */
  readonly transactionLifetimeSeconds?: number;
  /** `minSnapshotHistoryWindowInSeconds`. Default 300. */
  readonly snapshotWindowSeconds?: number;
}

const HOST = '127.0.0.1';

export class MongoDbStandIn implements ServerContext {
  readonly misbehaviour = new Misbehaviour();
  readonly commandsBegun = new Map<string, number>();
  readonly cursors = new Cursors();
  readonly store: Store;
  readonly sessions: Sessions;
  readonly snapshots: SnapshotReads;
  readonly topology: Topology;
  readonly users: Users | undefined;
  /** Commands and options that the stand-in wasn't made for: a test ends by looking that there are none. */
  readonly unknownCalls: string[] = [];
  transactionLifetimeSeconds: number;
  private readonly log: LogFile | undefined;
  private readonly sockets = new Set<Socket>();
  private connections = 0;
  private ttlMonitor: NodeJS.Timeout | undefined;
  private listener: Server | undefined;
  private port: number;

  private constructor(private readonly options: StandInOptions) {
    this.port = options.port ?? 0;
    this.users = options.users;
    this.transactionLifetimeSeconds = options.transactionLifetimeSeconds ?? 60;
    this.log = options.file === undefined ? undefined : new LogFile(options.file);
    this.store = new Store((changes) => this.log?.keep(changes));
    this.topology = new Topology(options.role ?? 'primary', () => this.address);
    this.sessions = new Sessions({
      store: this.store,
      hasTransactions: () => this.topology.hasTransactions,
      lifetimeMs: () => this.transactionLifetimeSeconds * 1_000,
    });
    this.snapshots = new SnapshotReads(this.store, () => (options.snapshotWindowSeconds ?? 300) * 1_000);
    this.readLog();
  }

  static async start(options: StandInOptions = {}): Promise<MongoDbStandIn> {
    const standIn = new MongoDbStandIn(options);
    await standIn.listen();
    return standIn;
  }

  get address(): string {
    return `${HOST}:${this.port}`;
  }

  /** As a client of the set, or of the one server, gives it. */
  get url(): string {
    const options = [
      ...(this.topology.isInSet ? [`replicaSet=${SET_NAME}`] : []),
      ...(this.options.tls === true ? ['tls=true'] : []),
    ];
    return `mongodb://${this.address}/${options.length === 0 ? '' : `?${options.join('&')}`}`;
  }

  /** Gently: like `kill`, since nothing is written late. */
  async stop(): Promise<void> {
    await this.kill();
  }

  /**
   * As kill -9 does: connections break; open transactions, cursors and snapshots are gone, what was written
   * stays.
   */
  async kill(): Promise<void> {
    const closed = this.listener === undefined ? undefined : once(this.listener, 'close');
    this.listener?.close();
    this.listener = undefined;
    clearInterval(this.ttlMonitor);
    this.dropConnections();
    this.topology.close();
    this.sessions.abortAll();
    this.cursors.clear();
    this.snapshots.clear();
    await closed;
    this.log?.close();
  }

  /** On the same port; with what was written before, or empty. */
  async restart({ empty = false }: { readonly empty?: boolean } = {}): Promise<void> {
    await this.kill();
    if (empty) this.erase();
    this.topology.restarted();
    await this.listen();
  }

  /** Nobody can connect, and nobody is, until it listens again: as a machine that is cut off. */
  async refuseConnections(): Promise<void> {
    await this.kill();
  }

  async listen(): Promise<void> {
    if (this.listener !== undefined) return;
    const listener = this.newListener();
    listener.listen(this.port, HOST);
    await once(listener, 'listening');
    this.listener = listener;
    const { ttlSeconds } = this.options;
    if (ttlSeconds !== undefined) {
      this.ttlMonitor = setInterval(() => this.expire(), ttlSeconds * 1_000).unref();
    }
    this.port = (listener.address() as AddressInfo).port;
  }

  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  /** As a network that fails, not as a server that ends: for connections without TLS. */
  resetConnections(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
    this.sockets.clear();
  }

  /** As an election does: writes fail, and open transactions are gone, until it steps up again. */
  stepDown(): void {
    this.sessions.abortAll();
    this.topology.become('secondary');
  }

  stepUp(): void {
    this.topology.become('primary');
  }

  /** What TTL indexes do when their time comes: on a server once a minute, here when told to. */
  expire(now = new Date()): number {
    const removed = expire(this.store, now);
    this.store.flush();
    return removed;
  }

  unknownCall(what: string): void {
    this.unknownCalls.push(what);
    process.stderr.write(`MongoDB stand-in: unknown call: ${what}\n`);
  }

  private newListener(): Server {
    const connected = (socket: Socket): void => this.connected(socket);
    if (this.options.tls !== true) return createServer(connected);
    const pair = { cert: readFileSync(TLS_CERTIFICATE), key: readFileSync(TLS_KEY) };
    return createTlsServer(pair, connected);
  }

  private connected(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    this.connections += 1;
    new Connection(this, socket, this.connections);
  }

  private readLog(): void {
    const changes = this.log?.read() ?? [];
    this.store.restore(changes);
    this.sessions.recall(changes);
  }

  private erase(): void {
    this.store.clear();
    this.sessions.clear();
    this.log?.erase();
  }
}
