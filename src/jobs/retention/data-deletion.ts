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
import { DataStreams, SUBMITTED_AT_ONCE } from '../record/data-stream.js';

const STREAMS_AT_ONCE = 8;

@Injectable()
export class DataDeletion {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'store' | 'clock'>,
    private readonly data: DataStreams,
  ) {}

  /** Safe to repeat; done once it returns. `chunks`: how many the job has. */
  async of(job: JobId, chunks: number, context: EventContext): Promise<void> {
    await this.deleteChunks(job, { from: 0, to: chunks }, context);
  }

  /**
   * The same of a submission that was never finished, whose chunks nobody knows the number of: up to where so many in a
   * row never were that its submitter, frozen or alive, can't have begun one behind them and never will.
   */
  async ofUnfinished(job: JobId, context: EventContext): Promise<void> {
    for (let from = 0; ; from += SUBMITTED_AT_ONCE) {
      const written = await this.deleteChunks(job, { from, to: from + SUBMITTED_AT_ONCE }, context);
      if (written === 0) return;
    }
  }

  /** Returns how many of them were there, or may have been. */
  private async deleteChunks(
    job: JobId,
    { from, to }: { readonly from: number; readonly to: number },
    context: EventContext,
  ): Promise<number> {
    const all = Array.from({ length: to - from }, (_, index) => ({ job, chunk: from + index }));
    let written = 0;
    await inParallel(all, STREAMS_AT_ONCE, async (id) => {
      if ((await this.deleteForGood(id, context)) === 'deleted') written += 1;
    });
    return written;
  }

  private async deleteForGood(id: ChunkId, context: EventContext): Promise<'deleted' | 'never_was'> {
    const { job, chunk } = id;
    let outcome: 'deleted' | 'never_was' = 'deleted';
    const { store, clock } = this.ports;
    while ((await store.deleteStream(rowDataStream(job, chunk))) === 'no_stream') {
      const closing = { type: 'RowDataClosed', data: { job_id: job, chunk } } as const;
      const metadata = metadataOf(context, clock.now().toISOString());
      const event = jsonEvent(closing, derivedId('RowDataClosed', job, chunk), metadata);
      try {
        const closed = await this.data.append(this.data.unread(id), [event]);
        if (closed !== 'conflict') outcome = 'never_was';
      } catch (error) {
        if (!(error instanceof StreamDeletedError)) throw error; // another worker deleted it meanwhile
      }
    }
    return outcome;
  }
}
