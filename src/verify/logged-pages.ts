/**
 * Makes one fingerprint for each job's pages (`page-fingerprints.ts`) from the log, of the data that the
 * job's records name. The pieces of a chunk's data are held until the chunk is complete.
 */
import type { LoggedEvent } from '../streams/index.js';
import type { RowsDelivered } from '../streams/rowdata/rowdata.events.js';
import type { BlockFilled } from '../streams/rows/rows.events.js';
import { packingOf } from '../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { Place } from './pass-memory.js';
import { askedPiece, errorsPiece, latePiece, packPiece, plus } from './page-fingerprints.js';

/** The fingerprint of each job's pages, a number below 2^52. */
export type Fingerprints = Map<JobId, number>;

/** Adds a piece to a job's fingerprint. */
export const addPiece = (fingerprints: Fingerprints, job: JobId, piece: number): void => {
  fingerprints.set(job, plus(fingerprints.get(job) ?? 0, piece));
};

export class LoggedPages {
  /** Pieces of open chunks, by chunk and event id. A piece is added once the record names its event. */
  private readonly held = new Map<string, Map<string, number | Uint8Array>>();

  /** @param fingerprints those to add to: empty, or the negatives of those to compare with */
  constructor(readonly fingerprints: Fingerprints = new Map()) {}

  observe(entry: LoggedEvent, { job }: Pick<Place, 'job'>): void {
    const { event } = entry;
    switch (event.type) {
      case 'RowsSubmitted': {
        const { job_id, chunk, from, rows } = event.data;
        return addPiece(this.fingerprints, job_id, askedPiece({ job_id, chunk, from, count: rows.length }));
      }
      case 'SubmissionAbandoned':
        this.fingerprints.delete(event.data.job_id);
        return;
      case 'RowsDelivered':
        // The answer of a resolve may be in the log before its job is submitted, next to the row as asked.
        if (job !== undefined || this.fingerprints.has(event.data.head.job_id))
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
      default:
        return;
    }
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
    if (typeof piece === 'number') addPiece(this.fingerprints, job, piece);
  }

  private filled(entry: LoggedEvent, data: BlockFilled['data']): void {
    const event_id = data.delivered?.event_id ?? null;
    const body = event_id === null ? undefined : this.heldBeside(entry).get(event_id);
    if (typeof body === 'number') return;
    addPiece(this.fingerprints, data.job_id, latePiece({ ...data, event_id }, body));
  }
}

/** The sum of the pieces of a pack of rows and of its errors entries. */
function delivered({ head, rows, errors }: RowsDelivered['data']): number {
  const { job_id, chunk, attempt, from, lengths } = head;
  const pack = packPiece({ job_id, chunk, attempt, from, lengths, ...packingOf(rows) }, rows.kept);
  if (head.errors.rows.length === 0) return pack;
  return plus(
    pack,
    errorsPiece({ job_id, chunk, attempt, ...head.errors, ...packingOf(errors) }, from, errors.kept),
  );
}
