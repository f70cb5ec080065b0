/** The checkpoints' collection. Its name has a dot; a declared collection's name has none. */
import type { ClientSession, Db } from 'mongodb';
import type { Position } from '../../event-store/event-store.js';
import { DUPLICATE_KEY, serverCode } from '../../mongodb/errors.js';
import type { CheckpointMove } from '../read-models.js';

export const CHECKPOINTS = 'read_models.checkpoints';

export interface StoredCheckpoint {
  readonly _id: string;
  /** Missing while the first commit still runs, in portions. */
  readonly position?: Position;
  /** The commit that moved it here: a commit whose answer was lost recognises its own write by it. */
  readonly by?: string;
  /** The last portion of a large range that was deleted while the checkpoint stood here. */
  readonly portion?: string;
}

interface WriteOptions {
  readonly session?: ClientSession;
  readonly maxTimeMS?: number;
}

const collectionOf = (database: Db) => database.collection<StoredCheckpoint>(CHECKPOINTS);

/**
 * Moves the checkpoint if it stands at the expected position. Called alone, or first in a transaction. In a
 * transaction the caller must end it after false: a duplicate key has already ended it on the server.
 */
export async function moveCheckpoint(
  database: Db,
  move: CheckpointMove,
  by: string,
  options: WriteOptions,
): Promise<boolean> {
  return change(database, move, { position: move.next, by }, options);
}

/** Locks the checkpoint at its expected position inside a transaction, so that no other process moves it. */
export async function holdCheckpoint(
  database: Db,
  session: ClientSession,
  move: CheckpointMove,
  portion: string,
): Promise<boolean> {
  return change(database, move, { portion }, { session });
}

/** Changes an expected checkpoint. An insert tells apart two that both find none; two upserts may succeed. */
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

/** True if exactly this commit moved the checkpoint to its present position. */
export async function wasMovedBy(database: Db, name: string, by: string): Promise<boolean> {
  return (await collectionOf(database).findOne({ _id: name }))?.by === by;
}
