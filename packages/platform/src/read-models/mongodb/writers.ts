/**
 * The sessions that move checkpoints, noted before the first transaction of each. A killed process leaves its
 * transaction open on the server for a minute, and the checkpoint locked. A process that has waited for the
 * lock ends the sessions noted before. If one of them was only slow, it begins its transaction again.
 */
import type { ClientSession, Db, ServerSessionId } from 'mongodb';
import type { Position } from '../../event-store/event-store.js';
import type { MongoConnection } from '../../mongodb/connection.js';
import { WRITE_CONFLICT, isLagging, isTimeUp, serverCode, storeError } from '../../mongodb/errors.js';
import type { CheckpointMove } from '../read-models.js';
import type { CausalReads } from './causal-reads.js';
import { allOf } from '../../mongodb/all-of.js';

const WRITERS = 'read_models.writers';

interface StoredWriters {
  /** The name of the checkpoint. */
  readonly _id: string;
  readonly sessions: readonly ServerSessionId[];
  /** Noted by a process that waited for the lock. No longer true once the checkpoint stands elsewhere. */
  readonly held?: { readonly at: Position | null; readonly since: Date };
}

interface NotedSession {
  readonly session: ClientSession;
  readonly database: Db;
}

/** More than the processes that write one checkpoint. */
const REMEMBERED = 16;

/** Milliseconds of waiting before sessions are ended; doubled each time until a commit succeeds. */
const FIRST_WAIT_MS = 1_500;
const LONGEST_WAIT_MS = 60_000;
/** Milliseconds of one call: less than any call may take. */
const LONGEST_CALL_MS = 6_000;

/** MongoDB-compatible servers without `killSessions` end a session's transactions with `endSessions`. */
const NO_SUCH_COMMAND: ReadonlySet<unknown> = new Set([59, 115]);

export class Writers {
  private readonly idle = new Map<string, NotedSession>();
  private readonly waits = new Map<string, number>();

  constructor(
    private readonly connection: MongoConnection,
    private readonly reads: CausalReads,
  ) {}

  /** Runs `work` once, with a noted session. `work` itself repeats what is lost. */
  async inSession<T>(
    checkpoint: string,
    work: (session: ClientSession, database: Db) => Promise<T>,
  ): Promise<T> {
    const noted = await this.take(checkpoint);
    try {
      return await work(noted.session, noted.database);
    } catch (error) {
      throw storeError(error);
    } finally {
      this.reads.note(noted.session);
      const other = this.idle.get(checkpoint);
      this.idle.set(checkpoint, noted);
      await other?.session.endSession();
    }
  }

  /** Takes each error of one commit, and ends sessions that hold its checkpoint. */
  obstacle(move: CheckpointMove, session: ClientSession): (error: unknown) => Promise<void> {
    let since: number | undefined;
    return async (error) => {
      if (serverCode(error) !== WRITE_CONFLICT) return;
      since ??= performance.now();
      if (performance.now() - since < this.waitOf(move.name)) return;
      since = undefined;
      await Promise.all([this.endOthers(move.name, session.id), this.noteHeld(move)]);
    };
  }

  /** One command on a checkpoint. It waits on the server while a transaction holds the checkpoint. */
  async alone<T>(move: CheckpointMove, work: (maxTimeMS: number) => Promise<T>): Promise<T> {
    return this.inTheWay([move.name], work, () => this.noteHeld(move));
  }

  /** One command on what these checkpoints' commits write; it waits on the server for their transactions. */
  async inTheWay<T>(
    checkpoints: readonly string[],
    work: (maxTimeMS: number) => Promise<T>,
    isHeld: () => Promise<void> = async () => undefined,
  ): Promise<T> {
    const until = performance.now() + this.connection.patienceMs;
    for (;;) {
      try {
        const waits = checkpoints.map((checkpoint) => this.waitOf(checkpoint));
        return await work(Math.min(Math.max(FIRST_WAIT_MS, ...waits), LONGEST_CALL_MS));
      } catch (error) {
        if (!isTimeUp(error) || performance.now() > until) throw error;
        if (isLagging(error)) continue;
        await Promise.all([...checkpoints.map((checkpoint) => this.endOthers(checkpoint)), isHeld()]);
      }
    }
  }

  /** Resets the waits: nothing holds this checkpoint any more. */
  committed(checkpoint: string): void {
    this.waits.delete(checkpoint);
  }

  /** Checkpoints that a process waits for because another's transaction holds them, and since when. */
  async held(
    database: Db,
    positions: (prefix: string) => Promise<ReadonlyMap<string, Position>>,
  ): Promise<ReadonlyMap<string, Date>> {
    const noted = await allOf(writersOf(database).find({ held: { $exists: true } }));
    if (noted.length === 0) return new Map();
    const now = await positions('');
    return new Map(
      noted.flatMap(({ _id, held }) =>
        held !== undefined && held.at === (now.get(_id) ?? null) ? [[_id, held.since] as const] : [],
      ),
    );
  }

  private waitOf(checkpoint: string): number {
    return this.waits.get(checkpoint) ?? FIRST_WAIT_MS;
  }

  /** Makes a new session where the idle one has ended with its client. */
  private async take(checkpoint: string): Promise<NotedSession> {
    const idle = this.idle.get(checkpoint);
    this.idle.delete(checkpoint);
    if (idle !== undefined && !idle.session.hasEnded) return idle;
    return this.connection.use(async (database) => {
      const session = database.client.startSession();
      try {
        await note(database, checkpoint, session);
        return { session, database };
      } catch (error) {
        await session.endSession();
        throw error;
      }
    });
  }

  /** Sessions that can't be ended are waited for: the server ends them itself. */
  private async endOthers(checkpoint: string, own?: ServerSessionId): Promise<void> {
    this.waits.set(checkpoint, Math.min(2 * this.waitOf(checkpoint), LONGEST_WAIT_MS));
    const ended = this.connection.use(async (database) => {
      const noted = await writersOf(database).findOne({ _id: checkpoint });
      const others = noted?.sessions.filter(({ id }) => own?.id.toString('hex') !== id.toString('hex')) ?? [];
      if (others.length > 0) await endSessions(database, others);
    });
    await ended.catch(() => undefined);
  }

  /** Noted for those who ask why a lane stands; not again for the same position. */
  private async noteHeld({ name, expected: at }: CheckpointMove): Promise<void> {
    const since = new Date(Date.now() - FIRST_WAIT_MS);
    const noted = this.connection.use((database) =>
      writersOf(database).updateOne(
        { _id: name, 'held.at': { $ne: at } },
        { $set: { held: { at, since } }, $setOnInsert: { sessions: [] } },
        { upsert: true },
      ),
    );
    await noted.catch(() => undefined);
  }
}

const writersOf = (database: Db) => database.collection<StoredWriters>(WRITERS);

async function note(database: Db, checkpoint: string, { id }: ClientSession): Promise<void> {
  if (id === undefined) return;
  const sessions = { $each: [id], $slice: -REMEMBERED };
  await writersOf(database).updateOne({ _id: checkpoint }, { $push: { sessions } }, { upsert: true });
}

async function endSessions(database: Db, sessions: readonly ServerSessionId[]): Promise<void> {
  const admin = database.admin();
  try {
    await admin.command({ killSessions: sessions });
  } catch (error) {
    if (!NO_SUCH_COMMAND.has(serverCode(error))) throw error;
    await admin.command({ endSessions: sessions });
  }
}
