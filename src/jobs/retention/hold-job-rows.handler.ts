/**
 * Holds the data of a job's rows for a dispute, and ends holds. A note in Coordination is written before
 * JobHoldEnded and removed after the deletion. If this process dies in between, the eraser finishes. If
 * Coordination is lost, the eraser goes through all erased jobs again, and so finds this one.
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { endHold, holdRows } from '../../streams/job/hold.decider.js';
import type { EventContext } from '../../streams/envelope.js';
import { holdOf, isActive, isEnded, type JobState } from '../../streams/job/job.state.js';
import { EndJobHold, HoldJobRows, type HoldOutcome } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository } from '../job-stream.js';
import { DataDeletion } from './data-deletion.js';

/** The prefix of the keys of notes about holds that are being ended; a job id follows. */
export const HOLD_ENDING_PREFIX = 'eraser/hold-ending/';

const contextOfAccount = (context: EventContext, state: JobState): EventContext =>
  isActive(state) || isEnded(state) ? { ...context, account: state.submission.account_id } : context;

@CommandHandler(HoldJobRows)
export class HoldJobRowsHandler implements ICommandHandler<HoldJobRows> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'entropy'>,
    private readonly jobs: JobRepository,
  ) {}

  async execute({ jobId, terms, context }: HoldJobRows): Promise<HoldOutcome> {
    const job = await this.jobs.load(jobId);
    const author = { context: contextOfAccount(context, job.state), purpose: this.ports.entropy.ulid() };
    const decision = await this.jobs.decide(job, author, (state, time) => holdRows(state, terms, time));
    if (decision.outcome === 'refused') return decision.refusal;
    const outcome = decision.outcome === 'appended' ? 'recorded' : 'unchanged';
    return { outcome, position: decision.loaded.position };
  }
}

@CommandHandler(EndJobHold)
export class EndJobHoldHandler implements ICommandHandler<EndJobHold> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'coordination'>,
    private readonly jobs: JobRepository,
    private readonly deletion: DataDeletion,
  ) {}

  async execute({ jobId, terms, context }: EndJobHold): Promise<HoldOutcome> {
    const { coordination } = this.ports;
    const job = await this.jobs.load(jobId);
    const hold = holdOf(job.state);
    const since = terms.since ?? hold?.since ?? '';
    const accountContext = contextOfAccount(context, job.state);
    if (hold?.since === since) await coordination.put(HOLD_ENDING_PREFIX + jobId, { since });
    // Two processes that end the same hold write the same event.
    const decision = await this.jobs.decide(job, { context: accountContext, purpose: since }, (state) =>
      endHold(state, { reason: terms.reason, since }),
    );
    if (decision.outcome === 'refused') return decision.refusal;
    const { state } = decision.loaded;
    if (isEnded(state) && state.status === 'erased' && state.submission.stored)
      await this.deletion.deleteJob(jobId, state.submission.chunks.length, accountContext);
    await coordination.delete(HOLD_ENDING_PREFIX + jobId);
    const outcome = decision.outcome === 'appended' ? 'recorded' : 'unchanged';
    return { outcome, position: decision.loaded.position };
  }
}
