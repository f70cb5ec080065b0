/**
 * Makes events leaves of the sealed tree (`docs/sealed-log.md`, "Leaves"), and grows the tree from a seal on.
 * A leaf stays the same when the log is moved to another store, when rows and contacts are erased, and
 * whatever other programs write into the same store. Reads only the events after the seal.
 */
import { CompactRange, treeFrom } from '../../packages/statement-check/src/merkle/compact-range.js';
import { parseHashes, type TreeHash, leafHash } from '../../packages/statement-check/src/merkle/tree-hash.js';
import { headStream } from '../streams/heads/heads.events.js';
import { sealStream, type LogSealed } from '../streams/seals/seals.events.js';
import {
  LOG_START,
  amongOwn,
  type EventStore,
  type Position,
  type RecordedEvent,
  type StreamName,
  STREAM_DELETED,
  TRACEPARENT,
  categoryOf,
  type Append,
} from '../../packages/platform/src/event-store/event-store.js';
import { logPages, storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import { hash } from 'node:crypto';
import { withoutKeyName } from '../streams/account/account.events.js';
import { STREAMS } from '../streams/index.js';

/** The categories of the streams that live for ever. Data that may be erased are in none of them. */
export const SEALED_CATEGORIES: readonly string[] = STREAMS.filter(({ deletable }) => !deletable).map(
  ({ category }) => category,
);

const SEALED_CATEGORY_SET: ReadonlySet<string> = new Set(SEALED_CATEGORIES);

export const isSealed = ({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): boolean =>
  type !== STREAM_DELETED && SEALED_CATEGORY_SET.has(categoryOf(stream));

/**
 * The text of a leaf: canonical JSON (RFC 8785), which orders keys by their UTF-16 code units and writes
 * strings as `JSON.stringify` does. Written by hand, since a general canonicaliser takes several times as
 * long; a property test holds the two equal.
 * @param number the event's number among our own events of its stream, from 0
 */
export function leafText(event: Omit<RecordedEvent, 'position' | 'revision'>, number: number): string {
  const { metadata, stream, type } = event;
  let fields = '';
  for (const name of Object.keys(metadata).sort())
    if (name !== TRACEPARENT)
      fields += `${fields && ','}${JSON.stringify(name)}:${JSON.stringify(metadata[name])}`;
  const id = JSON.stringify(event.id.toLowerCase());
  const data = hash('sha256', sealedData(event), 'hex');
  return `{"data_sha256":"${data}","id":${id},"metadata":{${fields}},"number":${number},"stream":${JSON.stringify(stream)},"type":${JSON.stringify(type)}}`;
}

/** The leaf hash of RFC 6962, 2.1. */
export const sealedLeaf = (event: Omit<RecordedEvent, 'position' | 'revision'>, number: number): TreeHash =>
  leafHash(leafText(event, number));

/** An event by its id, and the hash of its leaf as hexadecimal digits. */
export interface EventLeaf {
  readonly event_id: string;
  readonly leaf: string;
}

/** @param number the event's number among our own events of its stream, from 0 */
export const eventLeaf = (
  event: Omit<RecordedEvent, 'position' | 'revision'>,
  number: number,
): EventLeaf => ({
  event_id: event.id.toLowerCase(),
  leaf: sealedLeaf(event, number).toString('hex'),
});

/** The event that a receipt names. Null: nothing was recorded. `unread`: the event could not be read. */
export type ReceiptEvent = EventLeaf | null | 'unread';

/**
 * The leaf of the first event of an append; null where there is no append.
 * @param number as in `eventLeaf`
 */
export function firstLeaf(
  append: Pick<Append, 'stream' | 'events'> | null,
  number: number = 0,
): EventLeaf | null {
  const [first] = append?.events ?? [];
  return append && first ? eventLeaf({ ...first, stream: append.stream }, number) : null;
}

/** The sealed data of an event. An older `KeyIssued` counts without its key's name, which may be erased. */
function sealedData(event: Pick<RecordedEvent, 'type' | 'data'>): Uint8Array {
  if (event.type !== 'KeyIssued') return event.data;
  try {
    return withoutKeyName(event).data;
  } catch {
    // Data that somebody broke are sealed as they are.
    return event.data;
  }
}

/** The number of events that are read at once. Packs are some 100 KB each. */
const EVENTS_PER_PAGE = 100;

/** Streams of seals and their entries. They cause no seal, or a quiet log would be sealed for ever. */
const RECORDS_OF_SEALS: ReadonlySet<StreamName> = new Set([sealStream, headStream]);

export type SealedLog = Pick<EventStore, 'readAll' | 'readStream'>;

/** The last seal doesn't fit the log: nothing can be sealed on it. The message is one line. */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';
}

export interface Growth {
  /** The seal to grow from; null: the start of the log. */
  readonly from: LogSealed | null;
  /** The last position to read. */
  readonly upTo: Position;
  /** Numbers the events of a log read from its middle. It has met all events up to `from`, or none. */
  readonly numbers: OwnNumbers;
  readonly pace?: (() => Promise<void>) | undefined;
  /** Called after each new leaf with the tree up to it and its event. */
  readonly onLeaf?: (tree: CompactRange, event: RecordedEvent, leaf: TreeHash) => void;
}

/**
 * @returns also the event of the last new leaf, and the number of new leaves that are neither seals nor
 * entries of the log of heads
 * @throws BrokenSealError if the log doesn't have the event that the seal names last
 */
export async function growTree(log: SealedLog, { from, upTo, numbers, pace, onLeaf }: Growth) {
  const tree = from === null ? new CompactRange() : treeOf(from);
  const after = from === null ? LOG_START : await lastPositionOf(log, from);
  let [lastEvent, factCount]: [RecordedEvent | null, number] = [null, 0];
  for await (const page of logPages(
    log,
    { after, categories: SEALED_CATEGORIES, limit: EVENTS_PER_PAGE },
    upTo,
  )) {
    for (const event of page.events.filter(isSealed)) {
      // A log that is read from its start has counted the events of other programs already.
      const number = from === null ? amongOwn(event).revision : await numbers.numberOf(event);
      const leaf = sealedLeaf(event, number);
      tree.push(leaf);
      onLeaf?.(tree, event, leaf);
      lastEvent = event;
      if (!RECORDS_OF_SEALS.has(event.stream)) factCount += 1;
    }
    await pace?.();
  }
  return { tree, lastEvent, factCount };
}

/** The tree up to a seal. @throws BrokenSealError if the seal contradicts itself */
function treeOf({ leaves, frontier, root }: LogSealed): CompactRange {
  const tree = treeFrom(leaves, parseHashes(frontier) ?? []);
  if (tree?.root().toString('hex') === root) return tree;
  throw new BrokenSealError(`the seal of ${leaves} events has another root than its frontier`);
}

async function lastPositionOf(
  log: SealedLog,
  { leaves, last_event: id, last_stream }: LogSealed,
): Promise<Position> {
  const place = await positionOf(log, last_stream as StreamName, id);
  if (place !== null) return place;
  throw new BrokenSealError(
    `the seal of ${leaves} events ends with event ${id} of ${last_stream}, which the log doesn't have`,
  );
}

/** The position of an event; null if the stream doesn't have it. Searches from the end of the stream. */
export async function positionOf(
  log: Pick<EventStore, 'readStream'>,
  stream: StreamName,
  id: string,
): Promise<Position | null> {
  for (let from: number | undefined; ;) {
    const read = {
      direction: 'backwards',
      limit: EVENTS_PER_PAGE,
      ...(from !== undefined && { from }),
    } as const;
    const slice = await log.readStream(stream, read);
    const events = slice.status === 'found' ? slice.events : [];
    const match = events.find((event) => event.id.toLowerCase() === id);
    if (match !== undefined) return match.position;
    const earliest = events.at(-1)?.revision ?? 0;
    if (earliest === 0) return null;
    from = earliest - 1;
  }
}

/** The maximum number of streams whose next number is kept. The others are counted again. */
const MAX_KEPT_STREAMS = 50_000;

/**
 * Numbers the events of a stream among our own events, for a reader that begins in the middle of the log.
 * Such a reader can't know from an event how many events of other programs stand before it.
 */
export class OwnNumbers {
  private readonly nextByStream = new Map<StreamName, number>();

  constructor(private readonly log: Pick<EventStore, 'readStream'>) {}

  /** The number of this event, from 0. Give the events in log order, each once. */
  async numberOf({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): Promise<number> {
    const number =
      revision === 0 ? 0 : (this.nextByStream.get(stream) ?? (await this.countBefore(stream, revision)));
    this.nextByStream.delete(stream);
    this.nextByStream.set(stream, number + 1);
    const [oldest] = this.nextByStream.keys();
    if (this.nextByStream.size > MAX_KEPT_STREAMS && oldest !== undefined) this.nextByStream.delete(oldest);
    return number;
  }

  /** The number of our events before this revision of a stream. */
  private async countBefore(stream: StreamName, revision: number): Promise<number> {
    let number = 0;
    for await (const event of storedEvents(this.log, stream)) {
      if (event.revision >= revision) break;
      number += 1;
    }
    return number;
  }
}
