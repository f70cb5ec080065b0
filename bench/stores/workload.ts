/** The events and the cases that every contestant of `bench:stores` is put to. */
import { randomBytes } from 'node:crypto';
import type { NewEvent, StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { derivedId } from '../../src/streams/derived-id.js';

/** Some appends of one writer to one stream, from its beginning. */
export interface WriterPlan {
  readonly stream: StreamName;
  readonly batches: readonly (readonly NewEvent[])[];
}

/** One store that takes the events in; made for one case and thrown away after it. */
export interface Contestant {
  /**
   * Makes ready, off the clock, to write all plans, so many writers at a time; durable when the result
   * resolves.
   */
  prepare(plans: readonly WriterPlan[], writers: number): () => Promise<void>;
  /** Reads the whole log in order, in pages of 500, or only the named category; says how many events. */
  replay(category?: string): Promise<number>;
  close(): Promise<void>;
}

export interface ContestantKind {
  readonly name: string;
  open(file: string): Promise<Contestant>;
}

/** About 0.9 KB an event, data and metadata together: a row's facts, as the service writes them. */
const TEXT_BYTES = 560;

function benchEvent(stream: string, number: number): NewEvent {
  const object = {
    row: String(number),
    company_number: String(10_000_000 + number),
    // Random, so that nothing along the way can make it small.
    text: randomBytes(TEXT_BYTES / 2).toString('hex'),
  };
  return {
    id: derivedId('bench', stream, number),
    type: 'RowResolved',
    format: 'json',
    data: Buffer.from(JSON.stringify(object)),
    metadata: {
      $correlationId: derivedId('request', stream),
      $causationId: derivedId('cause', stream, number),
      account: '42',
      actor: 'key_01J8ZQ4M3N5P6R7S8T9V0W1X2Y',
      v: '1',
    },
  };
}

/**
 * `appends` appends of `size` events by each of `writers` writers; each append to a stream of its own if
 * `apart`.
 */
export function plans(writers: number, appends: number, size: number, apart = false): WriterPlan[] {
  const plan = (stream: string, count: number): WriterPlan => ({
    stream: stream as StreamName,
    batches: Array.from({ length: count }, (_, batch) =>
      Array.from({ length: size }, (__, index) => benchEvent(stream, batch * size + index)),
    ),
  });
  const streams = apart ? writers * appends : writers;
  // Every second stream is of another category, for replays of one of the two.
  return Array.from({ length: streams }, (_, n) =>
    plan(`${n % 2 === 0 ? 'even' : 'odd'}-${n}`, apart ? 1 : appends),
  );
}

export const eventsOf = (list: readonly WriterPlan[]): number =>
  list.reduce((sum, { batches }) => sum + batches.reduce((count, batch) => count + batch.length, 0), 0);

/** Works the list off, so many at a time. */
export async function inParallel<T>(
  list: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = list.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
