/**
 * The client of one EventStoreDB, and what its calls have in common: the user, the leader, and the handling
 * of failures.
 */
import { EventStoreDBClient, type BaseOptions } from '@eventstore/db-client';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '../../errors/error-code.js';
import { StoreUnavailableError, UnfitStoreError } from '../event-store.js';
import { DEFAULT_DEADLINE_MS, type ConnectionTarget } from './connection-string.js';
import { GivenUpError, isAnswer, isBrokenClient, isUnknownUser, troubleOf } from './errors.js';

/** Milliseconds before a read is tried again: a node that restarts or hands over drops its running calls. */
const READ_PAUSES = [25, 100, 250];

/** How often as long as its deadline a write may take at the most, on a server that is slow. */
const SLOWEST = 4;

/** After so many failures in a row the client counts as broken, whatever the errors say. */
const BROKEN_AFTER = 3;

/** Milliseconds between two calls to a server that doesn't know the user. */
const UNKNOWN_USER_PAUSE_MS = 5_000;

/** Calls that don't wait for the admission: the admission itself makes them. */
export interface Unadmitted {
  readonly call: Connection['call'];
  read<T>(attempt: (client: EventStoreDBClient) => Promise<T>): Promise<T>;
}

export class Connection {
  /**
   * The leader answers everything. A follower node may be behind: a position read on one node and looked up
   * on another would count as passed too early.
   */
  readonly call: Required<Pick<BaseOptions, 'credentials' | 'requiresLeader'>>;
  readonly unadmitted: Unadmitted;
  private client: EventStoreDBClient;
  private retired: EventStoreDBClient | undefined;
  /** Clients whose calls were broken off. Such a client ends a broken read as if it were whole. */
  private readonly givenUp = new WeakSet<EventStoreDBClient>();
  private failures = 0;
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
    this.unadmitted = {
      call: this.call,
      read: (attempt) => this.repeat(attempt, () => this.current()),
    };
    this.client = createClient(target);
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
      `EVENT_STORE_URL has a user or password that the server does not know (${troubleText(error)})`,
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
    if (this.failures < BROKEN_AFTER && !isBrokenClient(error)) return;
    this.failures = 0;
    // Calls on the client before the last are long lost. Calls on the last client end by themselves.
    if (this.retired !== undefined) void this.giveUp(this.retired);
    this.retired = this.client;
    this.client = createClient(this.target);
  }

  /**
   * Makes one read, again where a repeat can help. Throws the answers of a healthy server unchanged.
   * @throws StoreUnavailableError
   */
  async read<T>(attempt: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    return this.repeat(attempt, () => this.use());
  }

  async close(): Promise<void> {
    this.closed = true;
    const { client, retired = client } = this;
    await Promise.all([...new Set([client, retired])].map((each) => this.giveUp(each)));
  }

  private giveUp(client: EventStoreDBClient): Promise<void> {
    this.givenUp.add(client);
    return client.dispose();
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
    for (let tries = 0; ; tries++) {
      const client = await use();
      try {
        const result = await attempt(client);
        if (this.givenUp.has(client)) throw new GivenUpError();
        this.worked();
        return result;
      } catch (error) {
        const trouble = troubleOf(error);
        if (isAnswer(trouble)) this.worked();
        if (isAnswer(trouble) || error instanceof StoreUnavailableError) throw error;
        this.failed(error, client);
        const wait = READ_PAUSES[tries];
        if (wait === undefined || trouble === 'refused') throw this.unavailable(error);
        await pause(wait);
      }
    }
  }
}

/** One line, without the transport's note about its own attempts. */
export const troubleText = (error: unknown): string =>
  `EventStoreDB: ${errorMessage(error).split('Resolution note:', 1)[0]?.trimEnd()}`;

function createClient({ url }: ConnectionTarget): EventStoreDBClient {
  try {
    return keepingRejections(EventStoreDBClient.connectionString(url));
  } catch (error) {
    throw new StoreUnavailableError(`EVENT_STORE_URL ${complaintOf(error)}`);
  }
}

/** A private method of the client (6.2.1): its handling of a failed call. */
interface AfterFailure {
  handleError: (client: unknown, error: unknown) => Promise<void>;
}

/**
 * The client doesn't keep the promise of its own handling of a failed call. That handling waits for a running
 * search for a cluster; when the search fails, the rejection would end the process.
 */
function keepingRejections(client: EventStoreDBClient): EventStoreDBClient {
  const hidden = client as unknown as AfterFailure; // private in its type, a property at run time
  const handleError = hidden.handleError;
  hidden.handleError = (grpcClient, error) => handleError(grpcClient, error).catch(() => undefined);
  return client;
}

/** The client's own message quotes the whole text, password included. */
function complaintOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'location' in error && 'expected' in error) {
    const [place] = Array.isArray(error.location) ? (error.location as unknown[]) : [];
    return `is no connection string: ${error.expected} expected at character ${place}`;
  }
  return `can't be used: ${errorMessage(error)}`;
}
