/** Completes a chunk from its record, and the job with its last chunk (Architecture 3.7). Safe to repeat. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotNowError } from '../../platform/errors/not-now-error.js';
import { rowsOfChunk } from '../../shared/chunk-bounds.js';
import { completeChunk, endUnended, type ChunkEnd } from '../../streams/job/job.decider.js';
import { isActive, type JobState } from '../../streams/job/job.state.js';
import { CompleteChunk } from '../commands.js';
import { JobRepository, type JobWritten } from '../job-stream.js';
import { chunkEndOf } from './record-stream.js';

@CommandHandler(CompleteChunk)
export class CompleteChunkHandler implements ICommandHandler<CompleteChunk> {
  constructor(private readonly jobs: JobRepository) {}

  /** @throws NotNowError where only a part of the record was read */
  execute({ job: loaded, record, context }: CompleteChunk): Promise<JobWritten> {
    const end = chunkEndOf(record);
    return this.jobs.decide(loaded, { context, purpose: end.attempt }, (job, time) => {
      refuseShort(job, end);
      const completed = completeChunk(job, end, time);
      const isDone = completed.outcome === 'decided' && completed.events.length === 0;
      return isDone ? endUnended(job, time) : completed;
    });
  }
}

/** Refuses a record with too few rows. A record is one append, so a part of it is a fault of the read. */
function refuseShort(job: JobState, { chunk, counts }: ChunkEnd): void {
  if (!isActive(job)) return;
  const { succeeded, not_found, failed } = counts;
  const rows = succeeded + not_found + failed;
  const { count } = rowsOfChunk(job.submission, chunk);
  if (rows !== count) throw new NotNowError(`the record of chunk ${chunk} tells of ${rows} rows of ${count}`);
}
