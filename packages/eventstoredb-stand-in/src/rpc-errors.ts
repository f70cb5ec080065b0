/** The errors a server answers with: status codes and trailers as `RpcExceptions.cs` (23.10) writes them. */
import { Metadata, status, type StatusObject } from '@grpc/grpc-js';

export class RpcError extends Error implements Partial<StatusObject> {
  readonly details: string;
  readonly metadata = new Metadata();

  constructor(
    readonly code: status,
    details: string,
    trailers: Readonly<Record<string, string>> = {},
  ) {
    super(details);
    this.details = details;
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, value);
  }
}

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export const notLeader = ({ host, port }: Endpoint): RpcError =>
  new RpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

export const streamDeleted = (stream: string): RpcError =>
  new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': encodeURIComponent(stream),
  });

export const wrongExpectedVersion = (stream: string, expected: bigint, actual: bigint): RpcError =>
  new RpcError(
    status.FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': encodeURIComponent(stream),
      'expected-version': String(expected),
      'actual-version': String(actual),
    },
  );

export const maxAppendSizeExceeded = (bytes: number): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${bytes} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(bytes),
  });

export const missingProperty = (name: string): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `Required Metadata Property '${name}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const accessDenied = (): RpcError =>
  new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const timedOut = (phase: string): RpcError =>
  new RpcError(status.ABORTED, `Operation timed out: ${phase}`);

export const notReady = (): RpcError => new RpcError(status.UNAVAILABLE, 'Server Is Not Ready');

/** What calls meet while a server falls over itself: by turns INTERNAL and DATA_LOSS. */
export const stormy = (count: number): RpcError =>
  count % 2 === 0
    ? new RpcError(status.INTERNAL, 'Error starting gRPC call.')
    : new RpcError(status.DATA_LOSS, 'Unrecoverable data loss or corruption.');

/**
 * What the server makes of a request it doesn't check itself: an exception of its own, told without details.
 */
export const handlerThrew = (what: string): RpcError =>
  new RpcError(status.UNKNOWN, `Exception was thrown by handler. ${what}`);

/** What this stand-in was not made for must not pass unseen. */
export const unknownToTheStandIn = (call: string): RpcError =>
  new RpcError(status.UNIMPLEMENTED, `the EventStoreDB stand-in does not know ${call}`);
