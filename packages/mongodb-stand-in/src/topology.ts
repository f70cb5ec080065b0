/** What the server says it is, in answer to `hello`, and who waits for that to change. */
import { Long, ObjectId } from 'bson';
import { toNumber, type Doc } from './bson/values.js';
import { LIMITS } from './limits.js';

/** `secondary` is a member of the set that isn't its primary. */
export type Role = 'primary' | 'secondary' | 'standalone' | 'mongos';

export const ROLES: readonly Role[] = ['primary', 'secondary', 'standalone', 'mongos'];

export const SET_NAME = 'rs0';

/** MongoDB 7.0. */
export const SERVER_VERSION = '7.0.0';
const MAX_WIRE_VERSION = 21;

export class Topology {
  private processId = new ObjectId();
  private counter = 0;
  private election = 1;
  /**
   * Milliseconds by which the clock that `hello` tells is before that of the data: as of a router of its own.
   */
  helloAheadMs = 0;
  /**
   * False: `hello` doesn't say what it may be waited for by, as servers of the protocol other than MongoDB;
   * clients poll.
   */
  isStreaming = true;
  private readonly waiting = new Set<() => void>();

  constructor(
    private currentRole: Role,
    private readonly address: () => string,
  ) {}

  get role(): Role {
    return this.currentRole;
  }

  get isInSet(): boolean {
    return this.currentRole === 'primary' || this.currentRole === 'secondary';
  }

  get hasTransactions(): boolean {
    return this.currentRole !== 'standalone';
  }

  /** As an election does: whoever waits is told at once. */
  become(role: Role): void {
    if (role === 'primary' && this.currentRole !== 'primary') this.election += 1;
    this.currentRole = role;
    this.changed();
  }

  /** Another process on the same port. */
  restarted(): void {
    this.processId = new ObjectId();
    this.counter = 0;
    this.changed();
  }

  /** Nobody waits any longer: the server goes away. */
  close(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  get version(): Doc {
    return { processId: this.processId, counter: Long.fromNumber(this.counter) };
  }

  isCurrent(version: Doc): boolean {
    const { processId, counter } = version;
    return (
      processId instanceof ObjectId && processId.equals(this.processId) && toNumber(counter) === this.counter
    );
  }

  /** Until something changes, or the time is over. */
  async change(maxMs: number, isGone: Promise<unknown>): Promise<void> {
    let wake: () => void = () => undefined;
    const changed = new Promise<void>((resolve) => (wake = resolve));
    const timer = setTimeout(wake, maxMs);
    this.waiting.add(wake);
    await Promise.race([changed, isGone]);
    clearTimeout(timer);
    this.waiting.delete(wake);
  }

  hello(connection: number, clock: Doc): Doc {
    const primary = this.currentRole !== 'secondary';
    return {
      helloOk: true,
      isWritablePrimary: primary,
      ismaster: primary,
      ...this.membership(),
      ...(this.currentRole === 'mongos' && { msg: 'isdbgrid' }),
      maxBsonObjectSize: LIMITS.documentBytes,
      maxMessageSizeBytes: LIMITS.messageBytes,
      maxWriteBatchSize: LIMITS.operations,
      localTime: new Date(Date.now() + this.helloAheadMs),
      logicalSessionTimeoutMinutes: 30,
      connectionId: connection,
      minWireVersion: 0,
      maxWireVersion: MAX_WIRE_VERSION,
      readOnly: false,
      ...(this.isStreaming && { topologyVersion: this.version }),
      ...clock,
    };
  }

  private membership(): Doc {
    if (!this.isInSet) return {};
    const me = this.address();
    const isPrimary = this.currentRole === 'primary';
    return {
      hosts: [me],
      setName: SET_NAME,
      setVersion: 1,
      secondary: !isPrimary,
      ...(isPrimary && { primary: me, electionId: electionId(this.election) }),
      me,
    };
  }

  private changed(): void {
    this.counter += 1;
    this.close();
  }
}

const electionId = (election: number): ObjectId =>
  new ObjectId(`7fffffff${election.toString(16).padStart(16, '0')}`);
