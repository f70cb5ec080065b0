/** One event as the store holds it, and what the program reads from it; recorded as a look where it is somebody's. */
import {
  STREAM_DELETED,
  type RecordedEvent,
  type StreamName,
} from '../../platform/event-store/event-store.js';
import { DeletedStreams } from '../../transfer/deleted-streams.js';
import { isDeflated } from '../../streams/envelope.js';
import { decode } from '../../streams/index.js';
import type { AccountId } from '../../shared/ids.js';
import type { Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { recordLook } from '../support/looks.js';

export interface EventShown extends Omit<RecordedEvent, 'data'> {
  readonly bytes: number;
  /** JSON as it is stored; null where the event is packed or deflated, which only its codec reads. */
  readonly stored: string | null;
  /** What the program reads from it: several where it is a pack. Long ones are cut to the first. */
  readonly logical: readonly { readonly id: string; readonly type: string; readonly data: unknown }[];
  readonly logical_total: number;
  /** Whether another follows it in its stream. */
  readonly next: boolean;
}

const MOST_LOGICAL = 20;

/** @throws WrongRequest */
export async function showEvent(
  operator: Operator,
  { stream, revision }: { readonly stream: string; readonly revision: number },
  reason: string | null,
): Promise<EventShown> {
  const slice = await operator.stores.eventStore.readStream(stream as StreamName, {
    from: revision,
    limit: 2,
  });
  if (slice.status === 'deleted')
    throw new WrongRequest(
      'unknown_event',
      `The stream ${stream} was deleted for good: what was asked and delivered is erased, facts and charges stay.`,
    );
  const [found, next] = slice.status === 'found' ? slice.events : [];
  if (found === undefined || found.revision !== revision)
    throw new WrongRequest('unknown_event', `There is no event ${revision} in a stream ${stream}.`);
  const event = await new DeletedStreams(operator.stores.eventStore).shown(found);
  await record(operator, event, reason);
  const entries = event.type === STREAM_DELETED ? [] : decode(event);
  const { data, ...rest } = event;
  const isPlain = event.format === 'json' && !isDeflated(event);
  return {
    ...rest,
    bytes: data.byteLength,
    stored: isPlain ? Buffer.from(data).toString('utf8') : null,
    logical: entries
      .slice(0, MOST_LOGICAL)
      .map(({ id, event: { type, data: told } }) => ({ id, type, data: readable(told) })),
    logical_total: entries.length,
    next: next !== undefined,
  };
}

async function record(
  operator: Operator,
  { metadata, stream, revision }: RecordedEvent,
  reason: string | null,
) {
  const text = metadata['account'];
  if (text === undefined) return;
  const account = Number(text) as AccountId;
  await recordLook(operator, {
    of: { account },
    account,
    about: { kind: 'event', stream, revision },
    reason,
  });
}

/** Bytes within it, rows as they were delivered, are named by their number. */
const readable = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (_key, value: unknown) =>
      value instanceof Uint8Array ? `(${value.byteLength} bytes)` : value,
    ),
  );
