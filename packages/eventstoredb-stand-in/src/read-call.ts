/** Reads: of a stream, of the whole log, and subscriptions, which are reads without an end. */
import { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import { isFrom, sizeOf, type LogRecord } from './log-record.js';
import { CallOverError, sendOne, type ReadCall } from './read-answers.js';
import { handlerThrew, streamDeleted } from './rpc-errors.js';
import { enter, rpcError, type ServerContext } from './server-context.js';
import { allSubscription } from './all-subscription.js';
import { identifierOf, readEvent, streamName } from './wire.js';

const { FORWARDS } = ReadReq.Options.ReadDirection;

export const readCall =
  (context: ServerContext): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    read(context, call).catch((error: unknown) => {
      if (!(error instanceof CallOverError)) call.emit('error', rpcError(error));
    });
  };

async function read(context: ServerContext, call: ReadCall): Promise<void> {
  context.reads += 1;
  enter(context, call.metadata);
  if (context.misbehaviour.isSilent) return;
  await new Promise<void>((resolve) => context.misbehaviour.late(resolve));
  const options = call.request.getOptions();
  if (options === undefined) throw handlerThrew('a read without options');
  if (options.getResolveLinks()) throw context.unknownCall('Read with resolved links');
  if (options.hasSubscription()) {
    if (!options.hasAll()) throw context.unknownCall('a subscription to one stream');
    return allSubscription(context, call, options);
  }
  if (options.hasFilter()) throw context.unknownCall('Read of $all with a filter');
  const count = Number(options.getCount());
  if (count === 0) throw handlerThrew('maxCount should be positive.');
  const records = options.hasAll() ? ofAll(context, options, count) : ofStream(context, options, count);
  if (records === undefined) {
    const missing = new ReadResp.StreamNotFound().setStreamIdentifier(
      identifierOf(streamName(options.getStream()?.getStreamIdentifier())),
    );
    call.write(new ReadResp().setStreamNotFound(missing));
  } else {
    await send(call, records);
  }
  call.end();
}

async function send(call: ReadCall, records: readonly LogRecord[]): Promise<void> {
  for (const record of records) await sendOne(call, readEvent(record));
}

/** Nothing where the stream is missing. */
function ofStream(context: ServerContext, options: ReadReq.Options, count: number): LogRecord[] | undefined {
  const asked = options.getStream();
  const name = streamName(asked?.getStreamIdentifier());
  const stream = context.log.stream(name);
  if (stream.isTombstoned) throw streamDeleted(name);
  if (stream.isMissing) return undefined;
  const isForwards = options.getReadDirection() === FORWARDS;
  if (asked?.hasEnd() === true && isForwards) throw handlerThrew('fromEventNumber');
  const visible = stream.visible();
  // Backwards without a revision begins at the start, as forwards does.
  const from =
    asked?.hasRevision() === true ? BigInt(asked.getRevision()) : asked?.hasEnd() === true ? stream.head : 0n;
  return isForwards
    ? visible.filter(({ revision }) => revision >= from).slice(0, count)
    : visible
        .filter(({ revision }) => revision <= from)
        .reverse()
        .slice(0, count);
}

/** Forwards from a position with the event there, backwards without it. */
function ofAll({ log }: ServerContext, options: ReadReq.Options, count: number): readonly LogRecord[] {
  const asked = options.getAll();
  const position = asked?.getPosition();
  const isForwards = options.getReadDirection() === FORWARDS;
  const commit = position === undefined ? 0n : BigInt(position.getCommitPosition());
  if (position !== undefined && !log.isPlace(commit)) throw handlerThrew('InvalidReadException');
  const prepare = BigInt(position?.getPreparePosition() ?? 0);
  const isAtEnd = asked?.hasEnd() === true;
  if (isForwards) {
    const first = isAtEnd ? log.records.length : log.firstIndex((record) => isFrom(record, commit, prepare));
    return log.records.slice(first, first + count);
  }
  const end = isAtEnd ? log.records.length : log.firstIndex((record) => !endsBy(record, commit, prepare));
  return log.records.slice(Math.max(0, end - count), end).reverse();
}

/** Whether the record lies wholly before the position: backwards the server compares where a record ends. */
function endsBy(record: LogRecord, commit: bigint, prepare: bigint): boolean {
  const end = record.position + sizeOf(record.stream, record);
  return end < commit || (end === commit && end <= prepare);
}
