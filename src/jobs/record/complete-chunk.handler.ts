/** Closes a chunk by its record, and with the last one the job (Architecture 3.7). Two that do so write the same events. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { completeChunk } from '../../streams/job/job.decider.js';
import { CompleteChunk } from '../commands.js';
import { JobRepository, type JobWritten } from '../job-stream.js';
import { endOf } from './record-stream.js';

@CommandHandler(CompleteChunk)
export class CompleteChunkHandler implements ICommandHandler<CompleteChunk> {
  constructor(private readonly jobs: JobRepository) {}

  execute({ known, record, context }: CompleteChunk): Promise<JobWritten> {
    const end = endOf(record);
    return this.jobs.decide(known, { context, purpose: end.attempt }, (job, time) =>
      completeChunk(job, end, time),
    );
  }
}
