/**
 * Writes a submission: the rows chunk by chunk, then JobSubmitted, the commit point. Every process that finishes it
 * writes the same bytes, so two at once do no harm.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { Lease } from '../../platform/coordination/lease.js';
import { StreamDeletedError } from '../../platform/event-store/event-store.js';
import { inParallel } from '../../platform/tasks/in-parallel.js';
import type { JobId } from '../../shared/ids.js';
import { submit } from '../../streams/job/job.decider.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository, type LoadedJob } from '../job-stream.js';
import { DataStreams, SUBMITTED_AT_ONCE } from '../record/data-stream.js';
import type { PlannedChunk } from './chunk-plan.js';
import { rowsSubmitted, submissionContext, type SubmissionOrigin } from './submission-events.js';

export type Written =
  | { readonly outcome: 'accepted'; readonly job: LoadedJob }
  /** The submission was closed meanwhile: its key is free again. */
  | { readonly outcome: 'abandoned' };

/** A submitter without a heartbeat for so long counts as dead. */
const LEASE_TERMS = { ttlMs: 10_000, heartbeatMs: 2_500 };
const POLL_MS = { first: 10, most: 150 };

@Injectable()
export class SubmissionWriter {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'coordination'>,
    private readonly jobs: JobRepository,
    private readonly data: DataStreams,
  ) {}

  /** Says that this request is at work on the submission; null where another is. */
  lease(job: JobId, requestId: string): Promise<Lease | null> {
    return Lease.acquire(
      this.ports.coordination,
      `submission/${job}`,
      { request_id: requestId },
      LEASE_TERMS,
    );
  }

  async write(origin: SubmissionOrigin, chunks: Iterable<PlannedChunk>, salt: string): Promise<Written> {
    try {
      await this.writeRows(origin, chunks, salt);
    } catch (error) {
      if (error instanceof StreamDeletedError) return { outcome: 'abandoned' };
      throw error;
    }
    return this.commit(origin);
  }

  /** The rows alone, as a resolve needs them whose commit point carries its start too. */
  async writeRows(origin: SubmissionOrigin, chunks: Iterable<PlannedChunk>, salt: string): Promise<void> {
    const job = origin.submission.job_id;
    await inParallel(numbered(chunks), SUBMITTED_AT_ONCE, async ([index, chunk]) => {
      const event = rowsSubmitted(origin, index, chunk, salt);
      const written = await this.data.append(this.data.unread({ job, chunk: index }), [event]);
      // Only a closing writes anything else into a stream of ours.
      if (written === 'conflict') throw new StreamDeletedError(rowDataStream(job, index));
    });
  }

  private async commit(origin: SubmissionOrigin): Promise<Written> {
    const { submission, time } = origin;
    const author = { context: submissionContext(origin), purpose: '', time };
    const committed = await this.jobs.decide(this.jobs.unread(submission.job_id), author, (state) =>
      submit(state, submission),
    );
    return committed.outcome === 'refused'
      ? { outcome: 'abandoned' }
      : { outcome: 'accepted', job: committed.loaded };
  }

  /**
   * Waits while another request is at work on a submission. Either its job is accepted, or it was closed, or its
   * submitter is gone and this request holds the lease now and must finish it.
   */
  async waitFor(
    job: JobId,
    requestId: string,
  ): Promise<Written | { readonly outcome: 'take_over'; readonly lease: Lease }> {
    for (let pause = POLL_MS.first; ; pause = Math.min(pause * 2, POLL_MS.most)) {
      const loaded = await this.jobs.load(job);
      if (loaded.state.status === 'abandoned') return { outcome: 'abandoned' };
      if (loaded.state.status !== 'unknown') return { outcome: 'accepted', job: loaded };
      const lease = await this.lease(job, requestId);
      if (lease !== null) return { outcome: 'take_over', lease };
      await sleep(pause);
    }
  }
}

function* numbered<T>(items: Iterable<T>): Generator<readonly [number, T]> {
  let index = 0;
  for (const item of items) yield [index++, item];
}
