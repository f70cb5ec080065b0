/** The client of one EventStoreDB, with the user, the leader and the handling of failures of all calls. */
import { END, type BaseOptions, type EventStoreDBClient } from '@eventstore/db-client';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '../../errors/error-code.js';
import { StoreUnavailableError, UnfitStoreError } from '../event-store.js';
import { createClient, giveUp, isGivenUp } from './client.js';
import { DEFAULT_DEADLINE_MS, type ConnectionTarget } from './connection-string.js';
import { FrozenNodes } from './frozen-nodes.js';
import {
  FrozenNodeError,
  GivenUpError,
  isAnswer,
  isBrokenClient,
  isUnknownUser,
  troubleOf,
} from './errors.js';
import { readNewest } from './read-to-end.js';

/** Milliseconds before a read is tried again: a node that restarts or hands over drops its running calls. */
const READ_PAUSES = [25, 100, 250];

/** Milliseconds for which a read is tried again while the node that is told of as the leader is frozen. */
const FROZEN_PATIENCE_MS = 10_000;

/** On a slow server a write may take so many times its deadline. */
const SLOWEST = 4;

/** After so many failures in a row the client counts as broken, whatever the errors say. */
const BROKEN_AFTER = 3;

/** Milliseconds that a client is kept at the least: a storm of failures must not make one of connections. */
const KEPT_MS = 1_000;

/** Milliseconds between two calls to a server that doesn't know the user. */
const UNKNOWN_USER_PAUSE_MS = 5_000;

/** Milliseconds after which the question to a node that may be frozen is given up. */
const FROZEN_STALL_MS = 10_000;

/** Calls that don't wait for the admission: the admission itself makes them. */
export interface Unadmitted {
  readonly call: Connection['call'];
  read<T>(attempt: (client: EventStoreDBClient) => Promise<T>): Promise<T>;
}

export class Connection {
  /** The leader answers everything: a follower may be behind a position that another node has told. */
  readonly call: Required<Pick<BaseOptions, 'credentials' | 'requiresLeader'>>;
  readonly unadmitted: Unadmitted;
  private client: EventStoreDBClient;
  private retired: EventStoreDBClient | undefined;
  /** Undefined where there is no other node to turn to. */
  private readonly frozenNodes: FrozenNodes | undefined;
  private failures = 0;
  private madeAt = performance.now();
  private readonly deadlineMs: number;
  private slowness = 1;
  private closed = false;
  /** The server doesn't know the user, as far as the last call said; the same error until a call succeeds. */
  private unknownUser: UnfitStoreError | undefined;
  /** By `performance.now()`. */
  private nextTryAt = 0;
  private admission: Promise<void> | undefined;

  /**
   * @param admit awaited before the first call; if it throws, nothing is called and the next call tries again
   * @throws StoreUnavailableError where the client can't use the target
   */
  constructor(
    private readonly target: ConnectionTarget,
    private readonly admit: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.call = { credentials: target.credentials, requiresLeader: true };
    this.unadmitted = { call: this.call, read: (attempt) => this.repeat(attempt, () => this.current()) };
    this.client = createClient(target);
    if (target.isCluster) {
      this.frozenNodes = new FrozenNodes(
        (client) => readNewest(client, this.call, END, FROZEN_STALL_MS),
        (client) => this.frozen(client),
      );
    }
    this.deadlineMs = Number(/defaultDeadline=(\d+)/.exec(target.url)?.[1] ?? DEFAULT_DEADLINE_MS);
  }

  /** Resolves once the log may be used. @throws StoreUnavailableError, and the errors of `admit` */
  async admitted(): Promise<void> {
    this.admission ??= this.admit();
    try {
      await this.admission;
    } catch (error) {
      this.admission = undefined;
      throw error;
    }
  }

  /**
   * The client for the next call. Waits a turn of the event loop: when a connection breaks, the client shuts
   * its channel some microtasks after the failed call. A call that begins within those would reject a promise
   * that no code awaits, which ends the process.
   * @throws StoreUnavailableError after `close()`, and where nothing may be called
   */
  async use(): Promise<EventStoreDBClient> {
    if (!this.closed) await this.admitted();
    return this.current();
  }

  /** The server did a call, or gave an answer that only a user that it knows gets. */
  worked(): void {
    this.failures = 0;
    this.unknownUser = undefined;
  }

