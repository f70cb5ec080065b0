/** Deletes a job's data streams for good, also those that never were, so that no late writer can bring data back. */
import { Inject, Injectable } from '@nestjs/common';
import { jsonEvent, metadataOf, type EventContext } from '../../streams/envelope.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { StreamDeletedError } from '../../platform/event-store/event-store.js';
import { inParallel } from '../../platform/tasks/in-parallel.js';
import { derivedId } from '../../shared/derived-id.js';
import type { JobId } from '../../shared/ids.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { DataStreams } from '../record/data-stream.js';

const STREAMS_AT_ONCE = 8;

@Injectable()
export class DataDeletion {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'store' | 'clock'>,
    private readonly data: DataStreams,
  ) {}

  /** Safe to repeat; done once it returns. `chunks`: how many the job has. */
  async of(job: JobId, chunks: number, context: EventContext): Promise<void> {
    const all = Array.from({ length: chunks }, (_, chunk) => ({ job, chunk }));
    await inParallel(all, STREAMS_AT_ONCE, (id) => this.deleteForGood(id, context));
  }

  private async deleteForGood(id: ChunkId, context: EventContext): Promise<void> {
    const { job, chunk } = id;
    const { store, clock } = this.ports;
    while ((await store.deleteStream(rowDataStream(job, chunk))) === 'no_stream') {
      const closed = { type: 'RowDataClosed', data: { job_id: job, chunk } } as const;
      const metadata = metadataOf(context, clock.now().toISOString());
      const event = jsonEvent(closed, derivedId('RowDataClosed', job, chunk), metadata);
      try {
        await this.data.append(this.data.unread(id), [event]);
      } catch (error) {
        if (!(error instanceof StreamDeletedError)) throw error; // another worker deleted it meanwhile
      }
    }
  }
}
