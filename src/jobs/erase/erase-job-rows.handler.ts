/** Ends the retention of a finished job's rows now: for operators, and for the eraser when their time is up. */
import { Inject } from '@nestjs/common';
import type { ICommandHandler } from '@nestjs/cqrs';
import { CommandHandler } from '@nestjs/cqrs';
import type { EraseOutcome } from '../commands.js';
import { EraseJobRows } from '../commands.js';
import type { JobPorts } from '../job-ports.js';
import { JOB_PORTS } from '../job-ports.js';
import { eraseJobRows } from './erase-job-rows.js';

@CommandHandler(EraseJobRows)
export class EraseJobRowsHandler implements ICommandHandler<EraseJobRows> {
  constructor(@Inject(JOB_PORTS) private readonly ports: JobPorts) {}

  async execute({ jobId, reason, actor, requestId }: EraseJobRows): Promise<EraseOutcome> {
    return eraseJobRows(this.ports, jobId, reason, { actor, requestId });
  }
}
