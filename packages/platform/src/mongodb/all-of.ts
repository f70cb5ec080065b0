/** Reads all documents of a cursor, or throws. */
import type { AbstractCursor } from 'mongodb';
import { StoreUnavailableError } from '../event-store/event-store.js';

/**
 * Guards against the driver, which ends a read as if whole when its client is closed.
 * @param limit of the find, if any: the driver closes the cursor itself there @throws StoreUnavailableError
 */
export async function allOf<T>(cursor: AbstractCursor<T>, limit = Infinity): Promise<T[]> {
  const found = await cursor.toArray();
  const isExhausted = !cursor.killed && cursor.id?.isZero() === true;
  if (!isExhausted && found.length < limit) throw new StoreUnavailableError('MongoDB: a read was broken off');
  return found;
}
