/**
 * Records delivered rows with their charges, in one append at "no stream": of several attempts one is recorded, and a
 * later attempt continues from that record (Architecture 3.5).
 */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RecordChunk, type Recorded } from '../commands.js';
import { RecordRepository } from './record-stream.js';

@CommandHandler(RecordChunk)
export class RecordChunkHandler implements ICommandHandler<RecordChunk> {
  constructor(private readonly records: RecordRepository) {}

  async execute({ delivered: { attempt, rows, record } }: RecordChunk): Promise<Recorded> {
    const nothing = this.records.unread({ job: attempt.submission.job_id, chunk: attempt.chunk });
    const recorded = await this.records.append(nothing, record);
    return recorded === 'conflict'
      ? { loaded: await this.records.load(nothing.id), won: false, rows }
      : { loaded: recorded, won: true, rows };
  }
}
