/** How the answers of a read go out, one by one, to a client that may be slow or gone. */
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Waits for the client where it can't take more. */
export async function sendOne(call: ReadCall, response: ReadResp): Promise<void> {
  if (call.cancelled) throw new CallOverError();
  if (call.write(response)) return;
  await new Promise<void>((resolve, reject) => {
    const drained = (): void => {
      call.off('cancelled', cancelled);
      resolve();
    };
    const cancelled = (): void => {
      call.off('drain', drained);
      reject(new CallOverError());
    };
    call.once('drain', drained);
    call.once('cancelled', cancelled);
  });
}

/** The client has gone; there is nobody to answer. */
export class CallOverError extends Error {
  override readonly name = 'CallOverError';
}
