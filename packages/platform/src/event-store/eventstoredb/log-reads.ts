/** The small reads of the whole log: where it ends, and where to begin. */
import { END, type ReadPosition } from '@eventstore/db-client';
import { LOG_START, type Position } from '../event-store.js';
import type { Unadmitted } from './connection.js';
import { readPosition } from './positions.js';
import { readNewest } from './read-to-end.js';

/** The newest event of any kind, also of the server's own. */
export const headOfLog = (connection: Unadmitted, stallMs: number): Promise<Position> =>
  lastBefore(connection, END, stallMs);

/**
 * Where to subscribe to miss no event after `after`: at the last event up to it that is still there. Servers
 * up to 23.10 skip the first event at or after the given position. Where the event at `after` was scavenged,
 * they would skip one that was never delivered. The reader drops events that it already has.
 */
export async function subscribeFrom(
  connection: Unadmitted,
  after: Position,
  stallMs: number,
): Promise<ReadPosition> {
  if (after === LOG_START) return readPosition(LOG_START);
  return readPosition(await lastBefore(connection, readPosition(after), stallMs));
}

async function lastBefore(
  connection: Unadmitted,
  fromPosition: ReadPosition,
  stallMs: number,
): Promise<Position> {
  const last = await connection.read((client) => readNewest(client, connection.call, fromPosition, stallMs));
  return last?.position ?? LOG_START;
}
