/** The two ways to delete a stream: softly, which a later append undoes, and by tombstone, for good. */
import {
  DeleteResp,
  TombstoneResp,
  type DeleteReq,
  type TombstoneReq,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Expected } from './commit-check.js';
import { expectedNumber, expectedOf } from './expected-revision.js';
import { handlerThrew, streamDeleted, wrongExpectedVersion } from './rpc-errors.js';
import { answerWrite, type ServerContext } from './server-context.js';
import type { WriteResult } from './stand-in-log.js';
import { streamName } from './wire.js';

export const deleteCall =
  (context: ServerContext): handleUnaryCall<DeleteReq, DeleteResp> =>
  ({ request, metadata }, answer) => {
    answerWrite(context, metadata, answer, () => {
      const { stream, expected } = deletion(request.getOptions());
      const position = placeOf(stream, expected, context.log.delete(stream, expected));
      const place = new DeleteResp.Position().setCommitPosition(position).setPreparePosition(position);
      return new DeleteResp().setPosition(place);
    });
  };

export const tombstoneCall =
  (context: ServerContext): handleUnaryCall<TombstoneReq, TombstoneResp> =>
  ({ request, metadata }, answer) => {
    answerWrite(context, metadata, answer, () => {
      const { stream, expected } = deletion(request.getOptions());
      const position = placeOf(stream, expected, context.log.tombstone(stream, expected));
      const place = new TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position);
      return new TombstoneResp().setPosition(place);
    });
  };

function deletion(options: DeleteReq.Options | TombstoneReq.Options | undefined) {
  if (options === undefined) throw handlerThrew('a deletion without options');
  const revision = options.hasRevision() ? options.getRevision() : undefined;
  return { stream: streamName(options.getStreamIdentifier()), expected: expectedOf(options, revision) };
}

/** @throws RpcError */
function placeOf(stream: string, expected: Expected, result: WriteResult): string {
  switch (result.result) {
    case 'deleted':
      throw streamDeleted(stream);
    case 'wrong_version':
      throw wrongExpectedVersion(stream, expectedNumber(expected), result.current);
    case 'written':
    case 'repeated':
      return String(result.position ?? 0n);
  }
}
