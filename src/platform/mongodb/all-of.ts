/** All that a cursor finds, or none of it. */
import type { AbstractCursor } from 'mongodb';
import { StoreUnavailableError } from '../event-store/event-store.js';

/**
 * The driver ends a read whose client is closed between two of its answers as if it were whole.
 * @param limit of the find, where it has one: so many documents are all, and the driver closes the cursor itself
 * @throws StoreUnavailableError
 */
export async function allOf<T>(cursor: AbstractCursor<T>, limit = Infinity): Promise<T[]> {
  const found = await cursor.toArray();
  const isExhausted = !cursor.killed && cursor.id?.isZero() === true;
  if (!isExhausted && found.length < limit) throw new StoreUnavailableError('MongoDB: a read was broken off');
  return found;
}
