/** Loads a job's stream and appends decisions. After a conflict it reads on and decides again. */
import { Inject, Injectable } from '@nestjs/common';
import { jobStreams, type JobEvent } from '../streams/job/job.events.js';
import type { JobRefusal } from '../streams/job/job.decider.js';
import { NO_JOB, fold, type JobState } from '../streams/job/job.state.js';
import type { Loaded, RepositoryPorts, StreamFold, Written } from '../streams/stream-repository.js';
import { StreamRepository } from '../streams/stream-repository.js';
import { timedId } from '../streams/derived-id.js';
import { timeOfJobId, type JobId } from '../../packages/contract/src/ids.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import { eventLeaf, type ReceiptEvent } from '../seals/sealed-tree.js';
import { JOB_PORTS } from './job-ports.js';

/** A job as far as its stream was read. `requestId`: the request that submitted it. */
export type LoadedJob = Loaded<JobId, JobState>;
export type JobWriteResult = Written<JobId, JobEvent, JobState, JobRefusal>;

const JOB: StreamFold<JobId, JobEvent, JobState> = {
  stream: jobStreams,
  initial: NO_JOB,
  evolve: (state, events) => fold(events, state),
  // The id contains the time of the job, by which the proof of a receipt finds the job.
  eventId: (job, event, purpose) =>
    timedId(timeOfJobId(job), event.type, job, 'chunk' in event.data ? event.data.chunk : '', purpose),
};

@Injectable()
export class JobRepository extends StreamRepository<JobId, JobEvent, JobState> {
  private readonly log: EventStore;

  constructor(@Inject(JOB_PORTS) ports: RepositoryPorts) {
    super(ports, JOB);
    this.log = ports.store;
  }

  /** Returns the first event of this type; null: there is none; `unread`: the stream can't be read now. */
  async receiptEventOf(job: JobId, type: JobEvent['type']): Promise<ReceiptEvent> {
    const pageSize = type === 'JobSubmitted' ? 1 : 1_000;
    let revision = 0;
    try {
      for await (const event of storedEvents(this.log, jobStreams.streamOf(job), { page: pageSize })) {
        if (event.type === type) return eventLeaf(event, revision);
        revision += 1;
      }
    } catch {
      // The call succeeds all the same; only its answer has no receipt.
      return 'unread';
    }
    return null;
  }
}
