/** An append as a call of its own: the options first, then the events one by one. */
import { AppendResp, type AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import { status, type Deadline, type handleClientStreamingCall } from '@grpc/grpc-js';
import type { Expected } from './commit-check.js';
import { expectedOf } from './expected-revision.js';
import type { ProposedRecord } from './log-record.js';
import { maxAppendSizeExceeded, RpcError, streamDeleted } from './rpc-errors.js';
import { answerWrite, type ServerContext } from './server-context.js';
import type { WriteResult } from './stand-in-log.js';
import { proposedRecord, streamName } from './wire.js';

export interface ProposedAppend {
  readonly stream: string;
  readonly expected: Expected;
  readonly records: ProposedRecord[];
}

/**
 * Counts the events' data; of metadata and type names the measured versions count nothing.
 * @throws RpcError
 */
export function checkSize({ maxAppendSize }: ServerContext, { records }: ProposedAppend): void {
  const bytes = records.reduce((sum, { data }) => sum + data.length, 0);
  if (bytes > maxAppendSize) throw maxAppendSizeExceeded(maxAppendSize);
}

export const appendCall =
  (context: ServerContext): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, answer) => {
    const requests: AppendReq[] = [];
    call.on('data', (request: AppendReq) => requests.push(request));
    call.on('end', () => {
      // A call that broke off ends its stream too, a moment before it says so: half an append must not be
      // written.
      setImmediate(() => {
        if (call.cancelled || isOver(call.getDeadline())) return;
        answerWrite(context, call.metadata, answer, () => {
          const append = proposedAppend(requests);
          checkSize(context, append);
          const result = context.log.append(append.stream, append.expected, append.records);
          return response(append, result);
        });
      });
    });
  };

const isOver = (deadline: Deadline): boolean => new Date(deadline).getTime() <= Date.now();

function proposedAppend([first, ...rest]: readonly AppendReq[]): ProposedAppend {
  const options = first?.getOptions();
  if (options === undefined) throw new RpcError(status.UNKNOWN, 'an append that doesn’t begin with options');
  const revision = options.hasRevision() ? options.getRevision() : undefined;
  const messages = rest.map((request) => request.getProposedMessage());
  return {
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedOf(options, revision),
    records: messages.filter((message) => message !== undefined).map(proposedRecord),
  };
}

function response({ stream, expected }: ProposedAppend, result: WriteResult): AppendResp {
  switch (result.result) {
    case 'deleted':
      throw streamDeleted(stream);
    case 'wrong_version':
      return new AppendResp().setWrongExpectedVersion(wrongVersion(expected, result.current));
    case 'written':
    case 'repeated':
      return new AppendResp().setSuccess(success(result.revision, result.position));
  }
}

function success(revision: bigint, position: bigint | undefined): AppendResp.Success {
  const answer = new AppendResp.Success();
  if (revision < 0n) answer.setNoStream(new Empty());
  else answer.setCurrentRevision(String(revision));
  if (position === undefined) return answer.setNoPosition(new Empty());
  const place = new AppendResp.Position();
  return answer.setPosition(place.setCommitPosition(String(position)).setPreparePosition(String(position)));
}

function wrongVersion(expected: Expected, current: bigint): AppendResp.WrongExpectedVersion {
  const answer = new AppendResp.WrongExpectedVersion();
  if (current < 0n) answer.setCurrentNoStream(new Empty());
  else answer.setCurrentRevision(String(current));
  switch (expected) {
    case 'any':
      return answer.setExpectedAny(new Empty());
    case 'no_stream':
      return answer.setExpectedNoStream(new Empty());
    case 'stream_exists':
      return answer.setExpectedStreamExists(new Empty());
  }
  return answer.setExpectedRevision(String(expected));
}
