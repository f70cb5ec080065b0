/**
 * A subscription's filter: on the name of the stream or the type of the event, by prefixes or a regular
 * expression.
 */
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import type { LogRecord } from './log-record.js';
import { RpcError } from './rpc-errors.js';
import type { ServerContext } from './server-context.js';

/** @throws RpcError for a subscription without a filter, which nobody here uses */
export function recordFilter(
  context: ServerContext,
  filter: ReadReq.Options.FilterOptions | undefined,
): (record: LogRecord) => boolean {
  if (filter === undefined) throw context.unknownCall('a subscription to $all without a filter');
  const byStream = filter.getStreamIdentifier();
  const expression = byStream ?? filter.getEventType();
  const nameOf = (record: LogRecord): string => (byStream === undefined ? record.type : record.stream);
  if (expression === undefined) throw context.unknownCall('a filter of another kind');
  const regex = expression.getRegex();
  if (regex !== '') {
    const pattern = new RegExp(regex, 'u');
    return (record) => pattern.test(nameOf(record));
  }
  const prefixes = expression.getPrefixList();
  // On 26.1 such a prefix names an index; the stand-in has none.
  if (byStream !== undefined && context.version === '26.1' && prefixes[0]?.startsWith('$idx-') === true)
    throw new RpcError(status.NOT_FOUND, `Index '${prefixes[0]}' not found.`);
  return (record) => prefixes.some((prefix) => nameOf(record).startsWith(prefix));
}
