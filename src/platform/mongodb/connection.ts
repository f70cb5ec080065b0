/** The client of one MongoDB, shared by the stores of a process that lie there. */
import type { ClientSession, Db, Document as Command } from 'mongodb';
import { MongoClient, MongoServerSelectionError } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError, UnfitStoreError } from '../event-store/event-store.js';
import type { StampPlace } from '../stores/stamp.js';
import { inTime } from '../time/in-time.js';
import { mongoTarget, type MongoTarget } from './connection-string.js';
import { DocumentStamp } from './document-stamp.js';
import {
  NEEDS_REPLICA_SET,
  isSocketError,
  isTimeUp,
  oneLine,
  refusedUser,
  storeError,
  unavailable,
} from './errors.js';

export interface MongoSettings {
  /** `mongodb://…` or `mongodb+srv://…`, with users, servers and TLS as the driver documents them. */
  readonly url: string;
  /**
   * Milliseconds for which a transaction that the server aborts is begun again, and an unanswered commit repeated;
   * default 15,000: longer than a change of primary.
   */
  readonly patienceMs?: number;
  /** Milliseconds without a server after which the client is replaced; default 20,000. */
  readonly renewAfterMs?: number;
  /** Asked before the first use of the server: throws where what is on it must not be used. */
  readonly admit?: (stamp: StampPlace) => Promise<void>;
}

/** Milliseconds before a call that broke is made again. */
const REPEAT_PAUSES = [25, 250];

const DEFAULT_PATIENCE_MS = 15_000;

const DEFAULT_RENEW_AFTER_MS = 20_000;

/** An index of a collection that is full is built for as long as this. */
const BUILD_MS = 6 * 3_600_000;

/** In place of a timeout of the driver that the URL turns off. */
const UNLIMITED_PART_MS = 60_000;

export class MongoConnection {
  readonly patienceMs: number;
  private readonly target: MongoTarget;
  private readonly admit: MongoSettings['admit'];
  private client: MongoClient;
  /** Those that build indexes. */
  private readonly builders = new Set<MongoClient>();
  private checked: Promise<void> | undefined;
  private isRouter = false;
  private readonly renewAfterMs: number;
  /** Since when no call has found a server, of `performance.now()`. */
  private awaySince: number | undefined;
  private users = 0;
  private closed: Promise<void> | undefined;

  /** Doesn't wait for the server. @throws StoreUnavailableError where the URL can't be used */
  constructor({
    url,
    patienceMs = DEFAULT_PATIENCE_MS,
    renewAfterMs = DEFAULT_RENEW_AFTER_MS,
    admit,
  }: MongoSettings) {
    this.patienceMs = patienceMs;
    this.renewAfterMs = renewAfterMs;
    this.admit = admit;
    this.target = mongoTarget(url);
    this.client = createClient(this.target);
  }

  /** Whether it is a sharded cluster; known once anything was answered. */
  get isSharded(): boolean {
    return this.isRouter;
  }

  private get database(): Db {
    return this.client.db(this.target.database);
  }

  /** To be closed once for each time that it was shared. */
  share(): this {
    this.users++;
    return this;
  }

  /**
   * Refuses a server that lacks what is needed; one that can't be reached may still come.
   * @throws StoreUnavailableError naming MONGODB_URL
   */
  async refuseUnfit(): Promise<void> {
    try {
      await this.fit();
    } catch (error) {
      if (error instanceof UnfitStoreError) throw error;
    }
  }

  /**
   * One call, or several that belong together. The driver repeats what it knows to be lost; where it passes on an error
   * of the socket, all of `work` is done again, so that it may be done twice.
   * @throws StoreUnavailableError, and what `work` throws of its own
   */
  async use<T>(work: (database: Db) => Promise<T>): Promise<T> {
    return this.attempt(() => this.within(work), isSocketError);
  }

  /** As `use`, for what may be done again and the driver doesn't: definitions, deletions of many. */
  async repeat<T>(work: (database: Db) => Promise<T>): Promise<T> {
    return this.attempt(() => this.within(work), isBroken);
  }

  /**
   * As `repeat`, for indexes. A server takes back what it builds where nobody waits for it any more, so it has a client whose
   * calls may take long; one that froze is still given up, by that client's monitor.
   */
  async build<T>(work: (database: Db) => Promise<T>): Promise<T> {
    return this.attempt(() => this.withBuilder(work), isBroken);
  }

  /** Spreads a collection without documents over the shards, by hashed keys. Twice is once. */
  async shard(collection: string): Promise<void> {
    await this.repeat((database) =>
      database.admin().command({
        shardCollection: `${database.databaseName}.${collection}`,
        key: { _id: 'hashed' },
      }),
    );
  }

  /** Once, with a session of its own: what is lost there `work` itself repeats. */
  async inSession<T>(work: (session: ClientSession, database: Db) => Promise<T>): Promise<T> {
    await this.fit();
    try {
      const { database } = this;
      return await database.client.withSession((session) => work(session, database));
    } catch (error) {
      throw storeError(error);
    }
  }

