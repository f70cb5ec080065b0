/**
 * The pages lane's documents against the log, for invariant 6, by one fingerprint a job (`page-fingerprints.ts`). The
 * live side is read before the pass, whole jobs at a time (`portions.ts`); the pass makes the same sums from the events
 * up to the position at which each job was read. Its memory is one number for each job whose rows are kept; a job whose
 * rows are erased is dropped.
 */
import { ERROR_PACKS } from '../../../projections/errors/errors.document.js';
import { keysOfJob } from '../../../projections/key-parts.js';
import { LATE_BLOCKS, RESULT_CHUNKS, RESULT_PACKS } from '../../../projections/results/results.document.js';
import { SUBMITTED_ROWS } from '../../../projections/submitted-rows/submitted-rows.document.js';
import type { LoggedEvent } from '../../streams/index.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import type { RowsDelivered } from '../../streams/rowdata/rowdata.events.js';
import type { BlockFilled } from '../../streams/rows/rows.events.js';
import type { Position } from '../../platform/event-store/event-store.js';
import type { ReadModelReader } from '../../platform/read-models/read-models.js';
import { packingOf } from '../../shared/deflated.js';
import type { JobId } from '../../shared/ids.js';
import type { ComparedReadModels, Stretch } from './documents.js';
import { documentsIn, servedPacks } from './documents.js';
import type { Place } from './pass-memory.js';
import { askedPiece, errorsPiece, latePiece, packPiece, plus } from './page-fingerprints.js';
import { Portions, readAtPosition } from './portions.js';

type Fingerprints = Map<JobId, number>;

/** In place of a fingerprint: compared, and equal. */
const SETTLED = -1;

const add = (fingerprints: Fingerprints, job: JobId, piece: number): void => {
  fingerprints.set(job, plus(fingerprints.get(job) ?? 0, piece));
};

/** Chunks of one portion: some 10 packs of 100 KB each. */
const CHUNKS = 100;

/** Where a portion that begins at `from` ends: whole jobs of at most so many chunks, or one that has more. */
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

/** What the pages lane serves of the jobs in a stretch. */
async function servedIn(reader: ReadModelReader, stretch: Stretch): Promise<Fingerprints> {
  const served: Fingerprints = new Map();
  for await (const { document, fields } of servedPacks(reader, RESULT_PACKS, stretch))
    add(served, fields.job_id, packPiece(fields, document.body));
  for await (const { document, fields } of servedPacks(reader, ERROR_PACKS, stretch))
    add(served, fields.job_id, errorsPiece(fields, Number(document.key.slice(-9)), document.body));
  for await (const { document, fields } of documentsIn(reader, LATE_BLOCKS, stretch))
    if (fields.recorded) add(served, fields.job_id, latePiece(fields, document.body));
  for await (const { fields } of documentsIn(reader, SUBMITTED_ROWS, stretch))
    add(served, fields.job_id, askedPiece(fields));
  return served;
}

export class PagesComparison {
  /** Jobs whose pages are served although the lane has passed the erasure of their rows. */
  readonly stillServed: JobId[] = [];
  private readonly logged: Fingerprints = new Map();
  /** Data of chunks that are not complete, by event: counted once the record names it. */
  private readonly held = new Map<string, Map<string, number | Uint8Array>>();