  /** The error to throw for a failed call. A server that doesn't know the user gets no call for a while. */
  unavailable(error: unknown): StoreUnavailableError {
    if (error instanceof StoreUnavailableError) return error;
    if (!isUnknownUser(error)) return new StoreUnavailableError(troubleText(error), { cause: error });
    this.nextTryAt = performance.now() + UNKNOWN_USER_PAUSE_MS;
    return (this.unknownUser ??= new UnfitStoreError(
      `EVENT_STORE_URL has a user or password that the server does not know (${troubleText(error)}): put the right ones there and start again`,
      { cause: error },
    ));
  }

  /** Milliseconds that a write may take: more while the server is slow. */
  get writeDeadline(): number {
    return this.deadlineMs * this.slowness;
  }

  /** @param milliseconds how long a write took; infinite where its deadline passed */
  wrote(milliseconds: number): void {
    if (milliseconds === Infinity) this.slowness = Math.min(2 * this.slowness, SLOWEST);
    else this.worked();
    if (milliseconds < this.deadlineMs / 2) this.slowness = 1;
  }

  /**
   * Replaces a broken client: a client whose discovery failed stays broken for ever.
   * @param client the client of the failed call; errors of a client that was replaced already don't count
   */
  failed(error: unknown, client = this.client): void {
    if (client !== this.client) return;
    this.failures += 1;
    const isWorn = this.failures >= BROKEN_AFTER && performance.now() - this.madeAt >= KEPT_MS;
    if (isWorn || isBrokenClient(error)) this.replace();
  }

  /** Passes the outcome of a call on, and ends it where its node is found frozen. */
  watch<T>(client: EventStoreDBClient, call: Promise<T>): Promise<T> {
    return this.frozenNodes?.watch(client, call) ?? call;
  }

  /** Makes one read, again where a repeat can help. Throws answers of a healthy server unchanged. */
  async read<T>(attempt: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    return this.repeat(attempt, () => this.use());
  }

  async close(): Promise<void> {
    this.closed = true;
    const { client, retired = client } = this;
    await turn();
    await Promise.all([...new Set([client, retired])].map(giveUp));
  }

  /** Calls on the client before the last are long lost. Calls on the last client end by themselves. */
  private replace(): void {
    this.failures = 0;
    const { retired } = this;
    if (retired !== undefined) void turn().then(() => giveUp(retired));
    this.retired = this.client;
    this.client = createClient(this.target);
    this.madeAt = performance.now();
  }

  /** A new client would get the connection of the frozen one, if that were still open. */
  private frozen(client: EventStoreDBClient): void {
    if (client === this.client) this.replace();
    void giveUp(client);
  }

  private async current(): Promise<EventStoreDBClient> {
    await turn();
    if (this.closed) throw new StoreUnavailableError('the event store was closed');
    if (this.unknownUser !== undefined) {
      if (performance.now() < this.nextTryAt) throw this.unknownUser;
      this.nextTryAt = performance.now() + UNKNOWN_USER_PAUSE_MS;
    }
    return this.client;
  }

  private async repeat<T>(
    attempt: (client: EventStoreDBClient) => Promise<T>,
    use: () => Promise<EventStoreDBClient>,
  ): Promise<T> {
    const until = performance.now() + FROZEN_PATIENCE_MS;
    for (let tries = 0; ;) {
      const client = await use();
      try {
        const result = await this.watch(client, attempt(client));
        if (isGivenUp(client)) throw new GivenUpError();
        this.worked();
        return result;
      } catch (error) {
        const trouble = troubleOf(error);
        if (isAnswer(trouble)) this.worked();
        if (isAnswer(trouble) || error instanceof StoreUnavailableError) throw error;
        this.failed(error, client);
        const isElecting = error instanceof FrozenNodeError && performance.now() < until;
        const wait = READ_PAUSES[isElecting ? 0 : tries++];
        if (wait === undefined || trouble === 'refused') throw this.unavailable(error);
        await pause(wait);
      }
    }
  }
}

/** One line, without the transport's note about its own attempts. */
export const troubleText = (error: unknown): string =>
  `EventStoreDB: ${errorMessage(error).split('Resolution note:', 1)[0]?.trimEnd()}`;
