/** Reads all documents of a cursor, or throws. */
import type { AbstractCursor } from 'mongodb';
import { StoreUnavailableError } from '../event-store/event-store.js';

/**
 * Guards against the driver: when the client is closed between two answers, it ends the read as if whole.
 * @param limit of the find, if any: so many documents are all, and the driver closes the cursor itself
 * @throws StoreUnavailableError
 */
export async function allOf<T>(cursor: AbstractCursor<T>, limit = Infinity): Promise<T[]> {
  const found = await cursor.toArray();
  const isExhausted = !cursor.killed && cursor.id?.isZero() === true;
  if (!isExhausted && found.length < limit) throw new StoreUnavailableError('MongoDB: a read was broken off');
  return found;
}
