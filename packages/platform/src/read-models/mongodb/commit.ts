/** One commit: its documents and its checkpoint go in one transaction, or nothing does. */
import { MongoError, MongoServerSelectionError } from 'mongodb';
import type { ClientSession, Collection, Db, Filter } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { OutcomeUnknownError, StoreUnavailableError } from '../../event-store/event-store.js';
import type { MongoConnection } from '../../mongodb/connection.js';
import {
  COMMIT_UNKNOWN,
  TRANSIENT,
  WRITE_CONFLICT,
  hasLabel,
  isSocketError,
  lostConnection,
  oneLine,
  serverCode,
} from '../../mongodb/errors.js';
import type { CheckpointMove } from '../read-models.js';
import { holdCheckpoint, moveCheckpoint, wasMovedBy } from './checkpoints.js';
import { commitUntilKnown } from './commit-until-known.js';
import { MAX_OPERATIONS, portionsOf, type KeyRange, type PlannedWrites } from './planned-writes.js';
import type { StoredDocument } from './stored-document.js';
import type { Writers } from './writers.js';

type Outcome = 'committed' | 'superseded';

/** The place of commits. */
export interface CommitPlace {
  readonly connection: MongoConnection;
  readonly writers: Writers;
}

interface Step {
  readonly move: CheckpointMove;
  /** Different for each commit. */
  readonly by: string;
}

/** @throws OutcomeUnknownError where the commit may have been done; StoreUnavailableError */
export async function commitWrites(
  place: CommitPlace,
  plans: readonly PlannedWrites[],
  move: CheckpointMove,
): Promise<Outcome> {
  const outcome = await commitStep(place, plans, { move, by: randomUUID() });
  if (outcome === 'committed') place.writers.committed(move.name);
  return outcome;
}

async function commitStep(place: CommitPlace, plans: readonly PlannedWrites[], step: Step): Promise<Outcome> {
  if (plans.length === 0) return moveAlone(place, step);
  for (const plan of plans) {
    for (const range of plan.deletedRanges)
      if ((await deleteInPortions(place, plan.collection, range, step)) === 'superseded') return 'superseded';
  }
  return transact(place, step, async (database, session) => {
    if (!(await moveCheckpoint(database, step.move, step.by, { session }))) return false;
    for (const plan of plans) await writeAll(place.connection, { database, session }, plan);
    return true;
  });
}

/** Moves only the checkpoint: one command changes one document, so no transaction is needed. */
async function moveAlone({ connection, writers }: CommitPlace, { move, by }: Step): Promise<Outcome> {
  let tries = 0;
  const isMoved = await writers.alone(move, (maxTimeMS) =>
    connection.use((database) => {
      tries++;
      return moveCheckpoint(database, move, by, { maxTimeMS });
    }),
  );
  return outcomeOf(connection, { move, by }, { isDone: isMoved, tries });
}

/** Each call has its own deadline: a commit with many writes may take long. */
async function writeAll(
  connection: MongoConnection,
  { database, session }: { readonly database: Db; readonly session: ClientSession },
  plan: PlannedWrites,
): Promise<void> {
  const collection = database.collection<StoredDocument>(plan.collection);
  const remove = (filter: Filter<StoredDocument>) =>
    connection.within(() => collection.deleteMany(filter, { session }), database);
  for (const range of plan.deletedRanges) await remove(within(range));
  for (let start = 0; start < plan.deleted.length; start += MAX_OPERATIONS) {
    const keys = plan.deleted.slice(start, start + MAX_OPERATIONS);
    await remove({ _id: { $in: keys } });
  }
  for (const portion of portionsOf(plan.puts))
    await connection.within(() => putAll(collection, session, portion), database);
}

async function putAll(
  collection: Collection<StoredDocument>,
  session: ClientSession,
  puts: readonly StoredDocument[],
): Promise<void> {
  const operations = puts.map((put) => ({
    replaceOne: { filter: { _id: put._id }, replacement: put, upsert: true },
  }));
  await collection.bulkWrite(operations, { session, ordered: true });
}

/**
 * Deletes a large range up to the last portion, which the commit's own transaction can delete. Each portion
 * is a transaction that holds the checkpoint where this commit expects it: so only the projector in turn
 * deletes. If it dies in between, the next projector begins at the same checkpoint, and the same commit
 * deletes the rest.
 */
