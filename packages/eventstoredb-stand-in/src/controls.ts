/** What the owner of the stand-in's process can tell it and ask it. */
import { status } from '@grpc/grpc-js';
import type { Controls } from '../../stand-in-process/src/controls.js';
import { accessDenied, notReady, RpcError, timedOut } from './rpc-errors.js';
import type { OpenSubscription } from './server-context.js';
import { EventStoreDbStandIn } from './stand-in.js';
import type { WriteFault } from './write-fault.js';

/** What a server tells a subscription that it ends. */
const SUBSCRIPTION_FAILURES = {
  'access-denied': accessDenied,
  'not-ready': notReady,
  'too-slow': () => timedOut('Consumer too slow'),
  'stops-gently': () => new RpcError(status.INTERNAL, 'Received RST_STREAM with code 2'),
};

export type SubscriptionFailure = keyof typeof SUBSCRIPTION_FAILURES;

export interface RecordPlace {
  readonly stream: string;
  readonly position: bigint;
}

/**
 * Nodes have numbers; the one that the process was started with is 0, and means itself where none is named.
 */
export class EventStoreDbControls implements Controls {
  private readonly nodes: EventStoreDbStandIn[];
  private leader: number | undefined;
  private readonly subscriptionNumbers = new Map<OpenSubscription, number>();

  constructor(private readonly first: EventStoreDbStandIn) {
    this.nodes = [first];
  }

  /** The next so many appends, deletions and tombstones. */
  nextWrites(fault: WriteFault, times = 1): void {
    this.first.misbehaviour.nextWrites(fault, times);
  }

  /** All writes that were to go wrong have. */
  isWellBehaved(): boolean {
    return this.first.misbehaviour.isWellBehaved;
  }

  /** New reads and writes get no answer at all, though the connection lives. */
  silence(): void {
    this.first.misbehaviour.isSilent = true;
  }

  /** Calls that begin later need this password; open subscriptions go on, as they were let in before. */
  changePassword(user: string, password: string): void {
    this.first.users = { ...this.first.users, [user]: password };
  }

  /** Calls that were turned away for their user, so far. */
  strangers(): number {
    return this.first.strangers;
  }

  /** Reads that came, of streams and of the whole log, so far. */
  reads(): number {
    return this.first.reads;
  }

  /** From now on each call is answered so many milliseconds after it is done. */
  slow(milliseconds: number): void {
    for (const { misbehaviour } of this.nodes) misbehaviour.slowMs = milliseconds;
  }

  /** As a server that is starting: every call is turned away. */
  beUnready(): void {
    this.first.misbehaviour.ready(false);
  }

  /** Live subscriptions are told nothing, as if the server had forgotten them. */
  muteSubscriptions(): void {
    this.first.misbehaviour.subscriptionsAreMute = true;
  }

  /** Checkpoints name the end of the log, wherever the subscription is (KurrentDB pull request 4990). */
  lieAboutCheckpoints(): void {
    this.first.misbehaviour.checkpointsLie = true;
  }

  /** Gossip names no member, as if the cluster were being formed. */
  emptyGossip(): void {
    this.first.misbehaviour.gossipIsEmpty = true;
  }

  /** Every call fails, by turns with INTERNAL and DATA_LOSS. */
  storm(): void {
    this.first.misbehaviour.isStormy = true;
  }

  /** Calls that failed in storms, so far. */
  stormed(): number {
    return this.first.misbehaviour.stormed;
  }

  /** Connections of clients. */
  connections(): { readonly open: number; readonly ever: number } {
    return this.first.connections;
  }

  /** All of this is over, and every node leads. */
  behave(): void {
    for (const node of this.nodes) {
      node.misbehaviour.clear();
      node.freeze(false);
    }
    this.leader = undefined;
  }

  dropConnections(): void {
    this.first.dropConnections();
  }

  /**
   * As kill -9 does, but that the process lives: connections break, memory is gone, what was written stays.
   */
  goDown(): Promise<void> {
    return this.first.kill();
  }

  /** On the same port; with what was written before, or empty. */
  restart(options: { readonly empty?: boolean } = {}): Promise<void> {
    return this.first.restart(options);
  }

  endSubscriptions(): void {
    this.first.endSubscriptions();
  }

  failSubscriptions(failure: SubscriptionFailure): void {
    this.first.failSubscriptions(SUBSCRIPTION_FAILURES[failure]());
  }

  /** Those that are open, by numbers that stay theirs. */
  subscriptions(node = 0): readonly number[] {
    return [...this.node(node).subscriptions].map((one) => {
      const number = this.subscriptionNumbers.get(one) ?? this.subscriptionNumbers.size;
      this.subscriptionNumbers.set(one, number);
      return number;
    });
  }

  /** Everything that is in the log, in its order. */
  records(): readonly RecordPlace[] {
    return this.first.log.records.map(({ stream, position }) => ({ stream, position }));
  }

  /** What was deleted goes from the log. */
  scavenge(): void {
    this.first.log.scavenge();
  }

  /** How often a client asked for the members of the cluster. */
  searches(): number {
    return this.nodes.reduce((sum, { searches }) => sum + searches, 0);
  }

  /** @returns the number of one more node, on the same log */
  async addNode(): Promise<number> {
    const node = await EventStoreDbStandIn.start({ sharedLog: this.first.log });
    const number = this.nodes.push(node) - 1;
    for (const each of this.nodes) {
      each.members = () =>
        this.nodes.map((member, place) => ({
          ...member.endpoint,
          isLeader: this.leader === undefined ? member === each : this.leader === place,
        }));
    }
    return number;
  }

  /** The port of a node. */
  portOf(node: number): number {
    return this.node(node).endpoint.port;
  }

  /** From now on this node leads, and the others send to it who asks for the leader. */
  lead(node: number): void {
    this.leader = node;
    const { endpoint } = this.node(node);
    for (const { misbehaviour } of this.nodes) misbehaviour.follows(endpoint);
    this.node(node).misbehaviour.leads();
  }

  /** A node that was added: its connections stay open and carry nothing, and it is told of as before. */
  freeze(node: number): void {
    this.node(node).freeze(true);
  }

  /** Calls and options that the stand-in wasn't made for. */
  unknownCalls(): readonly string[] {
    return this.nodes.flatMap(({ unknownCalls }) => unknownCalls);
  }

  private node(number: number): EventStoreDbStandIn {
    const node = this.nodes[number];
    if (node === undefined) throw new RangeError(`no node ${number}`);
    return node;
  }
}