  /**
   * One call of the driver, within all of its own deadlines and one repetition. They leave out the sending: a command
   * larger than the socket's buffers, to a server that froze, would wait for ever. Then the client and all of its
   * connections are given up, and the next call begins with new ones.
   * @param database of the session in which it is made
   * @throws StoreUnavailableError where it takes longer
   */
  async within<T>(call: (database: Db) => Promise<T>, database = this.database): Promise<T> {
    const { client } = database;
    try {
      const answer = await inTime(call(database), deadlineOf(client), () => {
        this.giveUp(client);
        throw new GivenUpError('MongoDB: the server took too long');
      });
      if (client === this.client) this.awaySince = undefined;
      return answer;
    } catch (error) {
      if (error instanceof MongoServerSelectionError) this.replaceIfLong(client, error);
      throw error;
    }
  }

  /**
   * A client whose monitor lost its connection while it wrote (the driver 7.8, where it polls) finds no server for ever:
   * one that has found none for long is replaced.
   */
  private replaceIfLong(client: MongoClient, error: MongoServerSelectionError): void {
    if (client !== this.client) return;
    const now = performance.now();
    this.awaySince ??= now;
    if (now - this.awaySince <= this.renewAfterMs) return;
    this.giveUp(client);
    const seconds = Math.round(this.renewAfterMs / 1_000);
    throw new StoreUnavailableError(
      `MongoDB: no server for ${seconds} s; its client was replaced: ${oneLine(error)}`,
      { cause: error },
    );
  }

  /** Ends every call under way once the connection is not shared any more. */
  async close(): Promise<void> {
    this.users--;
    if (this.users > 0) return;
    const clients = [this.client, ...this.builders];
    await (this.closed ??= Promise.all(clients.map((client) => client.close(true))).then(() => undefined));
  }

  private async withBuilder<T>(work: (database: Db) => Promise<T>): Promise<T> {
    const { url, database, options } = this.target;
    const builder = createClient({ url, database, options: { ...options, socketTimeoutMS: BUILD_MS } });
    this.builders.add(builder);
    try {
      return await work(builder.db(database));
    } finally {
      this.builders.delete(builder);
      await builder.close(true);
    }
  }

  private async attempt<T>(work: () => Promise<T>, mayBeRepeated: (error: unknown) => boolean): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        await this.fit();
        return await work();
      } catch (error) {
        const wait = REPEAT_PAUSES[tries];
        if (wait === undefined || this.closed !== undefined || !mayBeRepeated(error)) throw storeError(error);
        await pause(wait);
      }
    }
  }

  private giveUp(client: MongoClient): void {
    if (this.client !== client || this.closed !== undefined) return;
    this.client = createClient(this.target);
    this.checked = undefined;
    this.awaySince = undefined;
    void client.close(true).catch(() => undefined);
  }

  private async fit(): Promise<void> {
    if (this.closed !== undefined) throw new StoreUnavailableError('MongoDB: the store was closed');
    this.checked ??= this.check();
    try {
      await this.checked;
    } catch (error) {
      this.checked = undefined;
      throw error;
    }
  }

  /** Once for a client: a server does not learn transactions while it runs. */
  private async check(): Promise<void> {
    let hello: Command;
    try {
      hello = await this.within(async ({ client }) => {
        await client.connect();
        return client.db('admin').command({ hello: 1 });
      });
    } catch (error) {
      throw refusedUser(error) ?? unavailable(error);
    }
    this.isRouter = hello['msg'] === 'isdbgrid';
    const hasTransactions = 'setName' in hello || this.isRouter;
    if (hasTransactions) return this.admitted();
    // One that was started for a replica set, and has none yet.
    if (hello['isreplicaset'] === true)
      throw new StoreUnavailableError('MongoDB: the replica set is not initiated yet');
    throw new UnfitStoreError(NEEDS_REPLICA_SET);
  }

  private async admitted(): Promise<void> {
    try {
      await this.admit?.(new DocumentStamp(this.database));
    } catch (error) {
      throw refusedUser(error) ?? storeError(error);
    }
  }
}

/** A call that broke off, as they do where a server hands over. One that is away, or busy, was waited for already. */
function isBroken(thrown: unknown): boolean {
  const error = storeError(thrown);
  return (
    error instanceof StoreUnavailableError &&
    !isTimeUp(error) &&
    !(error instanceof GivenUpError) &&
    !(error.cause instanceof MongoServerSelectionError)
  );
}

/** The server took a call and neither answered it nor let go of it. */
export class GivenUpError extends StoreUnavailableError {}

/** Milliseconds: twice what the driver itself gives the parts of a call that it watches. */
function deadlineOf({ options }: MongoClient): number {
  const { serverSelectionTimeoutMS, connectTimeoutMS, socketTimeoutMS } = options;
  // 0 stands for no limit; a call without any would never be known to be lost.
  const parts = [serverSelectionTimeoutMS, connectTimeoutMS, socketTimeoutMS];
  return 2 * parts.reduce((sum, part) => sum + (part === 0 ? UNLIMITED_PART_MS : part), 0);
}

function createClient({ url, options }: MongoTarget): MongoClient {
  try {
    return new MongoClient(url, options);
  } catch (error) {
    throw new StoreUnavailableError(`MONGODB_URL can't be used: ${oneLine(error)}`);
  }
}
