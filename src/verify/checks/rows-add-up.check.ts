/**
 * Invariant 1: once a job has ended, rows = succeeded + not_found + failed + skipped and no block is pending.
 * The counts in the job's events are compared with the records of its chunks.
 */
import type { LoggedEvent } from '../../streams/index.js';
import type { JobCancelled, JobCompleted, RowCounts } from '../../streams/job/job.events.js';
import { processedRows } from '../../streams/job/row-counts.js';
import { Findings, type InvariantCheck } from '../invariant.js';
import type { Place } from '../pass-memory.js';
import type { OpenJob } from '../open-job.js';

const words = (counts: RowCounts): string =>
  `${counts.succeeded} succeeded, ${counts.not_found} not found, ${counts.failed} failed, ${counts.site_unreachable} site unreachable`;
const differ = (a: RowCounts, b: RowCounts): boolean => words(a) !== words(b);

export class RowsAddUp implements InvariantCheck {
  readonly findings = new Findings(1, 'rows add up', 'ended jobs');

  observe(entry: LoggedEvent, place: Place): void {
    const { event } = entry;
    if (event.type === 'ChunkCompleted') this.chunkCompleted(entry, place, event.data.counts);
    if (event.type === 'JobCompleted' || event.type === 'JobCancelled') this.ended(entry, place, event);
  }

  private chunkCompleted(entry: LoggedEvent, { job, chunk }: Place, counts: RowCounts): void {
    const blame = (detail: string): void => this.findings.blame(entry, detail, { job_id: job?.id });
    if (job === undefined || chunk === undefined)
      return blame('a chunk is completed that is complete already, or no part of a running job');
    if (!job.started.has(chunk.index)) blame(`chunk ${chunk.index} is completed but was never started`);
    if (chunk.recorded.count !== chunk.size)
      blame(`chunk ${chunk.index} is completed with ${chunk.recorded.count} of ${chunk.size} rows recorded`);
    if (chunk.pending.size > 0)
      blame(`chunk ${chunk.index} is completed with blocks pending in ${chunk.pending.size} rows`);
    if (differ(counts, chunk.counted))
      blame(`chunk ${chunk.index} says ${words(counts)}; its record says ${words(chunk.counted)}`);
  }

  private ended(entry: LoggedEvent, { job }: Place, event: JobCompleted | JobCancelled): void {
    this.findings.checked++;
    const blame = (detail: string): void => this.findings.blame(entry, detail, { job_id: job?.id });
    if (job === undefined) return blame('a job ends that has ended already, or was never submitted');
    const { counts } = event.data;
    const skipped = event.type === 'JobCancelled' ? event.data.skipped : 0;
    const { rows } = job.submission;
    if (processedRows(counts) + skipped !== rows)
      blame(`${rows} rows were accepted, ${processedRows(counts)} counted and ${skipped} skipped`);
    if (differ(counts, job.counts))
      blame(`the job says ${words(counts)}; its records say ${words(job.counts)}`);
    if (skipped !== neverStarted(job))
      blame(`${skipped} rows are said to be skipped, ${neverStarted(job)} were`);
    if (job.started.count !== job.completed.count) blame('the job ends while chunks of it are open');
    if (job.cancelRequested !== (event.type === 'JobCancelled'))
      blame(`the job ends as ${event.type} ${job.cancelRequested ? 'after' : 'without'} a cancel`);
    for (const { index, recorded } of job.chunks.values())
      if (recorded.count > 0)
        blame(`chunk ${index} has ${recorded.count} recorded rows but was never completed`);
  }
}

/** The number of rows in chunks that were never started. */
const neverStarted = (job: OpenJob): number =>
  job.submission.chunks.reduce(
    (sum, _from, chunk) => sum + (job.started.has(chunk) ? 0 : job.sizeOf(chunk)),
    0,
  );
