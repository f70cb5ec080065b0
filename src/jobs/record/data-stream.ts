/**
 * Appends to a chunk's data stream. Several attempts may write into it, each behind the others: what was ever served is
 * only what the record names.
 */
import { Inject, Injectable } from '@nestjs/common';
import { nextTime } from '../../streams/envelope.js';
import { rowDataStreams } from '../../streams/rowdata/rowdata.events.js';
import type { Loaded, RepositoryPorts, StreamFold } from '../../streams/stream-repository.js';
import { StreamRepository } from '../../streams/stream-repository.js';
import { MAX_APPEND_BYTES, type NewEvent } from '../../platform/event-store/event-store.js';
import { JOB_PORTS } from '../job-ports.js';
import type { ChunkId } from '../../streams/stream-ids.js';

/** Where a data stream stands: nothing is decided on what is in it. */
export type LoadedData = Loaded<ChunkId, null>;

/**
 * Chunks of a submission that are written at once, in their order: enough for the store to commit them in groups. So a
 * chunk is begun only after one of the so many before it was written; whoever closes a submission rests on that.
 */
export const SUBMITTED_AT_ONCE = 8;

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

  /** The appends that the events need in a stream that nobody else writes to. */
  readyRuns(known: LoadedData, events: readonly NewEvent[]): ReturnType<DataStreams['ready']>[] {
    let at = known;
    return appendsOf(events).map((run) => {
      const plan = this.ready(at, run);
      at = plan.next;
      return plan;
    });
  }

  /**
   * Behind whatever others write meanwhile, in as many appends as the events need.
   * @throws StreamDeletedError
   */
  async deliver(known: LoadedData, events: readonly NewEvent[]): Promise<void> {
    let at = known;
    // Nothing of a run was written where it met a conflict, so it may be stamped anew.
    for (const run of appendsOf(events))
      at = await this.appendBehind(at, ({ time }) => run.map((event) => notBefore(event, time)));
  }
}

/** Time never goes back within a stream, whatever the clocks of those who write into it. */
function notBefore(event: NewEvent, lastTime: string | null): NewEvent {
  const time = event.metadata['time'];
  if (time === undefined || lastTime === null || time >= lastTime) return event;
  return { ...event, metadata: { ...event.metadata, time: nextTime(new Date(time), lastTime) } };
}

/** Data events in runs that fit one append each. */
function appendsOf(events: readonly NewEvent[]): readonly (readonly NewEvent[])[] {
  const appends: NewEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const open = appends.at(-1);
    if (open === undefined || bytes + event.data.length > MAX_APPEND_BYTES) {
      appends.push([event]);
      bytes = event.data.length;
    } else {
      open.push(event);
      bytes += event.data.length;
    }
  }
  return appends;
}
