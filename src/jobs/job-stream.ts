/**
 * A job's stream through the repository. Many workers append to one job: a conflict is read on and decided again, never
 * a reason to give up by itself.
 */
import { Inject, Injectable } from '@nestjs/common';
import { jobStreams, type JobEvent } from '../streams/job/job.events.js';
import type { JobRefusal } from '../streams/job/job.decider.js';
import { NO_JOB, fold, type JobState } from '../streams/job/job.state.js';
import type { Loaded, RepositoryPorts, StreamFold, Written } from '../streams/stream-repository.js';
import { StreamRepository } from '../streams/stream-repository.js';
import { derivedId } from '../shared/derived-id.js';
import type { JobId } from '../shared/ids.js';
import { JOB_PORTS } from './job-ports.js';

/** A job as far as its stream was read; `requestId`: of the request that it began with. */
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
