/**
 * Loads and decides on a job's stream. Many workers append to one job: after a conflict the repository reads
 * the newer events and decides again, so a conflict alone is never a failure.
 */
import { Inject, Injectable } from '@nestjs/common';
import { jobStreams, type JobEvent } from '../streams/job/job.events.js';
import type { JobRefusal } from '../streams/job/job.decider.js';
import { NO_JOB, fold, type JobState } from '../streams/job/job.state.js';
import type { Loaded, RepositoryPorts, StreamFold, Written } from '../streams/stream-repository.js';
import { StreamRepository } from '../streams/stream-repository.js';
import { derivedId } from '../streams/derived-id.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { JOB_PORTS } from './job-ports.js';

/** A job as far as its stream was read. `requestId`: the request that submitted it. */
export type LoadedJob = Loaded<JobId, JobState>;
export type JobWritten = Written<JobId, JobEvent, JobState, JobRefusal>;

const JOB: StreamFold<JobId, JobEvent, JobState> = {
  stream: jobStreams,
  initial: NO_JOB,
  evolve: (state, events) => fold(events, state),
  eventId: (job, event, purpose) =>
    derivedId(event.type, job, 'chunk' in event.data ? event.data.chunk : '', purpose),
};

@Injectable()
export class JobRepository extends StreamRepository<JobId, JobEvent, JobState> {
  constructor(@Inject(JOB_PORTS) ports: RepositoryPorts) {
    super(ports, JOB);
  }
}
