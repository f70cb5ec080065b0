/** Writes an attempt's rows. They are neither served nor charged until their record is appended. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { nextTime } from '../../streams/envelope.js';
import { DeliverRows } from '../commands.js';
import type { DeliveredChunk } from './chunk-attempt.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { DataStreams } from './data-stream.js';
import { makeDelivery } from './delivery.js';

@CommandHandler(DeliverRows)
export class DeliverRowsHandler implements ICommandHandler<DeliverRows> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'clock' | 'entropy'>,
    private readonly dataStreams: DataStreams,
  ) {}

  /** @throws StreamDeletedError if the job's data were erased meanwhile */
  async execute({ attempt, answers, stream }: DeliverRows): Promise<DeliveredChunk> {
    const { clock, entropy } = this.ports;
    const { submission, chunk } = attempt;
    const loadedStream = stream ?? (await this.dataStreams.load({ job: submission.job_id, chunk }));
    const stamp = { time: nextTime(clock.now(), loadedStream.time), salt: entropy.bytes(16) };
    const { deliveredChunk, dataEvents } = await makeDelivery(attempt, answers, stamp);
    if (submission.stored) await this.dataStreams.deliver(loadedStream, dataEvents);
    return deliveredChunk;
  }
}
