/** Shows an event as stored and as decoded. Showing an event of an account writes an audit record. */
import { STREAM_DELETED, type StreamName } from '../../../packages/platform/src/event-store/event-store.js';
import { DeletedStreams } from '../../transfer/deleted-streams.js';
import { isDeflated } from '../../streams/envelope.js';
import { decode } from '../../streams/index.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { recordAudit } from '../support/audit-records.js';

export const MAX_LOGICAL_EVENTS = 20;

interface EventRequest {
  readonly stream: string;
  readonly revision: number;
  /** The number of decoded events to skip. Default 0. */
  readonly skip?: number;
}

/** @throws WrongRequest */
export async function showEvent(
  operator: OperatorServices,
  { stream, revision, skip = 0 }: EventRequest,
  reason: string | null,
) {
  const slice = await operator.stores.eventStore.readStream(stream as StreamName, {
    from: revision,
    limit: 2,
  });
  if (slice.status === 'deleted')
    throw new WrongRequest(
      'unknown_event',
      `The stream ${stream} was deleted for good: what was asked and delivered is erased, facts and charges stay.`,
    );
  const [storedEvent, next] = slice.status === 'found' ? slice.events : [];
  if (storedEvent === undefined || storedEvent.revision !== revision)
    throw new WrongRequest('unknown_event', `There is no event ${revision} in a stream ${stream}.`);
  const event = await new DeletedStreams(operator.stores.eventStore).withoutErased(storedEvent);
  const account = event.metadata['account'];
  const owner = { account_id: account === undefined ? null : (Number(account) as AccountId) };
  await recordAudit(operator, { owner, about: { kind: 'event', stream: event.stream, revision }, reason });
  const entries = event.type === STREAM_DELETED ? [] : decode(event);
  const { data, ...rest } = event;
  const isPlain = event.format === 'json' && !isDeflated(event);
  return {
    ...rest,
    bytes: data.byteLength,
    /** The stored JSON; null where the event is packed or deflated and only its codec reads it. */
    stored: isPlain ? Buffer.from(data).toString('utf8') : null,
    /** The decoded events: several where the event is a pack. */
    logical: entries
      .slice(skip, skip + MAX_LOGICAL_EVENTS)
      .map(({ id, event: { type, data: payload } }) => ({ id, type, data: withByteCounts(payload) })),
    logical_total: entries.length,
    /** True if the stream has a later event. */
    next: next !== undefined,
  };
}

/** Replaces byte arrays, such as delivered rows, by their length. */
const withByteCounts = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (_key, value: unknown) =>
      value instanceof Uint8Array ? `(${value.byteLength} bytes)` : value,
    ),
  );
