/** Handles the commands that start, record and complete a chunk. Repeating a command records nothing new. */
import { NotNowError } from '../../../packages/platform/src/errors/not-now-error.js';
import { handledBy } from '../../../packages/platform/src/nest/stream-module.js';
import { rowsOfChunk } from '../../streams/job/chunk-bounds.js';
import { completeChunk, endIfDone, startChunk, type ChunkEnd } from '../../streams/job/job.decider.js';
import { isActive, type JobState } from '../../streams/job/job.state.js';
import { CompleteChunk, RecordChunk, StartChunk } from '../commands.js';
import { JobRepository } from '../job-stream.js';
import { RecordRepository, chunkEndOf } from './record-stream.js';

/** Records that a worker has started to answer a chunk's rows (Architecture 3.3). */
export const startChunkHandler = handledBy(JobRepository)(StartChunk, (jobs, { job, start, context }) =>
  jobs.decide(job, { context, purpose: start.attempt }, (state) => startChunk(state, start)),
);

/** Records delivered rows and charges: the first append at "no stream" wins (Architecture 3.5). */
export const recordChunkHandler = handledBy(RecordRepository)(
  RecordChunk,
  async (records, { deliveredChunk: { attempt, rows, recordEvents } }) => {
    const emptyRecord = records.emptyStream({ job: attempt.submission.job_id, chunk: attempt.chunk });
    const appendResult = await records.append(emptyRecord, recordEvents);
    return appendResult === 'conflict'
      ? { record: await records.load(emptyRecord.id), hasWon: false, rows }
      : { record: appendResult, hasWon: true, rows };
  },
);

/** Completes a chunk (Architecture 3.7). @throws NotNowError if only a part of the record was read */
export const completeChunkHandler = handledBy(JobRepository)(
  CompleteChunk,
  (jobs, { job, record, context }) => {
    const end = chunkEndOf(record);
    return jobs.decide(job, { context, purpose: end.attempt }, (state, time) => {
      refuseIncompleteRecord(state, end);
      const completion = completeChunk(state, end, time);
      const isAlreadyComplete = completion.outcome === 'decided' && completion.events.length === 0;
      return isAlreadyComplete ? endIfDone(state, time) : completion;
    });
  },
);

/** Refuses a record that lacks rows: it is one append, so the read that missed rows has failed. */
function refuseIncompleteRecord(job: JobState, { chunk, counts }: ChunkEnd): void {
  if (!isActive(job)) return;
  const { succeeded, not_found, failed } = counts;
  const rows = succeeded + not_found + failed;
  const { count } = rowsOfChunk(job.submission, chunk);
  if (rows !== count) throw new NotNowError(`the record of chunk ${chunk} has ${rows} rows of ${count}`);
}
