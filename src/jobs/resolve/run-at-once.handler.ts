/**
 * Writes a job whose row is answered already (Architecture 3.9). What each append says is known before the first is sent:
 * the job is new, so nothing can stand in its streams. The store gets them as one sequence, and the log reads as if
 * they had been sent one by one.
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SequenceResult } from '../../platform/event-store/event-store.js';
import { OutcomeUnknownError, StoreUnavailableError } from '../../platform/event-store/event-store.js';
import { nextTime } from '../../streams/envelope.js';
import { completeChunk } from '../../streams/job/job.decider.js';
import type { JobEvent } from '../../streams/job/job.events.js';
import type { JobState } from '../../streams/job/job.state.js';
import { appendPlanned, placed, type Planned } from '../../streams/stream-repository.js';
import type { JobId } from '../../shared/ids.js';
import { RunAtOnce, type RanAtOnce } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository } from '../job-stream.js';
import { DataStreams } from '../record/data-stream.js';
import { madeDelivery, type MadeDelivery } from '../record/made-delivery.js';
import { RecordRepository, endOf, type LoadedRecord } from '../record/record-stream.js';
import { submitAndStart } from './submit-and-start.js';

type JobPlan = Planned<JobId, JobEvent, JobState>;

interface Plans {
  readonly data: ReturnType<DataStreams['readyRuns']>;
  readonly begin: JobPlan;
  readonly record: ReturnType<RecordRepository['ready']>;
  readonly end: JobPlan;
}

@CommandHandler(RunAtOnce)
export class RunAtOnceHandler implements ICommandHandler<RunAtOnce> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'store' | 'clock' | 'entropy'>,
    private readonly jobs: JobRepository,
    private readonly data: DataStreams,
    private readonly records: RecordRepository,
  ) {}

  /** @throws StoreUnavailableError, OutcomeUnknownError where the row is not known to be recorded */
  async execute(command: RunAtOnce): Promise<RanAtOnce> {
    const { clock, entropy } = this.ports;
    const stamp = { time: nextTime(clock.now(), command.origin.time), salt: entropy.bytes(16) };
    const made = await madeDelivery(command.attempt, command.answers, stamp);
    const plans = this.plans(command, made);
    const sequence = [...plans.data, plans.begin, plans.record, plans.end];
    const result = await appendPlanned(this.ports, sequence);
    return ranAtOnce(plans, made.delivered.rows, result);
  }

  private plans({ origin, attempt, asked }: RunAtOnce, { data, delivered }: MadeDelivery): Plans {
    const { time } = origin;
    const { context } = attempt;
    const job = attempt.submission.job_id;
    const chunk = { job, chunk: attempt.chunk };
    const author = { context, purpose: attempt.attempt };
    const begin = taken(
      this.jobs.plan(this.jobs.unread(job), { time, ...author }, (state) =>
        submitAndStart(state, attempt, time),
      ),
    );
    const record = this.records.ready(this.records.unread(chunk), delivered.record);
    const end = taken(
      this.jobs.plan(begin.next, author, (state, now) => completeChunk(state, endOf(record.next), now)),
    );
    return { data: this.data.readyRuns(this.data.unread(chunk), [...asked, ...data]), begin, record, end };
  }
}

/** A job that is new takes every step; the deciders can't refuse one. */
function taken(plan: ReturnType<JobRepository['plan']>): JobPlan {
  if (plan.outcome !== 'planned') throw new Error(`a new job is ${plan.outcome}`);
  return plan;
}

function ranAtOnce(
  { data, begin, record, end }: Plans,
  rows: Extract<RanAtOnce, { outcome: 'recorded' }>['rows'],
  { appended, stopped }: SequenceResult,
): RanAtOnce {
  const [begun, recorded, ended] = appended.slice(data.length);
  if (begun === undefined || recorded === undefined) {
    if (stopped instanceof Error) throw stopped;
    if (begun !== undefined) return { outcome: 'beaten' };
    throw new StoreUnavailableError(`another has written to the streams of ${begin.next.id}`);
  }
  // Delivered and charged: a store that fails now doesn't keep the client from its answer.
  const isBearable = stopped instanceof StoreUnavailableError || stopped instanceof OutcomeUnknownError;
  if (stopped instanceof Error && !isBearable) throw stopped;
  const found: LoadedRecord = placed(record, recorded);
  const job = ended === undefined ? placed(begin, begun) : placed(end, ended);
  return { outcome: 'recorded', record: found, rows, job, closed: ended !== undefined || isBearable };
}
