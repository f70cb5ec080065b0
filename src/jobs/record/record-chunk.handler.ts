/**
 * Records delivered rows with their charges, in one append at "no stream". Of several attempts exactly one is
 * recorded; a later attempt continues from that record (Architecture 3.5).
 */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RecordChunk, type RecordOutcome } from '../commands.js';
import { RecordRepository } from './record-stream.js';

@CommandHandler(RecordChunk)
export class RecordChunkHandler implements ICommandHandler<RecordChunk> {
  constructor(private readonly records: RecordRepository) {}

  async execute({ delivered: { attempt, rows, record } }: RecordChunk): Promise<RecordOutcome> {
    const nothing = this.records.unread({ job: attempt.submission.job_id, chunk: attempt.chunk });
    const recorded = await this.records.append(nothing, record);
    return recorded === 'conflict'
      ? { loaded: await this.records.load(nothing.id), won: false, rows }
      : { loaded: recorded, won: true, rows };
  }
}
