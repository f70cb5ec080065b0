/**
 * Learns at the start whether the server takes appends as large as the service makes them. A server that was
 * started with a smaller limit would refuse them in the middle of its work.
 */
import { binaryEvent } from '@eventstore/db-client';
import { StoreUnavailableError, UnfitStoreError } from '../event-store.js';
import { troubleText, type Connection } from './connection.js';
import { isInvalid, troubleOf } from './errors.js';
import { writeUntilKnown } from './write-until-known.js';

/** More than any append of the service has. */
const TRIAL_BYTES = 1_000_000;

/** No stream gets so far: where its size isn't refused, the append is refused for its revision. */
const NEVER = BigInt(Number.MAX_SAFE_INTEGER);

/** @throws UnfitStoreError with the one line to show, and the errors of a write */
export async function refuseSmallAppends(connection: Connection, stream: string): Promise<void> {
  const event = binaryEvent({ type: 'Trial', data: new Uint8Array(TRIAL_BYTES) });
  try {
    await writeUntilKnown(connection, {
      attempt: (client, deadline) =>
        client.appendToStream(stream, event, { ...connection.call, expectedRevision: NEVER, deadline }),
      repeatable: false,
      patienceMs: 0,
    });
  } catch (error) {
    const answer: unknown = error instanceof StoreUnavailableError ? error.cause : error;
    if (troubleOf(answer) === 'wrong_expected_version') return;
    if (!isInvalid(answer)) throw error;
    throw new UnfitStoreError(
      `EVENT_STORE_URL: the server refuses an append of 1 MB (${troubleText(answer)}): start it with a --max-append-size of 1048576 or more`,
      { cause: answer },
    );
  }
}
