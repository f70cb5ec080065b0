/**
 * Compares the documents of the pages lane with the log, for invariant 6, by one fingerprint a job
 * (`page-fingerprints.ts`). Documents are read before the walk, whole jobs at a time (`portions.ts`). The
 * walk makes the same sums from events up to the position at which each job was read. Memory holds one number
 * for each job whose rows are kept. A job whose rows are erased is dropped.
 */
import { ERROR_PACKS } from '../../../projections/errors/errors.document.js';
import { keysOfJob } from '../../../projections/key-parts.js';
import { LATE_BLOCKS, RESULT_CHUNKS, RESULT_PACKS } from '../../../projections/results/results.document.js';
import { SUBMITTED_ROWS } from '../../../projections/submitted-rows/submitted-rows.document.js';
import type { LoggedEvent } from '../../streams/index.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { documentsIn, servedPacks, type ComparedReadModels, type Stretch } from '../documents.js';
import { pagesFindings, type Comparison, type InvariantReport, type Reach } from '../invariant.js';
import { LoggedPages, addPiece, type Fingerprints } from '../logged-pages.js';
import { finding, type Offender } from '../offender.js';
import { askedPiece, errorsPiece, latePiece, minus, packPiece } from '../page-fingerprints.js';
import type { Place } from '../pass-memory.js';
import { Portions, comparedAt, readAtPosition } from './portions.js';
import { isErased } from '../recent/recall.js';

/** Chunks in one portion; each has some packs of about 100 KB. */
const CHUNKS = 100;

/** The end of a portion from `from` on: whole jobs of at most `CHUNKS` chunks together, or one larger job. */
async function endOfPortion(reader: ReadModelReader, from: string): Promise<string | undefined> {
  const ends: string[] = [];
  for (const collection of [RESULT_CHUNKS, SUBMITTED_ROWS]) {
    const page = await reader.range(collection.name, { from, limit: CHUNKS });
    const [first, last] = [page[0], page.at(-1)];
    if (first === undefined || last === undefined || page.length < CHUNKS) continue;
    const [firstJob, lastJob] = [collection.fields(first).job_id, collection.fields(last).job_id];
    ends.push(firstJob === lastJob ? keysOfJob(firstJob).to : lastJob);
  }
  return ends.sort()[0];
}

/** The fingerprints of the documents that are served, of the jobs in a range of keys. */
export async function servedIn(reader: ReadModelReader, stretch: Stretch): Promise<Fingerprints> {
  const served: Fingerprints = new Map();
  for await (const { document, fields } of servedPacks(reader, RESULT_PACKS, stretch))
    addPiece(served, fields.job_id, packPiece(fields, document.body));
  for await (const { document, fields } of servedPacks(reader, ERROR_PACKS, stretch))
    addPiece(served, fields.job_id, errorsPiece(fields, Number(document.key.slice(-9)), document.body));
  for await (const { document, fields } of documentsIn(reader, LATE_BLOCKS, stretch))
    if (fields.recorded) addPiece(served, fields.job_id, latePiece(fields, document.body));
  for await (const { fields } of documentsIn(reader, SUBMITTED_ROWS, stretch))
    addPiece(served, fields.job_id, askedPiece(fields));
  return served;
}

export class PagesComparison implements Comparison {
  /** Jobs whose pages are served although the lane has passed the erasure of their rows. */
  private readonly stillServed: JobId[] = [];
  private readonly served: Set<JobId>;
  private readonly jobs: number;
  /** Served fingerprints, negative, plus those of the log: 0 where both are equal. */
  private readonly left: LoggedPages;

  private constructor(
    private readonly portions: Portions,
    served: Fingerprints,
  ) {
    this.served = new Set(served.keys());
    this.jobs = served.size;
    this.left = new LoggedPages(served);
  }

  static async begin(readModels: ComparedReadModels): Promise<PagesComparison> {
    const portions = new Portions();
    const served: Fingerprints = new Map();
    for (let from: string | undefined = ''; from !== undefined;) {
      const start: string = from;
      const { position, found } = await readAtPosition(readModels, 'pages', async (reader) => {
        const end = await endOfPortion(reader, start);
        const stretch = { from: start, ...(end === undefined ? {} : { to: end }) };
        return { end, fingerprints: await servedIn(reader, stretch) };
      });
      portions.add(start, position);
      for (const [job, fingerprint] of found?.fingerprints ?? []) served.set(job, minus(fingerprint));
      from = found?.end;
    }
    return new PagesComparison(portions, served);
  }

  observe(entry: LoggedEvent, place: Place): void {
    const { event } = entry;
    if (event.type === 'JobRowsErased') return this.erased(jobOfJobStream(entry.stream), entry.position);
    if (!this.isSeen(entry)) return;
    this.left.observe(entry, place);
    if (event.type === 'SubmissionAbandoned') this.served.delete(event.data.job_id);
    if ((event.type !== 'JobCompleted' && event.type !== 'JobCancelled') || place.job === undefined) return;
    // The job's pages are right. Only their end after an erasure is left to check.
    if (this.left.fingerprints.get(place.job.id) === 0) this.left.fingerprints.delete(place.job.id);
  }

  /** Returns true if the lane had passed the event when the pages of its job were read. */
  private isSeen({ stream, position }: LoggedEvent): boolean {
    if (position <= this.portions.first) return true;
    if (position > this.portions.last) return false;
    // A job's streams are named CATEGORY-JOB or CATEGORY-JOB.CHUNK.
    const job = stream.slice(stream.indexOf('-') + 1).replace(/\.\d+$/, '');
    return position <= this.portions.positionOf(job);
  }

  private erased(job: JobId, position: Position): void {
    if (this.served.delete(job) && position <= this.portions.positionOf(job)) this.stillServed.push(job);
    this.left.fingerprints.delete(job);
  }

  /** Call it once. Leaves out jobs whose rows live servers erased meanwhile. */
  async settle({ log }: Reach): Promise<readonly InvariantReport[]> {
    const findings = pagesFindings();
    findings.checked = this.jobs;
    const { portions, left, stillServed } = this;
    for (const [job, fingerprint] of left.fingerprints)
      if (fingerprint !== 0 && !(await isErased(log, job))) findings.offend(differingPages(job));
    for (const job of stillServed)
      findings.offend(finding(`the pages of ${job} are shown although their rows are erased`, job));
    return [findings.report(comparedAt(portions.first, portions.last))];
  }
}

export const differingPages = (job: JobId): Offender =>
  finding(`the pages of ${job} are not what its records say`, job);
