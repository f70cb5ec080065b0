/** Deletes a job's data streams for good, also those that never were, so that no late writer can bring data back. */
import type { EventContext } from '../../streams/envelope.js';
import { jsonEvent, metadataOf } from '../../streams/envelope.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { appendSurely } from '../../platform/event-store/append-surely.js';
import { StreamDeletedError } from '../../platform/event-store/event-store.js';
import { inParallel } from '../../platform/tasks/in-parallel.js';
import { derivedId } from '../../shared/derived-id.js';
import type { JobId } from '../../shared/ids.js';
import type { JobPorts } from '../job-ports.js';

const STREAMS_AT_ONCE = 8;

/** Safe to repeat; done once it returns. `chunks`: how many the job has. */
export async function deleteDataStreams(
  ports: Pick<JobPorts, 'store' | 'clock'>,
  job: JobId,
  chunks: number,
  context: EventContext,
): Promise<void> {
  const all = Array.from({ length: chunks }, (_, chunk) => chunk);
  await inParallel(all, STREAMS_AT_ONCE, (chunk) => deleteForGood(ports, job, chunk, context));
}

async function deleteForGood(
  { store, clock }: Pick<JobPorts, 'store' | 'clock'>,
  job: JobId,
  chunk: number,
  context: EventContext,
): Promise<void> {
  const stream = rowDataStream(job, chunk);
  while ((await store.deleteStream(stream)) === 'no_stream') {
    const closed = { type: 'RowDataClosed', data: { job_id: job, chunk } } as const;
    const metadata = metadataOf(context, clock.now().toISOString());
    const events = [jsonEvent(closed, derivedId('RowDataClosed', job, chunk), metadata)];
    try {
      await appendSurely(store, { stream, expected: 'no_stream', events });
    } catch (error) {
      if (!(error instanceof StreamDeletedError)) throw error; // another worker deleted it meanwhile
    }
  }
}
