/** Writes a whole job whose row is answered, as one sequence of planned appends (Architecture 3.9). */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SequenceResult } from '../../../packages/platform/src/event-store/event-store.js';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../packages/platform/src/event-store/event-store.js';
import { nextTime } from '../../streams/envelope.js';
import { completeChunk, submitAndStart } from '../../streams/job/job.decider.js';
import type { JobEvent } from '../../streams/job/job.events.js';
import type { JobState } from '../../streams/job/job.state.js';
import { firstLeaf } from '../../seals/sealed-tree.js';
import { appendPlanned, placed, type Planned } from '../../streams/stream-repository.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { RecordWholeJob, type RecordWholeJobOutcome } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository } from '../job-stream.js';
import { DataStreams } from '../record/data-stream.js';
import { makeDelivery, type Delivery } from '../record/delivery.js';
import { RecordRepository, chunkEndOf, type LoadedRecord } from '../record/record-stream.js';

type JobPlan = Planned<JobId, JobEvent, JobState>;

interface AppendPlans {
  readonly dataAppends: ReturnType<DataStreams['planAppends']>;
  readonly begin: JobPlan;
  readonly record: ReturnType<RecordRepository['planAppend']>;
  readonly end: JobPlan;
}

@CommandHandler(RecordWholeJob)
export class RecordWholeJobHandler implements ICommandHandler<RecordWholeJob> {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'store' | 'clock' | 'entropy'>,
    private readonly jobs: JobRepository,
    private readonly dataStreams: DataStreams,
    private readonly records: RecordRepository,
  ) {}

  /** @throws StoreUnavailableError, OutcomeUnknownError if it is unknown whether the row was recorded */
  async execute(command: RecordWholeJob): Promise<RecordWholeJobOutcome> {
    const { clock, entropy } = this.ports;
    const stamp = { time: nextTime(clock.now(), command.origin.time), salt: entropy.bytes(16) };
    const delivery = await makeDelivery(command.attempt, command.answers, stamp);
    const plans = this.planAppends(command, delivery);
    const sequence = [...plans.dataAppends, plans.begin, plans.record, plans.end];
    const result = await appendPlanned(this.ports, sequence);
    return recordingOutcome(plans, delivery.deliveredChunk.rows, result);
  }

  private planAppends(
    { origin, attempt, submittedRows }: RecordWholeJob,
    { dataEvents, deliveredChunk }: Delivery,
  ): AppendPlans {
    const { time } = origin;
    const { context } = attempt;
    const job = attempt.submission.job_id;
    const chunk = { job, chunk: attempt.chunk };
    const author = { context, purpose: attempt.attemptId };
    const begin = requirePlanned(
      this.jobs.plan(this.jobs.emptyStream(job), { time, ...author }, (state) =>
        submitAndStart(state, attempt, time),
      ),
    );
    const record = this.records.planAppend(this.records.emptyStream(chunk), deliveredChunk.recordEvents);
    const end = requirePlanned(
      this.jobs.plan(begin.next, author, (state, now) => completeChunk(state, chunkEndOf(record.next), now)),
    );
    return {
      dataAppends: this.dataStreams.planAppends(this.dataStreams.emptyStream(chunk), [
        ...submittedRows,
        ...dataEvents,
      ]),
      begin,
      record,
      end,
    };
  }
}

/** Returns the plan of a step. The deciders refuse no step of a new job. */
function requirePlanned(plan: ReturnType<JobRepository['plan']>): JobPlan {
  if (plan.outcome !== 'planned') throw new Error(`a new job is ${plan.outcome}`);
  return plan;
}

function recordingOutcome(
  { dataAppends, begin, record, end }: AppendPlans,
  rows: Extract<RecordWholeJobOutcome, { outcome: 'recorded' }>['rows'],
  { appended, stopped }: SequenceResult,
): RecordWholeJobOutcome {
  const [beginAppend, recordAppend, endAppend] = appended.slice(dataAppends.length);
  if (beginAppend === undefined || recordAppend === undefined) {
    if (stopped instanceof Error) throw stopped;
    if (beginAppend !== undefined) return { outcome: 'recorded_by_another' };
    throw new StoreUnavailableError(`another process has written to the streams of ${begin.next.id}`);
  }
  // The row is delivered and charged, so a store that fails now does not cost the client its answer.
  const isStoreFailure = stopped instanceof StoreUnavailableError || stopped instanceof OutcomeUnknownError;
  if (stopped instanceof Error && !isStoreFailure) throw stopped;
  const loadedRecord: LoadedRecord = placed(record, recordAppend);
  const job = endAppend === undefined ? placed(begin, beginAppend) : placed(end, endAppend);
  const needsCompletion = endAppend === undefined && !isStoreFailure;
  const receipt_event = firstLeaf(record.append);
  return { outcome: 'recorded', record: loadedRecord, rows, job, needsCompletion, receipt_event };
}
