/**
 * Records late answers: first their data, then all fills and charges in one append at the revision that was
 * read. So a block is filled once, however many workers try (Architecture 3.6).
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { jsonEvent, metadataOf } from '../../streams/envelope.js';
import { digestOf, type BlockDelivered } from '../../streams/rowdata/rowdata.events.js';
import type { BlockFilled } from '../../streams/rows/rows.events.js';
import type { NewEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { derivedId } from '../../streams/derived-id.js';
import { FillBlocks } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { fillBlocks } from './chunk-record.js';
import { DataStreams } from './data-stream.js';
import { RecordRepository, type LoadedRecord } from './record-stream.js';

@CommandHandler(FillBlocks)
export class FillBlocksHandler implements ICommandHandler<FillBlocks> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'clock' | 'entropy'>,
    private readonly dataStreams: DataStreams,
    private readonly records: RecordRepository,
  ) {}

  async execute(command: FillBlocks): Promise<LoadedRecord> {
    const { record, context } = command;
    const fills = await this.deliver(command);
    const decision = await this.records.decide(record, { context, purpose: '' }, (state) => ({
      outcome: 'decided',
      events: fillBlocks(state, fills),
    }));
    // The record is read again, because counts come from the log, never from memory.
    return decision.outcome === 'appended' ? this.records.load(record.id, record) : decision.loaded;
  }

  /** Writes the envelopes of the blocks into the data stream and returns the fills that refer to them. */
  private async deliver({
    record,
    attemptId: attempt,
    context,
    answers,
  }: FillBlocks): Promise<readonly BlockFilled['data'][]> {
    const { clock, entropy } = this.ports;
    const { job, chunk } = record.id;
    const metadata = metadataOf(context, clock.now().toISOString());
    const salt = Buffer.from(entropy.bytes(16)).toString('hex');
    const dataEvents = answers.map(({ row, block, envelope: blockEnvelope }): NewEvent => {
      const blockDelivered: BlockDelivered = {
        type: 'BlockDelivered',
        data: { job_id: job, chunk, row, block, attempt, salt, envelope: blockEnvelope },
      };
      return jsonEvent(blockDelivered, derivedId('BlockDelivered', job, row, block, attempt), metadata);
    });
    await this.dataStreams.deliver(await this.dataStreams.load(record.id), dataEvents);
    return answers.map(({ row, block, outcome }, index) => {
      const event = dataEvents[index];
      const delivered = event === undefined ? null : { event_id: event.id, digest: digestOf(event.data) };
      return { job_id: job, chunk, row, block, outcome, attempt, delivered };
    });
  }
}