async function deleteInPortions(
  place: CommitPlace,
  name: string,
  range: KeyRange,
  step: Step,
): Promise<Outcome> {
  for (let from = range.from; ;) {
    const end = await endOfPortion(place.connection, name, { from, to: range.to });
    if (end === undefined) return 'committed';
    const outcome = await transact(place, step, async (database, session) => {
      if (!(await holdCheckpoint(database, session, step.move, randomUUID()))) return false;
      await database.collection<StoredDocument>(name).deleteMany(within({ from, to: end }), { session });
      return true;
    });
    if (outcome === 'superseded') return 'superseded';
    from = end;
  }
}

/** The key at which a range's first portion ends; undefined where the range is at most one portion. */
async function endOfPortion(
  connection: MongoConnection,
  name: string,
  range: KeyRange,
): Promise<string | undefined> {
  const next = await connection.use((database) =>
    database
      .collection<StoredDocument>(name)
      .find(within(range), { projection: { _id: 1 }, sort: { _id: 1 }, skip: MAX_OPERATIONS, limit: 1 })
      .next(),
  );
  return next?._id;
}

const within = ({ from, to }: KeyRange) => ({ _id: { $gte: from, $lt: to } });

/**
 * `work` may run several times, each in its own transaction; false takes everything back. After a try of
 * unknown outcome, the next finds the checkpoint moved by this very commit.
 */
async function transact(
  { connection, writers }: CommitPlace,
  step: Step,
  work: (database: Db, session: ClientSession) => Promise<boolean>,
): Promise<Outcome> {
  const until = performance.now() + connection.patienceMs;
  let tries = 0;
  let last: unknown;
  const run = (session: ClientSession, database: Db): Promise<boolean> => {
    const overcome = writers.obstacle(step.move, session);
    const commit = () => connection.within(() => session.commitTransaction(), database);
    return session.withTransaction(async () => {
      // Not an error of the driver: with one it would go on for two minutes.
      if (++tries > 1 && performance.now() > until)
        throw new StoreUnavailableError(`${TAKEN_BACK}: ${oneLine(last)}`, { cause: last });
      try {
        const isDone = await labelledTransient(work(database, session));
        if (isDone) await commitUntilKnown(commit, until);
        else await session.abortTransaction();
        return isDone;
      } catch (error) {
        last = error;
        await overcome(error);
        throw error;
      }
    }, TRANSACTION);
  };
  const isCommitted = await writers.inSession(step.move.name, (session, database) =>
    readBack(connection, step, run(session, database)),
  );
  return outcomeOf(connection, step, { isDone: isCommitted, tries });
}

/** An earlier try may have been done, and its answer lost. */
async function outcomeOf(
  connection: MongoConnection,
  { move, by }: Step,
  { isDone, tries }: { readonly isDone: boolean; readonly tries: number },
): Promise<Outcome> {
  if (isDone) return 'committed';
  const isOurs = tries > 1 && (await connection.use((database) => wasMovedBy(database, move.name, by)));
  return isOurs ? 'committed' : 'superseded';
}

/**
 * The driver begins a transaction again only after labelled errors. A socket's own error and a missing
 * primary have no label. Servers other than MongoDB put none on a write conflict.
 */
async function labelledTransient<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MongoError && serverCode(error) === WRITE_CONFLICT) error.addErrorLabel(TRANSIENT);
    const isLost = isSocketError(error) || error instanceof MongoServerSelectionError;
    throw isLost ? lostConnection(error, TRANSIENT) : error;
  }
}

/** Asks the checkpoint about an unanswered commit. @throws OutcomeUnknownError where it can't tell */
async function readBack(
  connection: MongoConnection,
  { move, by }: Step,
  transaction: Promise<boolean>,
): Promise<boolean> {
  try {
    return await transaction;
  } catch (error) {
    if (!hasLabel(error, COMMIT_UNKNOWN)) throw error;
    const isOurs = connection.use((database) => wasMovedBy(database, move.name, by));
    if (await isOurs.catch(() => false)) return true;
    throw new OutcomeUnknownError(`MongoDB: ${oneLine(error)}`, { cause: error });
  }
}

const TAKEN_BACK = 'MongoDB: a transaction was taken back again and again';

const TRANSACTION = {
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true },
} as const;
