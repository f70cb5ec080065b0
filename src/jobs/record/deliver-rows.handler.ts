/**
 * Writes an attempt's rows into the chunk's data stream and makes the record that will stand on them. Until that is
 * appended, the rows are neither served nor charged.
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { metadataOf, nextTime } from '../../streams/envelope.js';
import { DeliverRows, type Delivered } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { DataStreams } from './data-stream.js';
import { deliveredPacks, fitting } from './delivered-packs.js';
import { recordEvents } from './record-events.js';

@CommandHandler(DeliverRows)
export class DeliverRowsHandler implements ICommandHandler<DeliverRows> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'clock' | 'entropy'>,
    private readonly data: DataStreams,
  ) {}

  /** @throws StreamDeletedError where the job's data were erased meanwhile */
  async execute({ attempt, answers, start }: DeliverRows): Promise<Delivered> {
    const { clock, entropy } = this.ports;
    const { submission, chunk, context } = attempt;
    const at = start?.at ?? (await this.data.load({ job: submission.job_id, chunk }));
    const rows = fitting(answers, attempt);
    const metadata = metadataOf(context, nextTime(clock.now(), at.time));
    const salt = Buffer.from(entropy.bytes(16)).toString('hex');
    const packs = deliveredPacks(attempt, rows, salt, metadata);
    if (submission.stored)
      await this.data.deliver(at, [...(start?.before ?? []), ...packs.map(({ event }) => event)]);
    return { attempt, rows, record: recordEvents(attempt, rows, packs, metadata) };
  }
}
