/**
 * Ends the retention of a finished job's rows. JobRowsErased is written first: from then on no row is shown.
 * Then every data stream is deleted for good. The command can be repeated. The data of a held job stay until
 * the hold ends; an operator's request first ends a hold whose time is over.
 */
import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LAPSED, isLapsed } from '../../streams/job/hold.decider.js';
import { eraseRows } from '../../streams/job/job.decider.js';
import { refuse } from '../../streams/decision.js';
import { isActive, isEnded, holdOf } from '../../streams/job/job.state.js';
import { EndJobHold, EraseJobRows, type EraseOutcome } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository } from '../job-stream.js';
import { DataDeletion } from './data-deletion.js';

@CommandHandler(EraseJobRows)
export class EraseJobRowsHandler implements ICommandHandler<EraseJobRows> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'clock'>,
    private readonly commands: CommandBus,
    private readonly jobs: JobRepository,
    private readonly deletion: DataDeletion,
  ) {}

  async execute({ jobId, reason, actor, requestId }: EraseJobRows): Promise<EraseOutcome> {
    let job = await this.jobs.load(jobId);
    if (isActive(job.state)) return { outcome: 'job_not_ended' };
    if (!isEnded(job.state)) return { outcome: 'job_not_found' };
    const { submission, hold: earlierHold } = job.state;
    const context = { requestId: requestId ?? job.requestId, actor, account: submission.account_id };
    // The eraser runs in a worker. It erases expired rows and finishes interrupted erasures.
    const isEraser = actor === 'worker';
    if (!isEraser && earlierHold !== null && isLapsed(earlierHold, this.ports.clock.now().toISOString())) {
      await this.commands.execute(
        new EndJobHold(jobId, { reason: LAPSED, since: earlierHold.since }, context),
      );
      job = await this.jobs.load(jobId, job);
    }
    // Without a purpose, processes that erase the same job write the same event, so it is written once.
    const decision = await this.jobs.decide(job, { context, purpose: '' }, (state) =>
      holdOf(state) === null || isEraser ? eraseRows(state, reason) : refuse('job_held'),
    );
    const hold = holdOf(decision.loaded.state);
    if (decision.outcome === 'refused')
      return hold === null ? { outcome: 'job_not_found' } : { outcome: 'job_held', hold };
    // An erased job can't get a new hold, so `hold` is still right here.
    if (submission.stored && hold === null)
      await this.deletion.deleteJob(jobId, submission.chunks.length, context);
    const outcome = decision.outcome === 'appended' ? 'erased' : 'unchanged';
    return { outcome, position: decision.loaded.position };
  }
}
