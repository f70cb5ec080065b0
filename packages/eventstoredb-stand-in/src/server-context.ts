/** What the handlers of calls share: the log, how to misbehave, and how an answer goes out. */
import { status, type Metadata, type sendUnaryData } from '@grpc/grpc-js';
import type { Misbehaviour } from './misbehaviour.js';
import { accessDenied, RpcError } from './rpc-errors.js';
import type { StandInLog } from './stand-in-log.js';

/** The servers that were measured. */
export const SERVER_VERSIONS = ['23.10', '24.2', '26.1'] as const;

/** The server whose behaviour is meant where those that were measured differ. */
export type ServerVersion = (typeof SERVER_VERSIONS)[number];

/** A subscription that is open, as the stand-in's owner may treat it. */
export interface OpenSubscription {
  end(): void;
  fail(error: RpcError): void;
}

export interface ServerContext {
  readonly version: ServerVersion;
  /** Bytes that the data of the events of one append may have. */
  readonly maxAppendSize: number;
  readonly log: StandInLog;
  readonly misbehaviour: Misbehaviour;
  readonly subscriptions: Set<OpenSubscription>;
  /** Passwords by user; none where anybody may do anything, as with `--insecure`. */
  readonly users: Readonly<Record<string, string>> | undefined;
  /** Calls that were turned away for their user. */
  strangers: number;
  /** Reads that came, of streams and of the whole log; a subscription is one. */
  reads: number;
  dropConnections(): void;
  /** A call or option that the stand-in wasn't made for: told to its owner as well as to the caller. */
  unknownCall(what: string): RpcError;
}

/** @throws RpcError where the call is turned away at the door */
export function enter(context: ServerContext, metadata: Metadata): void {
  if (context.users !== undefined) {
    try {
      checkUser(context.users, metadata);
    } catch (error) {
      context.strangers += 1;
      throw error;
    }
  }
  const refusal = context.misbehaviour.refusal(metadata.get('requires-leader').includes('true'));
  if (refusal !== undefined) throw refusal;
}

function checkUser(users: Readonly<Record<string, string>>, metadata: Metadata): void {
  const [header] = metadata.get('authorization');
  if (header === undefined) throw accessDenied();
  const [name = '', password] = Buffer.from(String(header).replace(/^Basic /, ''), 'base64')
    .toString()
    .split(/:(.*)/s);
  if (password === undefined || users[name] !== password) {
    throw new RpcError(status.UNAUTHENTICATED, 'Bad gRPC response. HTTP status code: 401');
  }
}

/** Makes a write, as well-behaved as the stand-in was told to be, and answers. */
export function answerWrite<T>(
  context: ServerContext,
  metadata: Metadata,
  answer: sendUnaryData<T>,
  write: () => T,
): void {
  try {
    enter(context, metadata);
    const made = context.misbehaviour.write(write, () => context.dropConnections());
    if (made !== 'silence') context.misbehaviour.late(() => answer(null, made.answer));
  } catch (error) {
    answer(rpcError(error));
  }
}

/** A mistake of the stand-in itself must not look like an answer of a server. */
export function rpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  const trouble = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`EventStoreDB stand-in: ${trouble}\n`);
  return new RpcError(status.INTERNAL, `the EventStoreDB stand-in failed: ${trouble}`);
}
