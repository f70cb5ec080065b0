/** Says in the log that a chunk's rows are being worked on (Architecture 3.3). */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { startChunk } from '../../streams/job/job.decider.js';
import { StartChunk } from '../commands.js';
import { JobRepository, type JobWritten } from '../job-stream.js';

@CommandHandler(StartChunk)
export class StartChunkHandler implements ICommandHandler<StartChunk> {
  constructor(private readonly jobs: JobRepository) {}

  execute({ known, start, context }: StartChunk): Promise<JobWritten> {
    return this.jobs.decide(known, { context, purpose: start.attempt }, (state) => startChunk(state, start));
  }
}
