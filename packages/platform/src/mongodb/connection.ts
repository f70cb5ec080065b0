/** The client of one MongoDB. A process's stores in that database share it. */
import type { ClientSession, Db, Document as Command } from 'mongodb';
import { MongoClient, MongoServerSelectionError } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError, UnfitStoreError } from '../event-store/event-store.js';
import type { StampPlace } from '../stores/stamp.js';
import { inTime } from '../time/in-time.js';
import { mongoTarget, type MongoTarget } from './connection-string.js';
import { DocumentStamp } from './document-stamp.js';
import {
  GivenUpError,
  NEEDS_REPLICA_SET,
  isBroken,
  isSocketError,
  oneLine,
  refusedUser,
  storeError,
  unavailable,
} from './errors.js';

export interface MongoSettings {
  /** `mongodb://…` or `mongodb+srv://…`, with users, servers and TLS as the driver documents them. */
  readonly url: string;
  /** Milliseconds for which a transaction is begun again and a commit repeated; default 15,000. */
  readonly patienceMs?: number;
  /** Milliseconds without a server after which the client is replaced; default 20,000. */
  readonly renewAfterMs?: number;
  /** Awaited before the first use of the server. Throws where this program must not use its data. */
  readonly admit?: (stamp: StampPlace) => Promise<void>;
}

/** Milliseconds before a broken call is made again. */
const REPEAT_PAUSES = [25, 250];

/** Longer than a change of primary. */
const DEFAULT_PATIENCE_MS = 15_000;
const DEFAULT_RENEW_AFTER_MS = 20_000;

/** The longest time to build an index on a full collection. */
const BUILD_MS = 6 * 3_600_000;

/** Stands in for a driver timeout that the URL turns off. */
const UNLIMITED_PART_MS = 60_000;

export class MongoConnection {
  readonly patienceMs = this.settings.patienceMs ?? DEFAULT_PATIENCE_MS;
  private readonly target = mongoTarget(this.settings.url);
  private client = createClient(this.target);
  /** The clients that build indexes. */
  private readonly builders = new Set<MongoClient>();
  private checked: Promise<void> | undefined;
  private isRouter = false;
  private readonly renewAfterMs = this.settings.renewAfterMs ?? DEFAULT_RENEW_AFTER_MS;
  /** Since when no call has found a server, by `performance.now()`. */
  private awaySince: number | undefined;
  private users = 0;
  private closed: Promise<void> | undefined;

  /** Doesn't wait for the server. @throws StoreUnavailableError where the URL can't be used */
  constructor(private readonly settings: MongoSettings) {}

  /** True if the server is a sharded cluster. Known after the first answer. */
  get isSharded(): boolean {
    return this.isRouter;
  }

  private get database(): Db {
    return this.client.db(this.target.database);
  }

  /** Adds a user. Each user calls `close()` once. */
  share(): this {
    this.users++;
    return this;
  }

  /** Passes if the server can't be reached: it may come. @throws UnfitStoreError if it lacks a feature */
  async refuseUnfit(): Promise<void> {
    try {
      await this.mustBeFit();
    } catch (error) {
      if (error instanceof UnfitStoreError) throw error;
    }
  }

  /**
   * Makes one call, or several that belong together. The driver repeats what it knows to be lost. After a
   * socket error, which the driver passes on, all of `work` runs again: so its effects may happen twice.
   * @throws StoreUnavailableError, and the errors of `work`
   */
  async use<T>(work: (database: Db) => Promise<T>): Promise<T> {
    return this.attempt(() => this.within(work), isSocketError);
  }

  /** Like `use`, for work that may run again but the driver doesn't repeat: definitions, mass deletions. */
  async repeat<T>(work: (database: Db) => Promise<T>): Promise<T> {
    return this.attempt(() => this.within(work), isBroken);
  }

  /**
   * Like `repeat`, for indexes. A server drops an unfinished index once nobody waits for it. So the build
   * gets its own client, whose calls may take long. That client's monitor still gives up a frozen server.
   */
  async build<T>(work: (database: Db) => Promise<T>): Promise<T> {
    return this.attempt(() => this.withBuilder(work), isBroken);
  }

  /** Spreads an empty collection over the shards, by hashed keys. A second call changes nothing. */
  async shard(collection: string): Promise<void> {
    await this.repeat((database) => {
      const shardCollection = `${database.databaseName}.${collection}`;
      return database.admin().command({ shardCollection, key: { _id: 'hashed' } });
    });
  }

  /** Runs `work` once, with a session of its own. `work` itself repeats what is lost. */
  async inSession<T>(work: (session: ClientSession, database: Db) => Promise<T>): Promise<T> {
    await this.mustBeFit();
    try {
      const { database } = this;
      return await database.client.withSession((session) => work(session, database));
    } catch (error) {
      throw storeError(error);
    }
  }

  /**
   * One call of the driver, within all of the driver's deadlines and one repetition. Those deadlines leave
   * out the sending: a command larger than the socket's buffers would wait for ever on a frozen server. After
   * the deadline the client and its connections are given up, and the next call uses new ones.
   * @param database that of the call's session
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

  /** Replaces a client that has found no server for long: a lost monitor finds none for ever (driver 7.8). */
  private replaceIfLong(client: MongoClient, error: MongoServerSelectionError): void {
    if (client !== this.client) return;
    const now = performance.now();
    this.awaySince ??= now;
    if (now - this.awaySince <= this.renewAfterMs) return;
    this.giveUp(client);
    const why = `no server for ${Math.round(this.renewAfterMs / 1_000)} s; its client was replaced`;
    throw new StoreUnavailableError(`MongoDB: ${why}: ${oneLine(error)}`, { cause: error });
  }

  /** Ends every running call once the last user has closed. */
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
        await this.mustBeFit();
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

  private async mustBeFit(): Promise<void> {
    if (this.closed !== undefined) throw new StoreUnavailableError('MongoDB: the store was closed');
    this.checked ??= this.check();
    try {
      await this.checked;
    } catch (error) {
      this.checked = undefined;
      throw error;
    }
  }

  /** Once for each client: a server doesn't learn transactions while it runs. */
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
    // The server was started for a replica set that isn't initiated yet.
    if (hello['isreplicaset'] === true)
      throw new StoreUnavailableError('MongoDB: the replica set is not initiated yet');
    throw new UnfitStoreError(NEEDS_REPLICA_SET);
  }

  private async admitted(): Promise<void> {
    try {
      await this.settings.admit?.(new DocumentStamp(this.database));
    } catch (error) {
      throw refusedUser(error) ?? storeError(error);
    }
  }
}

/** Milliseconds: twice the driver's own deadlines for the parts of a call. */
function deadlineOf({ options }: MongoClient): number {
  const { serverSelectionTimeoutMS, connectTimeoutMS, socketTimeoutMS } = options;
  // 0 stands for no limit. A call without any limit would never count as lost.
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
