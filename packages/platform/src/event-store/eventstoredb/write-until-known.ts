/**
 * Repeats a write whose answer was lost, unchanged, until the server tells its outcome: the same ids at the
 * same revision are written once. Each repeat may take twice as long as the one before, so that it doesn't
 * slow the server down. A change of leader is waited for as long.
 */
import { binaryEvent, type EventStoreDBClient } from '@eventstore/db-client';
import { setTimeout as pause } from 'node:timers/promises';
import { OutcomeUnknownError, StoreUnavailableError, UnfitStoreError } from '../event-store.js';
import { troubleText, type Connection } from './connection.js';
import { isAnswer, isInvalid, troubleOf } from './errors.js';

/** Milliseconds before the first repeat; doubled with each repeat, up to the longest. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;

/** Tries while no request got through: one for a connection just lost, one for a node that hands over. */
const UNREACHED_TRIES = 3;

export interface Write<T> {
  /** `deadline`: milliseconds after which the client gives it up. */
  readonly attempt: (client: EventStoreDBClient, deadline: number) => Promise<T>;
  /** False where a repeat could write twice. */
  readonly repeatable: boolean;
  /** Milliseconds after which an unknown outcome is reported and no longer repeated. */
  readonly patienceMs: number;
}

/**
 * Throws the server's own answers unchanged.
 * @throws OutcomeUnknownError where the write may have been done, StoreUnavailableError where it was not
 */
export async function writeUntilKnown<T>(connection: Connection, write: Write<T>): Promise<T> {
  const until = performance.now() + write.patienceMs;
  let maybeWritten = false;
  for (let tries = 1; ; tries++) {
    const client = await connection.use().catch((error: unknown) => {
      throw maybeWritten ? unknown(error) : error;
    });
    const began = performance.now();
    const deadline = connection.writeDeadline;
    try {
      const result = await connection.watch(client, write.attempt(client, deadline));
      connection.wrote(performance.now() - began);
      return result;
    } catch (error) {
      const trouble = troubleOf(error);
      if (isAnswer(trouble)) {
        connection.worked();
        throw error;
      }
      connection.failed(error, client);
      // A timer may end up to a millisecond early.
      if (Math.ceil(performance.now() - began) >= deadline) connection.wrote(Infinity);
      if (trouble === 'unknown') maybeWritten = true;
      const givesUp = maybeWritten
        ? !write.repeatable || (tries > 1 && performance.now() >= until)
        : trouble === 'not_leader'
          ? performance.now() >= until
          : trouble === 'refused' || tries >= UNREACHED_TRIES;
      if (givesUp) throw maybeWritten ? unknown(error) : connection.unavailable(error);
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS));
  }
}

const unknown = (error: unknown): OutcomeUnknownError =>
  new OutcomeUnknownError(troubleText(error), { cause: error });

/** More than any append of the service has. */
const TRIAL_BYTES = 1_000_000;

/** No stream gets so far: where its size isn't refused, the append is refused for its revision. */
const NEVER = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Learns at the start whether the server takes appends as large as the service makes them.
 * @throws UnfitStoreError with the one line to show, and the errors of a write
 */
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
