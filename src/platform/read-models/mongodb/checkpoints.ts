/** The checkpoints' own collection. Its name has a dot, which no declared collection's has. */
import type { ClientSession, Db } from 'mongodb';
import type { Position } from '../../event-store/event-store.js';
import { DUPLICATE_KEY, serverCode } from '../../mongodb/errors.js';
import type { CheckpointMove } from '../read-models.js';

export const CHECKPOINTS = 'read_models.checkpoints';

export interface StoredCheckpoint {
  readonly _id: string;
  /** None while the first commit is under way, in portions. */
  readonly position?: Position;
  /** The commit that moved it here: by which a commit whose answer was lost recognises its own write. */
  readonly by?: string;
  /** The last portion of a large range that went while the checkpoint stood here. */
  readonly portion?: string;
}

interface WriteOptions {
  readonly session?: ClientSession;
  readonly maxTimeMS?: number;
}

const collectionOf = (database: Db) => database.collection<StoredCheckpoint>(CHECKPOINTS);

/**
 * Moves the checkpoint if it stands where it is expected: by itself, or as the first thing in a transaction, which a
 * false ends, since a duplicate key has already ended it on the server.
 */
export async function moveCheckpoint(
  database: Db,
  move: CheckpointMove,
  by: string,
  options: WriteOptions,
): Promise<boolean> {
  return change(database, move, { position: move.next, by }, options);
}

/** In a transaction: locks the checkpoint at the expected position, so that no other process moves it meanwhile. */
export async function holdCheckpoint(
  database: Db,
  session: ClientSession,
  move: CheckpointMove,
  portion: string,
): Promise<boolean> {
  return change(database, move, { portion }, { session });
}

/** Where it stands as expected. Two that both find none are told apart by an insert: an upsert may be done by both. */
async function change(
  database: Db,
  { name, expected }: CheckpointMove,
  values: Omit<StoredCheckpoint, '_id'>,
  options: WriteOptions,
): Promise<boolean> {
  const checkpoints = collectionOf(database);
  const place = { _id: name, position: expected ?? { $exists: false } };
  const update = { $set: values, ...(values.position !== undefined && { $unset: { portion: '' } as const }) };
  if ((await checkpoints.updateOne(place, update, options)).matchedCount === 1) return true;
  if (expected !== null) return false;
  try {
    await checkpoints.insertOne({ _id: name, ...values }, options);
    return true;
  } catch (error) {
    if (serverCode(error) === DUPLICATE_KEY) return false;
    throw error;
  }
}

/** Whether this very commit moved the checkpoint to where it stands now. */
export async function wasMovedBy(database: Db, name: string, by: string): Promise<boolean> {
  return (await collectionOf(database).findOne({ _id: name }))?.by === by;
}
