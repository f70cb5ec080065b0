/**
 * Writes an attempt's rows into the chunk's data stream and makes the record that will stand on them. Until that is
 * appended, the rows are neither served nor charged.
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { nextTime } from '../../streams/envelope.js';
import { DeliverRows, type Delivered } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { DataStreams } from './data-stream.js';
import { madeDelivery } from './made-delivery.js';

@CommandHandler(DeliverRows)
export class DeliverRowsHandler implements ICommandHandler<DeliverRows> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'clock' | 'entropy'>,
    private readonly data: DataStreams,
  ) {}

  /** @throws StreamDeletedError where the job's data were erased meanwhile */
  async execute({ attempt, answers, known }: DeliverRows): Promise<Delivered> {
    const { clock, entropy } = this.ports;
    const { submission, chunk } = attempt;
    const at = known ?? (await this.data.load({ job: submission.job_id, chunk }));
    const stamp = { time: nextTime(clock.now(), at.time), salt: entropy.bytes(16) };
    const { delivered, data } = await madeDelivery(attempt, answers, stamp);
    if (submission.stored) await this.data.deliver(at, data);
    return delivered;
  }
}
