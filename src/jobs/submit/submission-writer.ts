/** Writes a submission: its rows, then JobSubmitted, the commit point. Two processes write equal bytes. */
import { Inject, Injectable } from '@nestjs/common';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { Lease } from '../../../packages/platform/src/coordination/lease.js';
import { StreamDeletedError } from '../../../packages/platform/src/event-store/event-store.js';
import { inParallel } from '../../../packages/platform/src/tasks/in-parallel.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { firstLeaf, type EventLeaf } from '../../seals/sealed-tree.js';
import { submit } from '../../streams/job/job.decider.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository, type LoadedJob } from '../job-stream.js';
import { DataStreams, CHUNKS_WRITTEN_AT_ONCE } from '../record/data-stream.js';
import type { PlannedChunk } from './chunk-plan.js';
import { rowsSubmitted, submissionContext, type SubmissionOrigin } from './submission-events.js';

export type WrittenSubmission =
  /** `submittedEvent` is JobSubmitted, or null if another process wrote it. */
  | { readonly outcome: 'accepted'; readonly job: LoadedJob; readonly submittedEvent: EventLeaf | null }
  /** The submission was closed meanwhile, so its key is free again. */
  | { readonly outcome: 'abandoned' };

/** A submitter without a heartbeat for `ttlMs` counts as dead. */
const LEASE_TERMS = { ttlMs: 10_000, heartbeatMs: 2_500 };
/** The first and the longest pause between two reads of the job, in milliseconds. */
const POLL_PAUSE_MS = { first: 10, max: 150 };

@Injectable()
export class SubmissionWriter {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'coordination'>,
    private readonly jobs: JobRepository,
    private readonly dataStreams: DataStreams,
  ) {}

  /** Acquires the lease on the submission for this request. Returns null if another request holds it. */
  acquireLease(job: JobId, requestId: string): Promise<Lease | null> {
    return Lease.acquire(
      this.ports.coordination,
      `submission/${job}`,
      { request_id: requestId },
      LEASE_TERMS,
    );
  }

  async write(
    origin: SubmissionOrigin,
    chunks: Iterable<PlannedChunk>,
    salt: string,
  ): Promise<WrittenSubmission> {
    try {
      await this.writeRows(origin, chunks, salt);
    } catch (error) {
      if (error instanceof StreamDeletedError) return { outcome: 'abandoned' };
      throw error;
    }
    return this.commit(origin);
  }

  /** Writes only the rows, for a resolve, whose commit point also carries the start of its chunk. */
  async writeRows(origin: SubmissionOrigin, chunks: Iterable<PlannedChunk>, salt: string): Promise<void> {
    const job = origin.submission.job_id;
    await inParallel(numbered(chunks), CHUNKS_WRITTEN_AT_ONCE, async ([index, chunk]) => {
      const event = rowsSubmitted(origin, index, chunk, salt);
      const appendResult = await this.dataStreams.append(
        this.dataStreams.emptyStream({ job, chunk: index }),
        [event],
      );
      // Only the closing of the submission writes another event at the start of these streams.
      if (appendResult === 'conflict') throw new StreamDeletedError(rowDataStream(job, index));
    });
  }

  private async commit(origin: SubmissionOrigin): Promise<WrittenSubmission> {
    const { submission, time } = origin;
    const author = { context: submissionContext(origin), purpose: '', time };
    const decision = await this.jobs.decide(this.jobs.emptyStream(submission.job_id), author, (state) =>
      submit(state, submission),
    );
    if (decision.outcome === 'refused') return { outcome: 'abandoned' };
    // JobSubmitted is the first event of its stream.
    return { outcome: 'accepted', job: decision.loaded, submittedEvent: firstLeaf(decision.append) };
  }

  /** Waits while another request works on a submission. If its submitter is gone, this request takes over. */
  async waitFor(
    job: JobId,
    requestId: string,
  ): Promise<WrittenSubmission | { readonly outcome: 'take_over'; readonly lease: Lease }> {
    for (let pauseMs = POLL_PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, POLL_PAUSE_MS.max)) {
      const loadedJob = await this.jobs.load(job);
      const { status } = loadedJob.state;
      if (status === 'abandoned') return { outcome: 'abandoned' };
      if (status !== 'unknown') return { outcome: 'accepted', job: loadedJob, submittedEvent: null };
      const lease = await this.acquireLease(job, requestId);
      if (lease !== null) return { outcome: 'take_over', lease };
      await pause(pauseMs);
    }
  }
}

function* numbered<T>(items: Iterable<T>): Generator<readonly [number, T]> {
  let index = 0;
  for (const item of items) yield [index++, item];
}
