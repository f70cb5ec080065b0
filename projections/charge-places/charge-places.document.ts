/**
 * Where charges stand, found by the id of a charge alone. An id is a digest of job and row, so it can't be read
 * backwards; four letters of each are kept, in documents that are read whole for one look-up: row by row where many rows were
 * recorded at once, and otherwise for all jobs of a second. All of it is a small fraction of the charges themselves, and is
 * written in the order of time: a document for each charge, ordered by ids, would be written to another page each. Only
 * charges of late blocks, which are few, have a document each.
 */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { BlockKey } from '../../src/shared/block-key.js';
import type { JobId } from '../../src/shared/ids.js';
import { rowEventId } from '../../src/streams/rows/rows.events.js';
import { chunkPart, keyOf } from '../key-parts.js';

/** Letters of a print: 24 bits of the id as base64url, so that a chunk of 500 rows is met by chance once in 30,000. */
export const PRINT_LENGTH = 4;

/** The rows that one chunk recorded, from its first record with a charge on; row `from + i` has the i-th print. */
export type ChunkPrintsDocument = {
  readonly job_id: JobId;
  readonly from: number;
  readonly prints: string;
};

/**
 * The rows that were recorded few at a time, of all jobs submitted within a second: `FEW_PLACE_LENGTH` letters a row. The ends of
 * a large job's chunks lie in documents of some chunks each, so that none grows with the job.
 */
export type FewRowsDocument = {
  readonly places: string;
};

/** The charge of a late block. */
export type LatePlaceDocument = {
  readonly job_id: JobId;
  readonly row: number;
  readonly block: BlockKey;
};

export const CHUNK_PRINTS = typedCollection<ChunkPrintsDocument>('charge_prints');
export const FEW_ROWS_PLACES = typedCollection<FewRowsDocument>('charge_places');
export const LATE_PLACES = typedCollection<LatePlaceDocument>('charge_late_blocks');

/** A record of fewer rows has no prints of its own chunk. */
export const FEW_ROWS = 16;

/** Of an id as it is written: 8-4-4-4-12 hex digits; the first eight are no version or variant. */
export const printOf = (chargeId: string): string =>
  Buffer.from(chargeId.slice(0, 6), 'hex').toString('base64url');

export const printsOf = (job: JobId, from: number, count: number): string => {
  let prints = '';
  for (let row = from; row < from + count; row++) prints += printOf(rowEventId(job, row, 'RowCharged'));
  return prints;
};

export const chunkPrintsKey = (job: JobId, chunk: number): string => keyOf(job, chunkPart(chunk));
export const latePlaceKey = (chargeId: string): string => chargeId;

/** Of a job id: `job_` and eight of the ten digits of its time, which leave out the last 1,024 milliseconds. */
const MOMENT_LENGTH = 12;
const JOB_ID_LENGTH = 30;
/** Letters of a row's number to the base of 36: the largest job has fewer than 36 ** 4 rows. */
const ROW_LENGTH = 4;
/** A print, the rest of the job's id, the row. */
const FEW_PLACE_LENGTH = PRINT_LENGTH + JOB_ID_LENGTH - MOMENT_LENGTH + ROW_LENGTH;

/** Chunks of a job whose few rows share a document. */
const CHUNKS_TOGETHER = 64;

export const fewRowsKey = (job: JobId, chunk: number): string =>
  keyOf(job.slice(0, MOMENT_LENGTH), chunkPart(Math.floor(chunk / CHUNKS_TOGETHER)));

export function fewPlaces(job: JobId, from: number, count: number): string {
  let places = '';
  for (let row = from; row < from + count; row++) {
    const number = row.toString(36).padStart(ROW_LENGTH, '0');
    places += printOf(rowEventId(job, row, 'RowCharged')) + job.slice(MOMENT_LENGTH) + number;
  }
  return places;
}

/** The rows in a document, by its key, whose print this is. */
export function* fewRowsAt(
  key: string,
  { places }: FewRowsDocument,
  print: string,
): Generator<{ readonly job: JobId; readonly row: number }> {
  for (const place of placesOf(print, places, FEW_PLACE_LENGTH)) {
    const entry = places.slice(place * FEW_PLACE_LENGTH, (place + 1) * FEW_PLACE_LENGTH);
    // As `fewPlaces` took it apart.
    const job = `${key.slice(0, MOMENT_LENGTH)}${entry.slice(PRINT_LENGTH, -ROW_LENGTH)}` as JobId;
    yield { job, row: parseInt(entry.slice(-ROW_LENGTH), 36) };
  }
}

/** The rows of a chunk whose print this is. */
export function* chunkRowsAt({ from, prints }: ChunkPrintsDocument, print: string): Generator<number> {
  for (const place of placesOf(print, prints, PRINT_LENGTH)) yield from + place;
}

/** Where entries of so many letters begin with the print, counted in entries. */
function* placesOf(print: string, entries: string, length: number): Generator<number> {
  for (let at = entries.indexOf(print); at >= 0; at = entries.indexOf(print, at + 1))
    if (at % length === 0) yield at / length;
}
