/** The expected revision of a write, from any of the messages that carry one, and back into an answer. */
import { status } from '@grpc/grpc-js';
import type { Expected } from './commit-check.js';
import { RpcError } from './rpc-errors.js';

interface ExpectedOption {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
}

/** @param revision where the message has one */
export function expectedOf(options: ExpectedOption, revision: string | undefined): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  if (revision === undefined) throw new RpcError(status.INVALID_ARGUMENT, 'no expected revision');
  return BigInt(revision);
}

/** The numbers of the server: -1 no stream, -2 any, -4 stream exists. */
export function expectedNumber(expected: Expected): bigint {
  switch (expected) {
    case 'no_stream':
      return -1n;
    case 'any':
      return -2n;
    case 'stream_exists':
      return -4n;
  }
  return expected;
}