  private constructor(
    readonly portions: Portions,
    private readonly served: Fingerprints,
    readonly jobs: number,
  ) {}

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
      for (const [job, fingerprint] of found?.fingerprints ?? []) served.set(job, fingerprint);
      from = found?.end;
    }
    return new PagesComparison(portions, served, served.size);
  }

  observe(entry: LoggedEvent, { job }: Place): void {
    const { event } = entry;
    if (event.type === 'JobRowsErased') return this.erased(jobOfJobStream(entry.stream), entry.position);
    if (!this.isSeen(entry)) return;
    switch (event.type) {
      case 'RowsSubmitted': {
        const { job_id, chunk, from, rows } = event.data;
        return add(this.logged, job_id, askedPiece({ job_id, chunk, from, count: rows.length }));
      }
      case 'SubmissionAbandoned':
        return this.forget(event.data.job_id);
      case 'RowsDelivered':
        // A resolve's answer may stand before its job is submitted, with the row as asked.
        if (job !== undefined || this.logged.has(event.data.head.job_id))
          this.hold(entry, delivered(event.data));
        return;
      case 'BlockDelivered':
        if (job !== undefined) this.hold(entry, Buffer.from(JSON.stringify(event.data.envelope)));
        return;
      case 'RowsRecorded':
        for (const { event_id } of event.data.delivered) this.count(entry, event_id, event.data.job_id);
        return;
      case 'BlockFilled':
        return this.filled(entry, event.data);
      case 'ChunkCompleted':
        if (job !== undefined) this.held.delete(`${job.id}.${event.data.chunk}`);
        return;
      case 'JobCompleted':
      case 'JobCancelled':
        if (job !== undefined && this.agree(job.id)) this.settle(job.id);
        return;
      default:
        return;
    }
  }

  /** Whether the lane had passed the event when the pages of its job were read. */
  private isSeen({ stream, position }: LoggedEvent): boolean {
    if (position <= this.portions.first) return true;
    if (position > this.portions.last) return false;
    // Every stream of a job is named after it, and in some its chunk.
    const job = stream.slice(stream.indexOf('-') + 1).replace(/\.\d+$/, '');
    return position <= this.portions.positionOf(job);
  }

  private heldBeside(entry: LoggedEvent): Map<string, number | Uint8Array> {
    const chunk = entry.stream.slice(entry.stream.indexOf('-') + 1);
    const held = this.held.get(chunk) ?? new Map<string, number | Uint8Array>();
    this.held.set(chunk, held);
    return held;
  }

  private hold(entry: LoggedEvent, data: number | Uint8Array): void {
    this.heldBeside(entry).set(entry.id, data);
  }

  private count(entry: LoggedEvent, event: string, job: JobId): void {
    const piece = this.heldBeside(entry).get(event);
    if (typeof piece === 'number') add(this.logged, job, piece);
  }

  private filled(entry: LoggedEvent, data: BlockFilled['data']): void {
    const event_id = data.delivered?.event_id ?? null;
    const body = event_id === null ? undefined : this.heldBeside(entry).get(event_id);
    if (typeof body === 'number') return;
    add(this.logged, data.job_id, latePiece({ ...data, event_id }, body));
  }

  private agree(job: JobId): boolean {
    const served = this.served.get(job);
    return served === SETTLED || served === this.logged.get(job);
  }

  /** The job has ended and its pages are right; they must only disappear when its rows are erased. */
  private settle(job: JobId): void {
    this.logged.delete(job);
    if (this.served.has(job)) this.served.set(job, SETTLED);
  }

  private erased(job: JobId, position: Position): void {
    if (position <= this.portions.positionOf(job) && this.served.has(job)) this.stillServed.push(job);
    this.forget(job);
  }

  /** The job's rows are erased, or it was never submitted: nothing of it is compared. */
  forget(job: JobId): void {
    this.served.delete(job);
    this.logged.delete(job);
  }

  /** Jobs whose pages are not what the log says. */
  differing(): readonly JobId[] {
    return [...new Set([...this.served.keys(), ...this.logged.keys()])].filter((job) => !this.agree(job));
  }
}

/** The pieces of a pack of rows and of its errors entries. */
function delivered({ head, rows, errors }: RowsDelivered['data']): number {
  const { job_id, chunk, attempt, from, lengths } = head;
  const pack = packPiece({ job_id, chunk, attempt, from, lengths, ...packingOf(rows) }, rows.kept);
  if (head.errors.rows.length === 0) return pack;
  return plus(
    pack,
    errorsPiece({ job_id, chunk, attempt, ...head.errors, ...packingOf(errors) }, from, errors.kept),
  );
}
