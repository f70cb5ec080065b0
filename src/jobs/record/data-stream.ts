/** Appends to a chunk's data stream. Of several attempts only the data that the record names are served. */
import { Inject, Injectable } from '@nestjs/common';
import { nextTime } from '../../streams/envelope.js';
import { rowDataStreams } from '../../streams/rowdata/rowdata.events.js';
import type { Loaded, RepositoryPorts, StreamFold } from '../../streams/stream-repository.js';
import { StreamRepository } from '../../streams/stream-repository.js';
import { MAX_APPEND_BYTES, type NewEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { JOB_PORTS } from '../job-ports.js';
import type { ChunkId } from '../../streams/stream-ids.js';

/** A chunk's data stream as far as it was read. No decision depends on its content. */
export type LoadedDataStream = Loaded<ChunkId, null>;

/**
 * Chunks of a submission that are written at the same time, in order. So at most seven chunks before one that
 * has a stream lack theirs. The deletion of an unfinished submission relies on this.
 */
export const CHUNKS_WRITTEN_AT_ONCE = 8;

const ROW_DATA: StreamFold<ChunkId, never, null> = {
  stream: { ...rowDataStreams, decodeAll: () => [] },
  initial: null,
  evolve: () => null,
  eventId: (_id, event) => event,
  lastOnly: true,
};

@Injectable()
export class DataStreams extends StreamRepository<ChunkId, never, null> {
  constructor(@Inject(JOB_PORTS) ports: RepositoryPorts) {
    super(ports, ROW_DATA);
  }

  /** Plans the appends of these events to a stream that no other process writes to. */
  planAppends(
    stream: LoadedDataStream,
    events: readonly NewEvent[],
  ): ReturnType<DataStreams['planAppend']>[] {
    let lastStream = stream;
    return appendsOf(events).map((appendEvents) => {
      const plan = this.planAppend(lastStream, appendEvents);
      lastStream = plan.next;
      return plan;
    });
  }

  /** Appends the events after those of other attempts. @throws StreamDeletedError */
  async deliver(stream: LoadedDataStream, events: readonly NewEvent[]): Promise<void> {
    let lastStream = stream;
    // A conflict means that nothing of this append was written, so its events may get a new time.
    for (const appendEvents of appendsOf(events))
      lastStream = await this.appendBehind(lastStream, ({ time }) =>
        appendEvents.map((event) => withMonotonicTime(event, time)),
      );
  }
}

/** Moves the event's time forward where needed: time never goes back in a stream. */
function withMonotonicTime(event: NewEvent, lastTime: string | null): NewEvent {
  const time = event.metadata['time'];
  if (time === undefined || lastTime === null || time >= lastTime) return event;
  return { ...event, metadata: { ...event.metadata, time: nextTime(new Date(time), lastTime) } };
}

/** Groups data events so that each group fits one append. */
function appendsOf(events: readonly NewEvent[]): readonly (readonly NewEvent[])[] {
  const appends: NewEvent[][] = [];
  let appendBytes = 0;
  for (const event of events) {
    const lastAppend = appends.at(-1);
    if (lastAppend === undefined || appendBytes + event.data.length > MAX_APPEND_BYTES) {
      appends.push([event]);
      appendBytes = event.data.length;
    } else {
      lastAppend.push(event);
      appendBytes += event.data.length;
    }
  }
  return appends;
}
