/**
 * An EventStoreDB server for tests and benches, in memory or with a file: it answers the calls of
 * `@eventstore/db-client` the way real servers were measured to, and misbehaves when told to. See README.md.
 */
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { TLS_CERTIFICATE, TLS_KEY } from '../../stand-in-process/src/tls.js';
import { appendCall } from './append-calls.js';
import { batchAppendCall } from './batch-append-call.js';
import { deleteCall, tombstoneCall } from './delete-calls.js';
import { Door } from './door.js';
import { featuresCall, gossipCall, type Member } from './info-calls.js';
import { keepInFile, type KeptLog } from './log-file.js';
import { Misbehaviour } from './misbehaviour.js';
import { readCall } from './read-call.js';
import { RpcError, unknownToTheStandIn, type Endpoint } from './rpc-errors.js';
import type { OpenSubscription, ServerContext, ServerVersion } from './server-context.js';
import { StandInLog } from './stand-in-log.js';
import { UNKNOWN_SERVICES, unknownHandlers } from './unknown-calls.js';

export interface StandInOptions {
  /** Default 24.2. */
  readonly version?: ServerVersion;
  /** Bytes. Default: 1 MiB, on 26.1 the size of a chunk. */
  readonly maxAppendSize?: number;
  /** Default: any free one. */
  readonly port?: number;
  /** Everything written is kept here, and read again at the next start. Default: in memory only. */
  readonly file?: string;
  /** Passwords by user. Default: no users, anybody may do anything. */
  readonly users?: Readonly<Record<string, string>>;
  /** With the certificate in `TLS_CERTIFICATE`. Default: none. */
  readonly tls?: boolean;
  /** The log of another stand-in, so that the two are nodes of one cluster. This one can be frozen. */
  readonly sharedLog?: StandInLog;
}

const MIB = 1_048_576;
const HOST = '127.0.0.1';
/** Of one message; a longer one ends its call with code 8 before anything in it is looked at. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024 - 10_000;

export class EventStoreDbStandIn implements ServerContext {
  readonly version: ServerVersion;
  readonly maxAppendSize: number;
  users: Readonly<Record<string, string>> | undefined;
  readonly misbehaviour = new Misbehaviour();
  readonly subscriptions = new Set<OpenSubscription>();
  /** Calls and options that the stand-in wasn't made for: a test ends by looking that there are none. */
  readonly unknownCalls: string[] = [];
  /** How often a client asked for the members of the cluster. */
  searches = 0;
  /** Calls that were turned away for their user. */
  strangers = 0;
  /** Reads that came, of streams and of the whole log; a subscription is one. */
  reads = 0;
  /** Told to whom asks for the members of the cluster. */
  members: () => readonly Member[] = () => [{ ...this.endpoint, isLeader: true }];
  private door: Door | undefined;
  private kept: KeptLog;
  private readonly sockets = new Set<Socket>();
  private connected = 0;
  private grpc: Server | undefined;
  private listener: NetServer | undefined;
  private port: number;

  private constructor(private readonly options: StandInOptions) {
    this.version = options.version ?? '24.2';
    this.maxAppendSize = options.maxAppendSize ?? (this.version === '26.1' ? 256 * MIB : MIB);
    this.users = options.users;
    this.port = options.port ?? 0;
    this.kept = this.openLog();
  }

  static async start(options: StandInOptions = {}): Promise<EventStoreDbStandIn> {
    const standIn = new EventStoreDbStandIn(options);
    await standIn.listen();
    if (options.sharedLog !== undefined) standIn.door = await Door.before(standIn.endpoint);
    return standIn;
  }

  get log(): StandInLog {
    return this.kept.log;
  }

  get endpoint(): Endpoint {
    return { host: HOST, port: this.door?.port ?? this.port };
  }

  /** For this node alone. */
  get url(): string {
    return `esdb://${HOST}:${this.endpoint.port}?tls=${this.options.tls === true}`;
  }

  get connections(): { readonly open: number; readonly ever: number } {
    return { open: this.sockets.size, ever: this.connected };
  }

  /** As kill -9 does: connections break, memory is gone, what was written stays. */
  async kill(): Promise<void> {
    this.dropConnections();
    const closed = this.listener === undefined ? undefined : once(this.listener, 'close');
    this.door?.close();
    this.listener?.close();
    this.grpc?.forceShutdown();
    this.grpc = undefined;
    this.listener = undefined;
    await closed;
    this.kept.close();
  }

  /** On the same port; with what was written before, or empty. */
  async restart({ empty = false }: { readonly empty?: boolean } = {}): Promise<void> {
    if (this.listener !== undefined) await this.kill();
    if (empty) this.kept.erase();
    this.kept = this.kept.reopen();
    await this.listen();
  }

  /** As SIGSTOP does to the process of a node: nothing of it moves, though its connections are open. */
  freeze(isFrozen: boolean): void {
    this.door?.freeze(isFrozen);
  }

  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  endSubscriptions(): void {
    for (const subscription of this.subscriptions) subscription.end();
  }

  failSubscriptions(error: RpcError): void {
    for (const subscription of this.subscriptions) subscription.fail(error);
  }

  unknownCall(what: string): RpcError {
    this.unknownCalls.push(what);
    process.stderr.write(`EventStoreDB stand-in: unknown call: ${what}\n`);
    return unknownToTheStandIn(what);
  }

  private searched(): readonly Member[] {
    this.searches += 1;
    return this.misbehaviour.gossipIsEmpty ? [] : this.members();
  }

  private openLog(): KeptLog {
    const { file, sharedLog } = this.options;
    if (sharedLog !== undefined) return inMemory(sharedLog);
    return file === undefined ? inMemory(new StandInLog()) : keepInFile(file);
  }

  private async listen(): Promise<void> {
    this.grpc = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
    this.addServices(this.grpc);
    const injector = this.grpc.createConnectionInjector(credentials(this.options.tls === true));
    this.listener = createServer((socket) => {
      this.sockets.add(socket);
      this.connected += 1;
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined); // the other side may go at any moment
      socket.setNoDelay(true);
      injector.injectConnection(socket);
    });
    this.listener.listen(this.port, HOST);
    await once(this.listener, 'listening');
    this.port = (this.listener.address() as AddressInfo).port;
  }

  private addServices(server: Server): void {
    server.addService(ServerFeaturesService, { getSupportedMethods: featuresCall(this) });
    server.addService(GossipService, { read: gossipCall(() => this.searched()) });
    server.addService(StreamsService, {
      append: appendCall(this),
      batchAppend: batchAppendCall(this),
      read: readCall(this),
      delete: deleteCall(this),
      tombstone: tombstoneCall(this),
    });
    for (const service of UNKNOWN_SERVICES) server.addService(service, unknownHandlers(this, service));
  }
}

function credentials(tls: boolean): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const pair = { cert_chain: readFileSync(TLS_CERTIFICATE), private_key: readFileSync(TLS_KEY) };
  return ServerCredentials.createSsl(null, [pair]);
}

function inMemory(log: StandInLog): KeptLog {
  return {
    log,
    close: () => log.forgetIds(),
    erase: () => log.clear(),
    reopen: () => inMemory(log),
  };
}
