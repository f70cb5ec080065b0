/** Tells what a failed call's error means by its code and words: its class differs by the call's path. */
import { errorMessage } from '../../errors/error-code.js';

export type Trouble =
  | 'stream_not_found'
  | 'stream_deleted'
  | 'wrong_expected_version'
  | 'too_large'
  /** Another node leads. The client moves there by itself with its next call. Nothing was done. */
  | 'not_leader'
  /** The request never reached a node that could take it. Nothing was done. */
  | 'unreached'
  /** No user, no permission or no such call: a repeat doesn't help. Nothing was done. */
  | 'refused'
  /** Nobody knows whether it was done. */
  | 'unknown';

/** Nothing came for so long that the node or the way to it must be broken. */
export class StalledError extends Error {
  override readonly name = 'StalledError';
  constructor(what: string, milliseconds: number) {
    super(`${what} stalled: nothing came for ${milliseconds} ms`);
  }
}

/** A read was broken off because its client was replaced. The events read so far may be a part. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
  constructor() {
    super('a read was broken off with its client');
  }
}

/** The node of a call answers nothing more, though its connection is open. The call may have been done. */
export class FrozenNodeError extends Error {
  override readonly name = 'FrozenNodeError';
  /** gRPC: DEADLINE_EXCEEDED. */
  readonly code = 4;
  constructor() {
    super('the node answers nothing any more, another one is looked for');
  }
}

/** A subscription ended without an error. */
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

const INVALID_ARGUMENT = 3;
const UNAUTHENTICATED = 16;
/** gRPC: INVALID_ARGUMENT, PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED; request or user is wrong. */
const REFUSED: ReadonlySet<number> = new Set([INVALID_ARGUMENT, 7, 12, UNAUTHENTICATED]);
const UNAVAILABLE = 14;

/** Messages of UNAVAILABLE that mean that nothing was done: nothing was sent, or the server refused. */
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

/** The server makes nothing of the request: it is too large, or wrong. */
export const isInvalid = (error: unknown): boolean => property(error, 'code') === INVALID_ARGUMENT;

/** Nothing but another user or password helps. */
export const isUnknownUser = (error: unknown): boolean => property(error, 'code') === UNAUTHENTICATED;

export const isAnswer = (trouble: Trouble): boolean => ANSWERS.has(trouble);

/**
 * An error without a status comes from the client itself: its discovery failed or its channel is shut, and it
 * stays so. A stall counts too: a new client brings a new connection.
 */
export const isBrokenClient = (error: unknown): boolean =>
  typeof property(error, 'code') !== 'number' &&
  typeof property(error, 'type') !== 'string' &&
  !(error instanceof FeedEndedError);

/** The actual revision that a wrong expected version met. */
export function actualRevision(error: unknown): number | 'no_stream' {
  const actual = property(error, 'actualVersion');
  return typeof actual === 'bigint' && actual >= 0n ? Number(actual) : 'no_stream';
}
