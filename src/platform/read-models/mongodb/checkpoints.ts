/** The checkpoints' own collection. Its name has a dot, which no declared collection's has. */
import type { ClientSession, Db } from 'mongodb';
import type { Position } from '../../event-store/event-store.js';
import { DUPLICATE_KEY, serverCode } from '../../mongodb/errors.js';
import type { CheckpointMove } from '../read-models.js';

export const CHECKPOINTS = 'read_models.checkpoints';

export interface StoredCheckpoint {
  readonly _id: string;
  readonly position: Position;
  /** The commit that moved it here: by which a commit whose answer was lost recognises its own write. */
  readonly by: string;
  /** The last portion of a large range that went while the checkpoint stood here. */
  readonly portion?: string;
}

const collectionOf = (database: Db) => database.collection<StoredCheckpoint>(CHECKPOINTS);

/**
 * Moves the checkpoint if it stands where it is expected: by itself, or as the first thing in a transaction, which a
 * false ends, since a duplicate key has already ended it on the server.
 */
export async function moveCheckpoint(
  database: Db,
  { name, expected, next }: CheckpointMove,
  by: string,
  options: { readonly session?: ClientSession; readonly maxTimeMS?: number },
): Promise<boolean> {
  const checkpoints = collectionOf(database);
  if (expected !== null) {
    const update = { $set: { position: next, by }, $unset: { portion: '' } } as const;
    const place = { _id: name, position: expected };
    return (await checkpoints.updateOne(place, update, options)).matchedCount === 1;
  }
  try {
    await checkpoints.insertOne({ _id: name, position: next, by }, options);
    return true;
  } catch (error) {
    if (serverCode(error) === DUPLICATE_KEY) return false;
    throw error;
  }
}

/** In a transaction: locks the checkpoint at the expected position, so that no other process moves it meanwhile. */
export async function holdCheckpoint(
  database: Db,
  session: ClientSession,
  { name, expected }: CheckpointMove,
  portion: string,
): Promise<boolean> {
  if (expected === null) return (await collectionOf(database).findOne({ _id: name }, { session })) === null;
  const { matchedCount } = await collectionOf(database).updateOne(
    { _id: name, position: expected },
    { $set: { portion } },
    { session },
  );
  return matchedCount === 1;
}

/** Whether this very commit moved the checkpoint to where it stands now. */
export async function wasMovedBy(database: Db, name: string, by: string): Promise<boolean> {
  return (await collectionOf(database).findOne({ _id: name }))?.by === by;
}
