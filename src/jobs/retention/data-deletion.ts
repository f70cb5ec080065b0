/** Deletes a job's data streams for good, also those never written, so that no late write restores data. */
import { Inject, Injectable } from '@nestjs/common';
import { jsonEvent, metadataOf, type EventContext } from '../../streams/envelope.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { StreamDeletedError } from '../../../packages/platform/src/event-store/event-store.js';
import { inParallel } from '../../../packages/platform/src/tasks/in-parallel.js';
import { derivedId } from '../../streams/derived-id.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { DataStreams, CHUNKS_WRITTEN_AT_ONCE } from '../record/data-stream.js';

const STREAMS_AT_ONCE = 8;

@Injectable()
export class DataDeletion {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'store' | 'clock'>,
    private readonly dataStreams: DataStreams,
  ) {}

  async deleteJob(job: JobId, chunkCount: number, context: EventContext): Promise<void> {
    await this.deleteChunks(job, { from: 0, to: chunkCount }, context);
  }

  /** Deletes an unfinished submission's data, up to eight unwritten streams (`CHUNKS_WRITTEN_AT_ONCE`). */
  async deleteUnfinished(job: JobId, context: EventContext): Promise<void> {
    for (let from = 0; ; from += CHUNKS_WRITTEN_AT_ONCE) {
      const deletedCount = await this.deleteChunks(job, { from, to: from + CHUNKS_WRITTEN_AT_ONCE }, context);
      if (deletedCount === 0) return;
    }
  }

  /** Returns how many of these streams existed, or may have existed. */
  private async deleteChunks(
    job: JobId,
    { from, to }: { readonly from: number; readonly to: number },
    context: EventContext,
  ): Promise<number> {
    const chunkIds = Array.from({ length: to - from }, (_, index) => ({ job, chunk: from + index }));
    let deletedCount = 0;
    await inParallel(chunkIds, STREAMS_AT_ONCE, async (id) => {
      if ((await this.deleteForGood(id, context)) === 'deleted') deletedCount += 1;
    });
    return deletedCount;
  }

  private async deleteForGood(id: ChunkId, context: EventContext): Promise<'deleted' | 'never_existed'> {
    const { job, chunk } = id;
    let outcome: 'deleted' | 'never_existed' = 'deleted';
    const { store, clock } = this.ports;
    while ((await store.deleteStream(rowDataStream(job, chunk))) === 'no_stream') {
      const closedEvent = { type: 'RowDataClosed', data: { job_id: job, chunk } } as const;
      const metadata = metadataOf(context, clock.now().toISOString());
      const event = jsonEvent(closedEvent, derivedId('RowDataClosed', job, chunk), metadata);
      try {
        const result = await this.dataStreams.append(this.dataStreams.emptyStream(id), [event]);
        if (result !== 'conflict') outcome = 'never_existed';
      } catch (error) {
        // A StreamDeletedError means that another worker deleted the stream meanwhile.
        if (!(error instanceof StreamDeletedError)) throw error;
      }
    }
    return outcome;
  }
}
