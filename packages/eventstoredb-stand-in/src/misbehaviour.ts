/** How the stand-in can be told to misbehave, and what that does to a call. */
import { notLeader, notReady, stormy, timedOut, type Endpoint, type RpcError } from './rpc-errors.js';
import type { WriteFault } from './write-fault.js';

export class Misbehaviour {
  private readonly writes: WriteFault[] = [];
  private leader: Endpoint | undefined;
  private isReady = true;
  /** Live subscriptions are told nothing, as if the server had forgotten them. */
  subscriptionsAreMute = false;
  /** Checkpoints name the end of the log, wherever the subscription is (KurrentDB pull request 4990). */
  checkpointsLie = false;
  /** New reads and writes get no answer at all, though the connection lives. */
  isSilent = false;
  /** Each call is answered so many milliseconds after it is done; live subscriptions are told at once. */
  slowMs = 0;
  /** Gossip names no member, as if the cluster were being formed. */
  gossipIsEmpty = false;
  /** Every call fails inside the server, as after a leader's change. */
  isStormy = false;
  /** Calls that failed so. */
  stormed = 0;

  /** The next so many appends, deletions and tombstones. */
  nextWrites(fault: WriteFault, times = 1): void {
    this.writes.push(...Array.from({ length: times }, () => fault));
  }

  /** All writes that were to go wrong have. */
  get isWellBehaved(): boolean {
    return this.writes.length === 0;
  }

  /** Calls that ask for the leader are sent there, until `leads()`. */
  follows(leader: Endpoint): void {
    this.leader = leader;
  }

  leads(): void {
    this.leader = undefined;
  }

  /** As a server that is still starting. */
  ready(isReady: boolean): void {
    this.isReady = isReady;
  }

  clear(): void {
    this.writes.length = 0;
    this.subscriptionsAreMute = false;
    this.checkpointsLie = false;
    this.isSilent = false;
    this.slowMs = 0;
    this.gossipIsEmpty = false;
    this.isStormy = false;
    this.leads();
    this.ready(true);
  }

  /** What stands at the door of a call. */
  refusal(requiresLeader: boolean): RpcError | undefined {
    if (!this.isReady) return notReady();
    if (this.isStormy) return stormy(this.stormed++);
    return requiresLeader && this.leader !== undefined ? notLeader(this.leader) : undefined;
  }

  /** Runs `answer` when it is time to. */
  late(answer: () => void): void {
    if (this.slowMs > 0) setTimeout(answer, this.slowMs);
    else answer();
  }

  /**
   * Makes a write the way it was told to.
   * @returns what to answer; `silence` where nothing is answered
   */
  write<T>(write: () => T, dropConnections: () => void): { readonly answer: T } | 'silence' {
    if (this.isSilent) return 'silence';
    const fault = this.writes.shift();
    switch (fault) {
      case undefined:
        return { answer: write() };
      case 'drop-before-write':
        dropConnections();
        return 'silence';
      case 'stall-before-write':
        return 'silence';
      case 'time-out-unwritten':
        throw timedOut('Prepare phase timeout.');
      case 'drop-after-write':
        write();
        dropConnections();
        return 'silence';
      case 'stall-after-write':
        write();
        return 'silence';
      case 'time-out-although-written':
        write();
        throw timedOut('Commit phase timeout');
    }
  }
}
