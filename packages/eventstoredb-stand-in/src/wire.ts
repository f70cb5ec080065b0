/** Between the client's generated messages and the stand-in's records. */
import { AppendReq, ReadResp, type BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { LogRecord, ProposedRecord } from './log-record.js';
import { handlerThrew, missingProperty } from './rpc-errors.js';

const UUID_TEXT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NIL = '00000000-0000-0000-0000-000000000000';
const JSON_TYPE = 'application/json';
const BYTES_TYPE = 'application/octet-stream';

/** 100 nanoseconds since the epoch: .NET's unit. */
const TICKS_PER_MS = 10_000n;

/** @throws RpcError */
export function streamName(identifier: StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();
  if (name === '') throw handlerThrew('streamId is empty');
  return name;
}

export function identifierOf(stream: string): StreamIdentifier {
  return new StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(stream)));
}

/** @throws RpcError for what the server refuses: no id, no type */
export function proposedRecord(
  message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage,
): ProposedRecord {
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  const contentType = properties.get('content-type');
  if (type === undefined) throw missingProperty('type');
  if (contentType === undefined) throw missingProperty('content-type');
  const id = message.getId()?.getString() ?? '';
  if (!UUID_TEXT.test(id) || id === NIL) throw handlerThrew(`'${id}' is no event id`);
  if (type === '') throw handlerThrew('Empty eventType provided.');
  return {
    id: id.toLowerCase(),
    type,
    isJson: contentType === JSON_TYPE,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function readEvent(record: LogRecord): ReadResp {
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(record.id))
    .setStreamIdentifier(identifierOf(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(String(record.position))
    .setPreparePosition(String(record.position))
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  recorded
    .getMetadataMap()
    .set('type', record.type)
    .set('created', String(BigInt(record.created) * TICKS_PER_MS))
    .set('content-type', record.isJson ? JSON_TYPE : BYTES_TYPE);
  const event = new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(record.position));
  return new ReadResp().setEvent(event);
}
