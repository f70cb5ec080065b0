/** What the owner of the stand-in's process can tell it and ask it. */
import type { Controls } from '../../stand-in-process/src/controls.js';
import type { CommandFault, WriteFault } from './misbehaviour.js';
import type { MongoDbStandIn } from './stand-in.js';

export type ConnectionLoss = 'reset' | 'end';

export class MongoDbControls implements Controls {
  constructor(private readonly standIn: MongoDbStandIn) {}

  /** As the server's own fail point `failCommand`, and a little more. */
  fail(fault: CommandFault): void {
    this.standIn.misbehaviour.fail(fault);
  }

  /** The next so many inserts, updates and deletes. */
  nextWrites(fault: WriteFault, times = 1): void {
    this.standIn.misbehaviour.nextWrites(fault, times);
  }

  /** The next so many commits: afterwards the client can't know whether they went through. */
  nextCommits(fault: WriteFault, times = 1): void {
    this.standIn.misbehaviour.nextCommits(fault, times);
  }

  /** Everything that was to go wrong has. */
  isWellBehaved(): boolean {
    return this.standIn.misbehaviour.isWellBehaved;
  }

  /** New commands get no answer at all, the monitor's neither. */
  silence(): void {
    this.standIn.misbehaviour.isSilent = true;
  }

  /**
   * From now on each command is answered so many milliseconds after it is done; monitors are answered at
   * once.
   */
  slow(milliseconds: number): void {
    this.standIn.misbehaviour.slowMs = milliseconds;
  }

  /**
   * How many commands came since the start, by name and collection (`find keys_g1`); monitors' don't count.
   */
  commandsBegun(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.standIn.commandsBegun);
  }

  /** These fields of commands are passed over in silence, as other servers of the protocol do. */
  ignoreFields(names: readonly string[]): void {
    this.standIn.misbehaviour.ignoredFields = new Set(names);
  }

  /**
   * What this collection holds now is what is read of it, as by a router that asks the primary of before of
   * its shard; a read that waits for a later time is answered by the primary.
   */
  deposePrimaryOf(collection: string): void {
    this.standIn.snapshots.depose(collection);
  }

  /** All of this is over. */
  behave(): void {
    this.standIn.misbehaviour.clear();
    this.standIn.snapshots.forgetDeposed();
  }

  /**
   * All that there are: `reset` as by a network that fails, `end` as by a server that closes them. What the
   * driver 7.8 writes between such an end and its own close of the connection fails with the socket's error,
   * which it passes on.
   */
  dropConnections(how: ConnectionLoss = 'reset'): void {
    if (how === 'reset') this.standIn.resetConnections();
    else this.standIn.dropConnections();
  }

  /** As an election does: writes fail, and open transactions are gone, until it steps up again. */
  stepDown(): void {
    this.standIn.stepDown();
  }

  stepUp(): void {
    this.standIn.stepUp();
  }

  /** Nobody can connect, and nobody is, until it restarts: as a machine that is cut off. */
  refuseConnections(): Promise<void> {
    this.standIn.resetConnections();
    return this.standIn.refuseConnections();
  }

  /** On the same port; with what was written before, or empty. */
  restart(options: { readonly empty?: boolean } = {}): Promise<void> {
    return this.standIn.restart(options);
  }

  /** The clock that `hello` tells is that of a router, so much before the clock of the data. */
  setRouterClock(aheadMs: number): void {
    this.standIn.topology.helloAheadMs = aheadMs;
  }

  /** Monitors have to poll from now on: `hello` names no version to wait with. */
  endStreaming(): void {
    this.standIn.topology.isStreaming = false;
  }

  /** For transactions that begin from now on. */
  setTransactionLifetime(seconds: number): void {
    this.standIn.transactionLifetimeSeconds = seconds;
  }

  /** What TTL indexes do when their time comes. @returns how many documents went */
  expire(now = new Date()): number {
    return this.standIn.expire(now);
  }

  /** Commands and options that the stand-in wasn't made for. */
  unknownCalls(): readonly string[] {
    return this.standIn.unknownCalls;
  }
}
