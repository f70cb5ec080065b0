/** One connection: messages in, one answer after the other out. */
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { Login, MECHANISM } from '../auth/login.js';
import { replyBytes } from '../bson/reply-bytes.js';
import { isDoc, type Doc } from '../bson/values.js';
import { clockOf, runCommand } from '../commands/run-command.js';
import { LIMITS } from '../limits.js';
import type { ServerContext } from '../server-context.js';
import { HEADER, legacyReply, msgReply, parseRequest, type Request } from './message.js';

const HELLO = new Set(['hello', 'isMaster', 'ismaster']);

export class Connection {
  private received: Buffer[] = [];
  private length = 0;
  private isBusy = false;
  private readonly waiting: Buffer[] = [];
  private readonly gone: Promise<unknown>;
  private readonly login: Login;

  constructor(
    private readonly server: ServerContext,
    private readonly socket: Socket,
    private readonly number: number,
  ) {
    this.gone = once(socket, 'close').catch(() => undefined);
    this.login = new Login(server.users);
    socket.setNoDelay(true);
    socket.on('error', () => undefined); // the other side may go at any moment
    socket.on('data', (chunk) => this.receive(chunk));
  }

  private receive(chunk: Buffer): void {
    this.received.push(chunk);
    this.length += chunk.length;
    for (let message = this.nextMessage(); message !== undefined; message = this.nextMessage()) {
      this.waiting.push(message);
    }
    if (!this.isBusy) void this.answerAll();
  }

  /** @returns nothing where not all of it is there yet */
  private nextMessage(): Buffer | undefined {
    if (this.length < HEADER) return undefined;
    if ((this.received[0]?.length ?? 0) < 4) this.received = [Buffer.concat(this.received)];
    const size = this.received[0]?.readInt32LE(0) ?? 0;
    if (size < HEADER || size > LIMITS.messageBytes) {
      this.drop(`a message of ${size} bytes`);
      return undefined;
    }
    if (this.length < size) return undefined;
    const all =
      this.received.length === 1 ? (this.received[0] ?? Buffer.alloc(0)) : Buffer.concat(this.received);
    this.received = all.length > size ? [all.subarray(size)] : [];
    this.length -= size;
    return all.subarray(0, size);
  }

  private async answerAll(): Promise<void> {
    this.isBusy = true;
    for (let message = this.waiting.shift(); message !== undefined; message = this.waiting.shift()) {
      try {
        await this.answer(parseRequest(message));
      } catch (error) {
        this.drop(error instanceof Error ? error.message : String(error));
      }
    }
    this.isBusy = false;
  }

  private async answer(request: Request): Promise<void> {
    const [name = ''] = Object.keys(request.body);
    if (HELLO.has(name)) return this.answerHello(request);
    const outcome = this.login.answer(name, request.body) ?? (await runCommand(this.server, request, name));
    if (outcome === 'drop') return void this.socket.destroy();
    if (outcome === 'silence' || request.moreToCome) return;
    this.send(request.id, replyBytes(outcome), request.isLegacy);
  }

  /** To a monitor that waits, whenever something changes, for as long as it stays. */
  private async answerHello(request: Request): Promise<void> {
    const { topology, misbehaviour } = this.server;
    let { body, id } = request;
    while (!this.socket.destroyed && !misbehaviour.isSilent) {
      const version = body.topologyVersion;
      const waits = isDoc(version) && typeof body.maxAwaitTimeMS === 'number';
      if (waits && topology.isCurrent(version)) await topology.change(Number(body.maxAwaitTimeMS), this.gone);
      if (this.socket.destroyed || misbehaviour.isSilent) return;
      const hello = { ...topology.hello(this.number, clockOf(this.server)), ...this.mechanisms(body), ok: 1 };
      const goesOn = waits && request.exhaustAllowed;
      id = this.send(id, replyBytes({ fields: hello }), request.isLegacy, goesOn);
      if (!goesOn) return;
      body = { ...body, topologyVersion: topology.version };
    }
  }

  /** By which the user that the client names can log in. */
  private mechanisms({ saslSupportedMechs: user }: Doc): Doc {
    return user === undefined || this.server.users === undefined ? {} : { saslSupportedMechs: [MECHANISM] };
  }

  /** @returns the number of the answer */
  private send(
    responseTo: number,
    body: readonly Uint8Array[],
    isLegacy: boolean,
    moreToCome = false,
  ): number {
    const bytes = isLegacy ? legacyReply(responseTo, body) : msgReply(responseTo, body, moreToCome);
    if (!this.socket.destroyed) this.socket.write(bytes);
    return bytes.readInt32LE(4);
  }

  private drop(why: string): void {
    process.stderr.write(`MongoDB stand-in: connection closed: ${why}\n`);
    this.socket.destroy();
  }
}
