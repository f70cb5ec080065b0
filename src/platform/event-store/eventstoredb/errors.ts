/**
 * What an error of the client means for the call that got it. Told by code and by what the server says of itself,
 * never by class: the client answers the same trouble with different classes on different paths.
 */
import { errorMessage } from '../../errors/error-code.js';

export type Trouble =
  | 'stream_not_found'
  | 'stream_deleted'
  | 'wrong_expected_version'
  | 'too_large'
  /** Another node leads; the client moves there by itself with its next call. Nothing was done. */
  | 'not_leader'
  /** The request never reached a node that could take it: nothing was done. */
  | 'unreached'
  /** No user, no permission, no such call: repeating doesn't help. Nothing was done. */
  | 'refused'
  /** Whether it was done is unknown. */
  | 'unknown';

/** Nothing came for so long that something must be wrong with the node or the way to it. */
export class StalledError extends Error {
  override readonly name = 'StalledError';
  constructor(what: string, milliseconds: number) {
    super(`${what} stalled: nothing came for ${milliseconds} ms`);
  }
}

/** The client of a read was replaced, and the read broken off with it: what came of its answer may be a part. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
  constructor() {
    super('a read was broken off with its client');
  }
}

/** A subscription is over without an error. */
export class FeedEndedError extends Error {
  override readonly name = 'FeedEndedError';
}

/** The answers of a healthy server. */
const ANSWERS: ReadonlySet<Trouble> = new Set<Trouble>([
  'stream_not_found',
  'stream_deleted',
  'wrong_expected_version',
  'too_large',
]);

const BY_TYPE: Readonly<Record<string, Trouble>> = {
  'stream-not-found': 'stream_not_found',
  'stream-deleted': 'stream_deleted',
  'wrong-expected-version': 'wrong_expected_version',
  'maximum-append-size-exceeded': 'too_large',
  'not-leader': 'not_leader',
  'access-denied': 'refused',
  'invalid-argument': 'refused',
  'missing-required-metadata-property': 'refused',
};

/** gRPC status codes whose cause lies in the request or the user: INVALID_ARGUMENT, PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED. */
const REFUSED: ReadonlySet<number> = new Set([3, 7, 12, 16]);
const UNAVAILABLE = 14;

/**
 * UNAVAILABLE before anything was sent, in the words of the transport, or refused by a server that is starting or
 * overloaded.
 */
const NOTHING_SENT =
  /No connection established|Name resolution failed|Channel closed before call|Server Is Not Ready|Server Is Too Busy/;

const property = (error: unknown, name: 'code' | 'type' | 'actualVersion'): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

export function troubleOf(error: unknown): Trouble {
  const type = property(error, 'type');
  const known = typeof type === 'string' ? BY_TYPE[type] : undefined;
  if (known !== undefined) return known;
  const code = property(error, 'code');
  if (typeof code !== 'number') return 'unreached';
  if (REFUSED.has(code)) return 'refused';
  return code === UNAVAILABLE && NOTHING_SENT.test(errorMessage(error)) ? 'unreached' : 'unknown';
}

export const isAnswer = (trouble: Trouble): boolean => ANSWERS.has(trouble);

/**
 * An error without a status comes from the client itself: its discovery failed, its channel is shut. It stays so. A
 * stall counts too, since a new client means a new connection.
 */
export const isBrokenClient = (error: unknown): boolean =>
  typeof property(error, 'code') !== 'number' &&
  typeof property(error, 'type') !== 'string' &&
  !(error instanceof FeedEndedError);

/** The revision a wrong expected version met. */
export function actualRevision(error: unknown): number | 'no_stream' {
  const actual = property(error, 'actualVersion');
  return typeof actual === 'bigint' && actual >= 0n ? Number(actual) : 'no_stream';
}
