/**
 * Many appends over one stream, each told from the others by its correlation id and answered when it is done.
 */
import { BatchAppendResp, type BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import {
  AllStreamPosition,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  Timeout,
  Unknown,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb.js';
import { Status } from '@eventstore/db-client/generated/status_pb.js';
import { status, type handleBidiStreamingCall } from '@grpc/grpc-js';
import type { Message } from 'google-protobuf';
import { Any } from 'google-protobuf/google/protobuf/any_pb.js';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb.js';
import { checkSize, type ProposedAppend } from './append-calls.js';
import { expectedOf } from './expected-revision.js';
import { RpcError } from './rpc-errors.js';
import { enter, rpcError, type ServerContext } from './server-context.js';
import type { WriteResult } from './stand-in-log.js';
import { identifierOf, proposedRecord, streamName } from './wire.js';

export const batchAppendCall =
  (context: ServerContext): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  (call) => {
    const pending = new Map<string, ProposedAppend>();
    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId()?.getString() ?? '';
      const options = request.getOptions();
      try {
        if (options !== undefined) pending.set(id, begun(options));
        const append = pending.get(id);
        append?.records.push(...request.getProposedMessagesList().map(proposedRecord));
        if (append === undefined || !request.getIsFinal()) return;
        pending.delete(id);
        enter(context, call.metadata);
        const made = context.misbehaviour.write(
          () => written(context, append),
          () => context.dropConnections(),
        );
        if (made === 'silence') return;
        const answer = addressed(made.answer, request, append.stream);
        context.misbehaviour.late(() => call.write(answer));
      } catch (error) {
        const stream = pending.get(id)?.stream ?? '';
        pending.delete(id);
        call.write(addressed(new BatchAppendResp().setError(statusOf(rpcError(error))), request, stream));
      }
    });
    call.on('end', () => call.end());
  };

function begun(options: BatchAppendReq.Options): ProposedAppend {
  const revision = options.hasStreamPosition() ? options.getStreamPosition() : undefined;
  return {
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedOf(options, revision),
    records: [],
  };
}

function written(context: ServerContext, append: ProposedAppend): BatchAppendResp {
  checkSize(context, append);
  return response(append, context.log.append(append.stream, append.expected, append.records));
}

const addressed = (answer: BatchAppendResp, request: BatchAppendReq, stream: string): BatchAppendResp =>
  answer.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(identifierOf(stream));

function response({ stream, expected }: ProposedAppend, result: WriteResult): BatchAppendResp {
  switch (result.result) {
    case 'deleted': {
      const details = new StreamDeleted().setStreamIdentifier(identifierOf(stream));
      return failed('StreamDeleted', details);
    }
    case 'wrong_version': {
      const details = new WrongExpectedVersion();
      if (result.current < 0n) details.setCurrentNoStream(new Empty());
      else details.setCurrentStreamRevision(String(result.current));
      if (expected === 'any') details.setExpectedAny(new Empty());
      else if (expected === 'no_stream') details.setExpectedNoStream(new Empty());
      else if (expected === 'stream_exists') details.setExpectedStreamExists(new Empty());
      else details.setExpectedStreamPosition(String(expected));
      return failed('WrongExpectedVersion', details);
    }
    case 'written':
    case 'repeated':
      return new BatchAppendResp().setSuccess(success(result.revision, result.position));
  }
}

function success(revision: bigint, position: bigint | undefined): BatchAppendResp.Success {
  const answer = new BatchAppendResp.Success();
  if (revision < 0n) answer.setNoStream(new Empty());
  else answer.setCurrentRevision(String(revision));
  if (position === undefined) return answer.setNoPosition(new Empty());
  const place = new AllStreamPosition();
  return answer.setPosition(place.setCommitPosition(String(position)).setPreparePosition(String(position)));
}

const failed = (name: string, details: Message): BatchAppendResp =>
  new BatchAppendResp().setError(packed(name, details));

function packed(name: string, details: Message, message = name): Status {
  const any = new Any();
  any.pack(details.serializeBinary(), `event_store.client.${name}`);
  return new Status().setMessage(message).setDetails(any);
}

/** On this path errors have no trailers: only what the details say. */
function statusOf(error: RpcError): Status {
  if (error.metadata.get('exception').includes('maximum-append-size-exceeded')) {
    const size = Number(error.metadata.get('maximum-append-size'));
    const details = new MaximumAppendSizeExceeded().setMaxappendsize(size);
    return packed('MaximumAppendSizeExceeded', details);
  }
  if (error.code === status.ABORTED) return packed('Timeout', new Timeout());
  return packed('Unknown', new Unknown(), error.details);
}
